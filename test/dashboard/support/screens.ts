import { setTimeout as wait } from 'node:timers/promises';
import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import type { ShownDemo } from './shown-demo.ts';

/** A screen of the dashboard with the data of the demo. */
export interface Screen {
  /** Name of its picture: `docs/images/dashboard-<name>.webp`. */
  name: string;
  /** Component that a route names. */
  component: string;
  path(demo: ShownDemo): string;
  /** Selector of an element that is there once the screen is complete. */
  ready: string;
  /** Whether people see it before the log-in. */
  isPublic?: true;
  /** Whether the pictures of the documentation show it beside another screen only. */
  isBeside?: true;
  /** Brings it into the state that is shown. */
  prepare?(page: Page): Promise<void>;
}

const ofProject = (path: string) => (demo: ShownDemo) => `/projects/${demo.ids.project}${path}`;
const ofOrganization = (path: string) => (demo: ShownDemo) => `/organizations/${demo.ids.organization}/settings${path}`;
const thread =
  (number: number, search = '') =>
  ({ ids }: ShownDemo) =>
    `/projects/${ids.project}/comments/${ids.comments.get(number)}${search}`;
const page =
  (address: string, search = '') =>
  ({ url, ids }: ShownDemo) =>
    `/projects/${ids.project}/pages/view?url=${encodeURIComponent(url + address)}&width=1280${search}`;
const comparison =
  (search = '') =>
  ({ ids }: ShownDemo) =>
    `/projects/${ids.project}/comparisons/${ids.comparison}${search}`;

const press = async (tab: Page, keys: readonly ('n' | 'j')[], selector: string) => {
  for (const key of keys) await tab.keyboard.press(key);
  await tab.waitForSelector(selector);
};

const ENTRY: readonly Screen[] = [
  { name: 'log-in', component: 'LogIn', path: () => '/login', ready: 'form', isPublic: true },
  { name: 'register', component: 'Register', path: () => '/register', ready: 'form', isPublic: true },
  {
    name: 'forgot-password',
    component: 'ForgotPassword',
    path: () => '/forgot-password',
    ready: 'form',
    isPublic: true,
  },
  {
    name: 'accept-invitation',
    component: 'AcceptInvitation',
    path: ({ invitation }) => `/accept-invitation${new URL(invitation).hash}`,
    ready: 'input[name=password]',
    isPublic: true,
  },
  {
    name: 'reset-password',
    component: 'ResetPassword',
    path: () => `/reset-password#token=${'x'.repeat(43)}`,
    ready: 'form',
    isPublic: true,
  },
  {
    name: 'verify-email',
    component: 'VerifyEmail',
    path: () => `/verify-email#token=${'x'.repeat(43)}`,
    ready: 'form',
    isPublic: true,
  },
  {
    name: 'connect',
    component: 'Connect',
    path: ({ ids }) =>
      `/connect?projectId=${ids.project}&origin=https%3A%2F%2Fshop.example&challenge=${'x'.repeat(43)}`,
    ready: 'main button',
  },
  {
    name: 'authorize-app',
    component: 'AuthorizeApp',
    path: ({ ids }) => `/authorize?request=${ids.appRequest}`,
    ready: 'main form',
  },
  { name: 'authorize-device', component: 'AuthorizeDevice', path: () => '/device', ready: 'main form' },
];

const WORK: readonly Screen[] = [
  { name: 'new-project', component: 'NewProject', path: () => '/new-project', ready: 'main form' },
  { name: 'install', component: 'Install', path: ofProject('/install'), ready: 'main figure img' },
  { name: 'notifications-list', component: 'Inbox', path: () => '/inbox', ready: 'main ol a', isBeside: true },
  {
    name: 'inbox',
    component: 'Inbox',
    path: () => '/inbox',
    ready: 'main ol a',
    prepare: (tab) => press(tab, ['j'], 'article'),
  },
  { name: 'everything', component: 'Inbox', path: () => '/inbox?tab=everything', ready: 'main ol a' },
  { name: 'list', component: 'ProjectComments', path: ofProject(''), ready: 'main ol a', isBeside: true },
  { name: 'thread', component: 'Thread', path: thread(3), ready: 'article ::-p-text(mobile)' },
  {
    name: 'proof',
    component: 'Thread',
    path: thread(5, '?status=resolved'),
    ready: 'article input[type=range]',
    prepare: (tab) => tab.$eval('article section[aria-label=Proof]', (section) => section.scrollIntoView()),
  },
  {
    name: 'lost-element',
    component: 'Thread',
    path: thread(7),
    ready: 'section[aria-label="Where it last was"] img',
    prepare: (tab) => tab.$eval('section[aria-label="Where it last was"]', (section) => section.scrollIntoView()),
  },
  { name: 'board', component: 'Board', path: ofProject('/board'), ready: '[data-card]' },
  { name: 'pages', component: 'PageList', path: ofProject('/pages'), ready: 'main article a' },
  {
    name: 'page',
    component: 'PageView',
    path: page('/demo/staging', '&resolved=true'),
    ready: '[data-pin]',
  },
  { name: 'heat-map', component: 'PageView', path: page('/demo', '&heat=points'), ready: 'main canvas' },
  { name: 'heat-elements', component: 'PageView', path: page('/demo', '&heat=elements'), ready: 'main canvas' },
  { name: 'snapshots', component: 'Snapshots', path: ofProject('/snapshots'), ready: '[data-snapshot] img' },
  {
    name: 'comparison',
    component: 'ComparisonScreen',
    path: comparison(),
    ready: '[data-mode=side] img',
    prepare: (tab) => press(tab, ['n', 'n'], '[data-state=selected]'),
  },
  {
    name: 'comparison-swipe',
    component: 'ComparisonScreen',
    path: comparison('?mode=swipe&change=2'),
    ready: '[data-mode=swipe] img',
  },
  {
    name: 'comparison-onion',
    component: 'ComparisonScreen',
    path: comparison('?mode=onion&change=2'),
    ready: '[data-mode=onion] img',
  },
  {
    name: 'comparison-difference',
    component: 'ComparisonScreen',
    path: comparison('?mode=difference&change=2'),
    ready: '[data-pane=difference] img',
  },
  { name: 'deployments', component: 'DeploymentList', path: ofProject('/deployments'), ready: '[data-deployment]' },
  {
    name: 'deployment',
    component: 'DeploymentReport',
    path: ({ ids }) => `/projects/${ids.project}/deployments/${ids.deployment}`,
    ready: '[data-item] img',
  },
];

/** A screen of settings, which is complete when nothing is loaded any more. */
const settings = (name: string, component: string, path: Screen['path'], ready = 'main section h2'): Screen => ({
  name,
  component,
  path,
  ready,
});

const SETTINGS: readonly Screen[] = [
  settings('project', 'General', ofProject('/settings'), 'input[name=slug]'),
  settings('environments', 'Environments', ofProject('/settings/environments'), 'main section li'),
  settings('access', 'Access', ofProject('/settings/access'), 'main section li'),
  settings('labels', 'Labels', ofProject('/settings/labels'), 'main section li'),
  settings('guards', 'Guards', ofProject('/settings/guards'), 'main section li img'),
  settings('activity', 'Activity', ofProject('/settings/activity'), 'main section li'),
  settings('webhooks', 'Webhooks', ofProject('/settings/webhooks'), 'main section li'),
  settings(
    'webhook',
    'Webhook',
    ({ ids }) => `/projects/${ids.project}/settings/webhooks/${ids.webhook}`,
    'main section li ::-p-text(Delivered)',
  ),
  settings('integrations', 'Integrations', ofProject('/settings/integrations'), 'main section li'),
  settings(
    'integration',
    'Integration',
    ({ ids }) => `/projects/${ids.project}/settings/integrations/${ids.integration}`,
    'main section li',
  ),
  settings('project-tokens', 'ProjectTokens', ofProject('/settings/tokens'), 'main section li'),
  {
    name: 'new-token',
    component: 'ProjectTokens',
    path: ofProject('/settings/tokens'),
    ready: 'main section li',
    isBeside: true,
    async prepare(tab) {
      await tab.locator('main button ::-p-text(New token)').click();
      await tab.select('dialog select[name=provider]', 'github');
      await tab.waitForSelector('dialog textarea');
    },
  },
  settings('import', 'ImportComments', ofProject('/settings/import'), 'input[type=file]'),
  settings('danger', 'Danger', ofProject('/settings/danger'), 'main section li'),
  settings('organization', 'OrganizationGeneral', ofOrganization(''), 'input[name=slug]'),
  settings('members', 'Members', ofOrganization('/members'), 'main section li'),
  settings('invitations', 'Invitations', ofOrganization('/invitations'), 'main section li'),
  settings('billing', 'Billing', ofOrganization('/billing'), 'main dl'),
  settings('audit', 'AuditTrail', ofOrganization('/audit'), 'main section li'),
  settings('visitors', 'Visitors', ofOrganization('/visitors')),
  settings('account', 'Profile', () => '/account', 'input[name=newPassword]'),
  settings('sessions', 'Sessions', () => '/account/sessions', 'main section li'),
  settings('personal-tokens', 'PersonalTokens', () => '/account/tokens', 'main section li'),
  settings('connected-apps', 'ConnectedApps', () => '/account/apps', 'main section li'),
  settings('notifications', 'Notifications', () => '/account/notifications', 'main form select'),
  settings('appearance', 'Appearance', () => '/account/appearance'),
  settings('personal-data', 'PersonalData', () => '/account/data'),
  settings('installation', 'Overview', () => '/installation', 'main dl'),
  settings('users', 'Users', () => '/installation/users', 'main section li'),
  settings('organizations', 'Organizations', () => '/installation/organizations', 'main section li'),
  settings('mails', 'Mails', () => '/installation/mails', 'main section li'),
  settings('failed-jobs', 'FailedJobs', () => '/installation/jobs', 'main section li'),
];

/** Every screen. */
export const SCREENS: readonly Screen[] = [...ENTRY, ...WORK, ...SETTINGS];

/** Time without requests after which a screen is complete, milliseconds. */
const IDLE = 300;

/** Opens a screen, and waits until it is complete. */
export const openScreen = (tab: Page, demo: ShownDemo, screen: Screen): Promise<void> =>
  complete(tab, async (pending) => {
    // Requests of the page before end without an event. A change of the address alone does not end
    // them.
    const forget = (response: HTTPResponse) => {
      if (response.request().isNavigationRequest()) pending.clear();
    };
    tab.on('response', forget);
    await tab.goto(`${demo.url}/app${screen.path(demo)}`);
    tab.off('response', forget);
    await tab.waitForSelector(screen.ready);
    await screen.prepare?.(tab);
  });

/** Shows the open screen in a window of another size, and waits until it is complete. */
export const resize = (tab: Page, size: { width: number; height: number }): Promise<void> =>
  complete(tab, () => tab.setViewport(size));

/**
 * Waits for what an action requests.
 *
 * @throws with the requests that do not end
 */
async function complete(tab: Page, action: (pending: Set<HTTPRequest>) => Promise<void>): Promise<void> {
  const pending = new Set<HTTPRequest>();
  let changedAt = performance.now();
  const change = (run: (request: HTTPRequest) => unknown) => (request: HTTPRequest) => {
    run(request);
    changedAt = performance.now();
  };
  const started = change((request) => pending.add(request));
  const ended = change((request) => pending.delete(request));
  tab.on('request', started).on('requestfinished', ended).on('requestfailed', ended);
  try {
    await action(pending);
    changedAt = performance.now();
    const end = performance.now() + 60_000;
    while (pending.size > 0 || performance.now() - changedAt < IDLE) {
      if (performance.now() > end) throw new Error([...pending].map((request) => request.url()).join('\n'));
      await wait(50);
    }
  } finally {
    tab.off('request', started).off('requestfinished', ended).off('requestfailed', ended);
  }
}
