import { createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { boardSearch } from './data/board-search.ts';
import { comparisonSearch, pairSearch } from './data/comparison-search.ts';
import { deploymentsSearch, reportSearch } from './data/deployment-search.ts';
import { inboxSearch } from './data/inbox-search.ts';
import { listSearch } from './data/list-search.ts';
import { pagesSearch, pageViewSearch } from './data/page-search.ts';
import type { SessionStore } from './data/session.ts';
import { snapshotSearch } from './data/snapshot-search.ts';
import { accountSettings, installationSettings, organizationSettings, projectSettings } from './settings-routes.ts';
import { requireSession, root, shell } from './shell-route.tsx';
import { lazyScreen } from './ui/lazy-part.ts';
import { Failure, Pending } from './ui/states.tsx';

/** Screens before the log-in. `next` is the path to continue at, within the dashboard. */
const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  // Undefined replaces an invalid value, which routes below would read otherwise.
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined; ended?: true | undefined } => ({
    // Another origin begins with two slashes.
    next: typeof search.next === 'string' && /^\/(?![/\\])/.test(search.next) ? search.next : undefined,
    ended: search.ended === true ? true : undefined,
  }),
  component: Outlet,
});
const login = createRoute({
  getParentRoute: () => entry,
  path: '/login',
  component: lazyScreen(() => import('./account/log-in.tsx'), 'LogIn'),
});
const register = createRoute({
  getParentRoute: () => entry,
  path: '/register',
  component: lazyScreen(() => import('./account/register.tsx'), 'Register'),
});
const forgotPassword = createRoute({
  getParentRoute: () => entry,
  path: '/forgot-password',
  component: lazyScreen(() => import('./account/forgot-password.tsx'), 'ForgotPassword'),
});
/** Screens that mails link to. */
const acceptInvitation = createRoute({
  getParentRoute: () => entry,
  path: '/accept-invitation',
  component: lazyScreen(() => import('./account/accept-invitation.tsx'), 'AcceptInvitation'),
});
const resetPassword = createRoute({
  getParentRoute: () => entry,
  path: '/reset-password',
  component: lazyScreen(() => import('./account/reset-password.tsx'), 'ResetPassword'),
});
const verifyEmail = createRoute({
  getParentRoute: () => entry,
  path: '/verify-email',
  component: lazyScreen(() => import('./account/verify-email.tsx'), 'VerifyEmail'),
});

/** Window that the panel on a customer's page opens for the log-in. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  beforeLoad: requireSession,
  validateSearch: (search: Record<string, unknown>): { projectId: string; origin: string; challenge: string } => ({
    projectId: String(search.projectId ?? ''),
    origin: String(search.origin ?? ''),
    challenge: String(search.challenge ?? ''),
  }),
  component: lazyScreen(() => import('./account/connect.tsx'), 'Connect'),
});

/** Request of an app to act for the member, and the code of a device that asks for it. */
const authorize = createRoute({
  getParentRoute: () => root,
  path: '/authorize',
  beforeLoad: requireSession,
  validateSearch: (search: Record<string, unknown>): { request: string } => ({ request: String(search.request ?? '') }),
  component: lazyScreen(() => import('./account/authorize-app.tsx'), 'AuthorizeApp'),
});
const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  beforeLoad: requireSession,
  validateSearch: (search: Record<string, unknown>): { code: string } => ({ code: String(search.code ?? '') }),
  component: lazyScreen(() => import('./account/authorize-app.tsx'), 'AuthorizeDevice'),
});

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyScreen(() => import('./shell/start.tsx'), 'Start'),
});
const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId',
  validateSearch: listSearch,
  component: lazyScreen(() => import('./list/project-comments.tsx'), 'ProjectComments'),
});
const noComment = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyScreen(() => import('./list/no-comment.tsx'), 'NoComment'),
});
const thread = createRoute({
  getParentRoute: () => project,
  path: '/comments/$annotationId',
  component: lazyScreen(() => import('./thread/thread.tsx'), 'Thread'),
});
const board = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/board',
  validateSearch: boardSearch,
  component: lazyScreen(() => import('./board/board.tsx'), 'Board'),
});
const pages = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/pages',
  validateSearch: pagesSearch,
  component: lazyScreen(() => import('./pages/page-list.tsx'), 'PageList'),
});
const pageView = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/pages/view',
  validateSearch: pageViewSearch,
  component: lazyScreen(() => import('./pages/page-view.tsx'), 'PageView'),
});
const pageThread = createRoute({
  getParentRoute: () => pageView,
  path: '/comments/$annotationId',
  component: lazyScreen(() => import('./thread/thread.tsx'), 'Thread'),
});
const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyScreen(() => import('./list/inbox.tsx'), 'Inbox'),
});
const noInboxComment = createRoute({
  getParentRoute: () => inbox,
  path: '/',
  component: lazyScreen(() => import('./list/no-comment.tsx'), 'NoComment'),
});
const inboxThread = createRoute({
  getParentRoute: () => inbox,
  path: '/comments/$annotationId',
  component: lazyScreen(() => import('./thread/thread.tsx'), 'Thread'),
});
const newProject = createRoute({
  getParentRoute: () => shell,
  path: '/new-project',
  component: lazyScreen(() => import('./project/new-project.tsx'), 'NewProject'),
});
const install = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/install',
  component: lazyScreen(() => import('./project/install.tsx'), 'Install'),
});
const snapshots = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/snapshots',
  validateSearch: snapshotSearch,
  component: lazyScreen(() => import('./comparisons/snapshots.tsx'), 'Snapshots'),
});
const compare = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/compare',
  validateSearch: pairSearch,
  component: lazyScreen(() => import('./comparisons/compare.tsx'), 'Compare'),
});
const comparison = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/comparisons/$comparisonId',
  validateSearch: comparisonSearch,
  component: lazyScreen(() => import('./comparisons/comparison.tsx'), 'ComparisonScreen'),
});
const deployments = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/deployments',
  validateSearch: deploymentsSearch,
  component: lazyScreen(() => import('./deployments/deployment-list.tsx'), 'DeploymentList'),
});
const deployment = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/deployments/$deploymentId',
  validateSearch: reportSearch,
  component: lazyScreen(() => import('./deployments/deployment-report.tsx'), 'DeploymentReport'),
});
const annotation = createRoute({
  getParentRoute: () => shell,
  path: '/annotations/$annotationId',
  component: lazyScreen(() => import('./shell/find-annotation.tsx'), 'FindAnnotation'),
});

const routeTree = root.addChildren([
  entry.addChildren([login, register, forgotPassword, acceptInvitation, resetPassword, verifyEmail]),
  connect,
  authorize,
  device,
  shell.addChildren([
    start,
    newProject,
    install,
    project.addChildren([noComment, thread]),
    board,
    snapshots,
    compare,
    comparison,
    deployments,
    deployment,
    pages,
    pageView.addChildren([pageThread]),
    inbox.addChildren([noInboxComment, inboxThread]),
    annotation,
    projectSettings,
    organizationSettings,
    accountSettings,
    installationSettings,
  ]),
]);

export const createAppRouter = (session: SessionStore) =>
  createRouter({
    routeTree,
    basepath: '/app',
    context: { session },
    defaultPendingComponent: Pending,
    defaultErrorComponent: Failure,
    defaultPreload: 'intent',
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
