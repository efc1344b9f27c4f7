// Cost: about 30 s, one browser and one service.
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../src/context.ts';
import type { Mail } from '../../src/infrastructure/mail/mailer.ts';
import { NOTIFICATION_KINDS } from '../../src/resolvers/addons/notifications/kinds.ts';
import { sendNotificationMails } from '../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { useDashboard } from '../dashboard/support/dashboard.ts';
import { attachFile } from '../support/attachments.ts';
import { graphql, rest } from '../support/client.ts';
import { PASSWORD, registerMember, type TestUser } from '../support/factories.ts';
import { ALL_PAYLOADS, PAYLOADS, payload } from '../support/payloads.ts';
import { startSlackDouble } from '../support/servers/slack-double.ts';
import { useTestApp } from '../support/use-test-app.ts';

// Every text that people can store is a payload. Mails, and the pages that show the texts, are
// opened in Chromium. test/clients/overlay shows the same of the overlay, and test/integrations of
// channels and trackers.

const app = useTestApp();
const { newPage, logIn } = useDashboard(app);

const VISITOR = 'grace@visitors.example';
const INVITED = 'invited@example.com';
const ORGANIZATION = '"><script>globalThis.ran=1</script>';
const DAYS_MS = 8 * 86_400_000;
let owner: TestUser;
let digester: TestUser;
let ids: Record<'organization' | 'project' | 'annotation' | 'webhook' | 'integration', string>;
const sent: Mail[] = [];

const call = async (method: string, path: string, body?: object, { token } = owner) => {
  const response = await rest(app, method, path, { token, body });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};

async function prefer(member: TestUser, channel: string): Promise<void> {
  await app.services.db.user.update({ where: { id: member.id }, data: { emailVerifiedAt: new Date() } });
  const preferences = NOTIFICATION_KINDS.map((kind) => `{ kind: ${kind}, channel: ${channel} }`).join();
  const mutation = `mutation { updateNotificationSettings(preferences: [${preferences}]) { mails } }`;
  expect((await graphql(app, mutation, {}, { token: member.token })).errors).toBeUndefined();
}

beforeAll(async () => {
  app.services.mail.send = async (mail) => void sent.push(mail);
  const email = 'hostile@example.com';
  const registered = await rest(app, 'POST', '/auth/register', {
    body: { email, password: PASSWORD, name: payload(), organizationName: ORGANIZATION },
  });
  const { user, accessToken: token, refreshToken, organization } = registered.body;
  const organizationId = organization.id;
  owner = { id: user.id, email, token, refreshToken, organizationId };
  digester = await registerMember(app, organizationId, 'admin');
  const editor = await registerMember(app, organizationId, 'editor');
  await call('PATCH', '/auth/me', { name: payload() }, editor);
  const project = await call('POST', '/projects', { organizationId, name: payload(), slug: 'shop' });
  await prefer(owner, 'mail');
  await prefer(digester, 'daily_digest');
  const url = `https://shop.example/cart?q=${encodeURIComponent('"><script>ran=1</script>')}#javascript:ran=1`;
  const environment = { projectId: project.id, name: payload(), url: 'https://shop.example/', kind: 'production' };
  await call('POST', '/environments', environment);
  const label = await call('POST', '/labels', { projectId: project.id, name: payload(), color: '#2f6fed' });
  await call('POST', '/annotation-views', { organizationId, name: payload() });
  const published = await rest(app, 'POST', '/annotations/public', {
    body: {
      projectKey: project.projectKey,
      content: ALL_PAYLOADS,
      url,
      name: payload(),
      email: VISITOR,
      metadata: {
        selector: payload(),
        text: payload(),
        diagnostics: { console: PAYLOADS.map((text) => ({ level: 'error', text, at: 1 })) },
      },
    },
  });
  expect(published.status).toBe(201);
  const { id } = published.body;
  for (const member of [owner, digester]) await call('PUT', `/annotations/${id}/watch`, { state: 'watching' }, member);
  const mentions = [owner.id, digester.id];
  for (const more of [{}, { mentions }]) {
    const body = { content: ALL_PAYLOADS, ...more };
    const { id: commentId } = await call('POST', `/annotations/${id}/comments`, body, editor);
    await attachFile(app, editor, { id, commentId, name: `${payload()}.txt` }, ALL_PAYLOADS);
  }
  const change = { addLabelIds: [label.id], assigneeId: owner.id, status: 'in_progress', dueOn: '2040-01-01' };
  await call('POST', '/annotations/changes', { organizationId, ids: [id], change }, editor);
  await call('PUT', `/annotations/${id}/status`, { status: 'resolved' }, editor);
  const comments = [{ text: ALL_PAYLOADS, page: url, x: '12', externalId: 'a' }];
  await call('POST', `/v1/projects/${project.id}/import/comments`, { source: 'spreadsheet', comments }, editor);
  await call('POST', `/organizations/${organizationId}/invitations`, { email: INVITED, role: 'editor' });
  const projectToken = { organizationId, name: payload(), preset: 'read', role: 'viewer', allProjects: true };
  await call('POST', '/access-tokens', projectToken);
  await call('POST', '/auth/access-tokens', { name: payload(), preset: 'read', allProjects: true });
  const slack = await startSlackDouble();
  const integration = { projectId: project.id, provider: 'slack', webhookUrl: slack.webhookUrl, name: payload() };
  const { id: integrationId } = await call('POST', '/integrations', integration);
  const webhook = { organizationId, url: 'http://127.0.0.1:1/%3Cscript%3E', events: ['comment.created'] };
  const { id: webhookId } = (await call('POST', '/v1/webhooks', webhook)).data;
  ids = {
    organization: organizationId,
    project: project.id,
    annotation: id,
    webhook: webhookId,
    integration: integrationId,
  };
  await waitUntilRelayed(app);
  const later = () => new Date(Date.now() + DAYS_MS);
  await sendNotificationMails(systemContext(app.services), later);
  await sendVisitorMails(systemContext(app.services), later);
  await slack.close();
});

/** Texts whose HTML would run something, or which would load something. */
const active = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'));
      const links = ['href', 'src', 'action'].flatMap((name) => element.getAttribute(name) ?? []);
      const bad = links.filter((link) => /^\s*(javascript|data:text|vbscript)/i.test(link));
      return [...handlers, ...bad, ...(element.localName === 'iframe' ? ['iframe'] : [])];
    }),
  );

const ran = (page: Page) => page.evaluate(() => 'ran' in globalThis);

/** Waits until the text of a screen stays the same for half a second. */
async function untilSettled(page: Page): Promise<void> {
  const shown = () => page.evaluate(() => document.querySelector('main')?.innerText ?? '');
  let last = '';
  await vi.waitUntil(
    async () => {
      const before = last;
      last = await shown();
      return last !== '' && last === before;
    },
    { timeout: 60_000, interval: 500 },
  );
}

describe('a mail', () => {
  const cases: [string, () => string, RegExp][] = [
    ['of a thread', () => owner.email, /^(?!Verify|Your)/],
    ['with a digest', () => digester.email, /^Your daily digest/],
    ['to a visitor', () => VISITOR, /./],
    ['with an invitation', () => INVITED, /invited/],
  ];
  test.each(cases)('%s runs nothing, and shows the texts as they are', async (_name, addressOf, subject) => {
    await expect
      .poll(() => sent.filter((mail) => mail.to === addressOf() && subject.test(mail.subject)))
      .not.toEqual([]);
    const mails = sent.filter((mail) => mail.to === addressOf() && subject.test(mail.subject));
    const { page } = await newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    let shown = '';
    for (const { html } of mails) {
      await page.setContent(html);
      expect([await ran(page), await active(page)]).toEqual([false, []]);
      expect(await page.evaluate(() => document.querySelectorAll('script,form,base,link,svg,object').length)).toBe(0);
      shown += await page.evaluate(() => document.body.innerText);
    }
    expect(requests.filter((url) => !/^(about|cid|data):/.test(url))).toEqual([]);
    for (const text of addressOf() === INVITED ? [ORGANIZATION] : PAYLOADS) expect(shown).toContain(text);
    expect(mails.every(({ subject: line }) => !/[\r\n]/.test(line))).toBe(true);
  });
});

test('pages behind links in mails run nothing', async () => {
  const links = sent.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const own = links.filter((link) => new URL(link).pathname.startsWith('/unsubscribe/'));
  expect(own.length).toBeGreaterThan(2);
  const { page, see } = await newPage();
  for (const link of own) {
    await page.goto(link);
    expect([await ran(page), await active(page)]).toEqual([false, []]);
  }
  const invitation = links.find((link) => link.includes('/accept-invitation#')) ?? '';
  await page.goto(invitation);
  await see(ORGANIZATION);
  expect([await ran(page), await active(page)]).toEqual([false, []]);
});

test('screens of the dashboard run nothing, and show the texts as they are', async () => {
  const { project, annotation, organization, webhook, integration } = ids;
  const settings = `/projects/${project}/settings`;
  const paths = [
    ...[`/projects/${project}`, `/projects/${project}/comments/${annotation}`, `/projects/${project}/board`],
    ...[`/projects/${project}/pages`, `/projects/${project}/install`, `/projects/${project}/snapshots`],
    ...['/inbox', `/inbox/comments/${annotation}`, '/account', '/account/notifications', '/account/tokens'],
    ...['', '/environments', '/access', '/labels', '/webhooks', `/webhooks/${webhook}`].map((path) => settings + path),
    ...['/integrations', `/integrations/${integration}`, '/tokens', '/danger'].map((path) => settings + path),
    ...['', '/members', '/invitations', '/audit', '/visitors'].map(
      (path) => `/organizations/${organization}/settings${path}`,
    ),
  ];
  const dashboard = await logIn(owner, '/inbox');
  const { page } = dashboard;
  for (const path of paths) {
    await dashboard.open(path);
    await untilSettled(page);
    expect([path, await ran(page), await active(page)]).toEqual([path, false, []]);
    if (path.includes(annotation)) for (const text of PAYLOADS) await dashboard.see(text);
  }
});
