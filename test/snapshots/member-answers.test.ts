import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import type { Mail } from '../../src/infrastructure/mail/mailer.ts';
import { sendNotificationMails } from '../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance } from '../support/deployments.ts';
import { createAnnotation, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let reporter: TestUser;
let watcher: TestUser;
let site: DeployedSite;
let annotationId: string;
let sent: Mail[];

beforeAll(async () => {
  owner = await registerUser(app);
  app.services.mail.send = async (mail) => {
    if (!mail.subject.startsWith('Verify')) sent.push(mail);
  };
});
beforeEach(async () => {
  await app.services.db.notificationMail.deleteMany();
  sent = [];
  site = await createSite(app, owner);
  reporter = await verified(await registerMember(app, owner.organizationId, 'editor'));
  watcher = await verified(await registerMember(app, owner.organizationId, 'editor'));
  annotationId = await report(reporter);
  await rest(app, 'PUT', `/annotations/${annotationId}/watch`, { token: watcher.token, body: { state: 'watching' } });
});

async function verified(user: TestUser): Promise<TestUser> {
  const emailVerifiedAt = new Date(Date.now() - 60_000);
  await app.services.db.user.update({ where: { id: user.id }, data: { emailVerifiedAt } });
  return user;
}

const report = async (user: TestUser, more = {}): Promise<string> =>
  (
    await createAnnotation(app, user, site.projectId, {
      url: 'https://shop.example/',
      content: 'Make it red',
      metadata: { selector: '#buy', text: 'Buy' },
      ...more,
    })
  ).id;

const [GREEN, RED] = [() => sitePage(0), () => sitePage(200)];

/** Deploys a change, approves it, and returns the mails to the reporter and the watcher. */
async function prove(reviewer = owner, beforeReview?: () => Promise<unknown>): Promise<Record<string, Mail[]>> {
  await runDeployment(app, site, 'one', GREEN);
  await beforeReview?.();
  const { id } = await runDeployment(app, site, 'two', RED);
  const body = { decision: 'approved' };
  expect((await rest(app, 'POST', `/v1/deployments/${id}/reviews`, { token: reviewer.token, body })).status).toBe(201);
  await advance(app, RED);
  await waitUntilRelayed(app);
  await sendNotificationMails(systemContext(app.services), () => new Date(Date.now() + 3_600_000));
  const to = ({ email }: TestUser) => sent.filter((mail) => mail.to === email);
  return { reporter: to(reporter), watcher: to(watcher) };
}

const linkIn = (mail: Mail | undefined, answer: 'good' | 'wrong') =>
  String(mail?.text.match(new RegExp(`http\\S+/answer/pbc_[\\w-]{43}/${answer}$`, 'm'))?.[0]);
const post = (link: string, text = '') => fetch(link, { method: 'POST', body: new URLSearchParams({ text }) });

const FIELDS = `status comments { nodes { content visibility byVisitor author { id } } } history { nodes { kind actorId } } proof { answer }`;
const read = async () =>
  (await graphql(app, `{ annotation(id: "${annotationId}") { ${FIELDS} } }`, {}, { token: owner.token })).data
    .annotation;

test('the member who reported a comment is mailed its proof; others who watch it are not', async () => {
  const mails = await prove();
  expect(mails.watcher).toEqual([]);
  expect(mails.reporter).toHaveLength(1);
  const [mail] = mails.reporter ?? [];
  expect(mail?.text).toContain('A change was approved as the fix of your comment.\n\nLeft: before. Right: after.');
  expect(mail?.pictures).toBeDefined();
  const page = await fetch(linkIn(mail, 'good'));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
  expect((await read()).proof).toEqual({ answer: null });
  const results = await Promise.all([post(linkIn(mail, 'good')), post(linkIn(mail, 'good'))]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await read()).toMatchObject({ status: 'resolved', comments: { nodes: [] }, proof: { answer: 'good' } });
});

test('an approval of several comments of a member is one mail', async () => {
  await report(reporter, { content: 'Brighter' });
  const [mail, ...others] = (await prove()).reporter ?? [];
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/: 2 of your comments were resolved$/);
  expect(mail?.text.match(/^#\d+ (Make it red|Brighter)$/gm)).toHaveLength(2);
  expect(mail?.pictures).toHaveLength(2);
  expect(mail?.text.match(/\/good$/gm)).toHaveLength(2);
  expect(await app.services.db.notificationMail.count({ where: { attempts: { gt: 0 } } })).toBe(0);
});

test('Still wrong reopens with a reply of the member, also in an internal thread', async () => {
  await rest(app, 'DELETE', `/annotations/${annotationId}`, { token: owner.token });
  annotationId = await report(reporter, { visibility: 'internal' });
  const [mail] = (await prove()).reporter ?? [];
  expect((await post(linkIn(mail, 'wrong'), 'A darker red')).status).toBe(200);
  expect(await read()).toMatchObject({
    status: 'open',
    comments: {
      nodes: [{ content: 'A darker red', visibility: 'internal', byVisitor: false, author: { id: reporter.id } }],
    },
    proof: { answer: 'wrong' },
  });
  expect((await read()).history.nodes).toContainEqual({ kind: 'status', actorId: reporter.id });
});

test.each<[string, () => Promise<unknown>]>([
  ['left the organization', () => app.services.db.membership.deleteMany({ where: { userId: reporter.id } })],
  [
    'may not reply any more',
    () => app.services.db.membership.updateMany({ where: { userId: reporter.id }, data: { role: 'viewer' } }),
  ],
])('the link of a member who %s does nothing', async (_name, end) => {
  const [mail] = (await prove()).reporter ?? [];
  await end();
  expect((await fetch(linkIn(mail, 'wrong'))).status).toBe(400);
  expect((await post(linkIn(mail, 'wrong'))).status).toBe(400);
  expect(await read()).toMatchObject({ status: 'resolved', proof: { answer: null } });
});

test('no mail is sent to members who approve their own fix, and to those who turned it off', async () => {
  expect((await prove(reporter)).reporter).toEqual([]);
  const off = `mutation { updateNotificationSettings(preferences: [{ kind: own_proof, channel: off }]) { mails } }`;
  expect((await graphql(app, off, {}, { token: reporter.token })).errors).toBeUndefined();
  site = await createSite(app, owner);
  annotationId = await report(reporter);
  expect((await prove()).reporter).toEqual([]);
});

test('the picture of a page behind a login is for members, not for guests', async () => {
  const useCredentials = () => app.services.pool.query('UPDATE snapshots SET used_credentials = true');
  expect((await prove(owner, useCredentials)).reporter?.[0]?.pictures).toBeDefined();
  site = await createSite(app, owner);
  reporter = await verified(await registerMember(app, owner.organizationId, 'guest', [site.projectId]));
  annotationId = await report(reporter);
  const [mail] = (await prove(owner, useCredentials)).reporter ?? [];
  expect([mail?.pictures, mail?.text]).toEqual([undefined, expect.stringContaining('Is it done as you asked?')]);
});
