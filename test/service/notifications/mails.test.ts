import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { shortId } from '../../../src/infrastructure/database/ids.ts';
import { createMailer, type Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { notifyMembers } from '../../../src/resolvers/addons/notifications/notify-members.ts';
import {
  keepSendingNotificationMails,
  sendNotificationMails,
} from '../../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { storeObjects } from '../../../src/resolvers/platform/objects/store-objects.ts';
import { waitUntilRelayed } from '../../contract/support/sql-statements.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { startSmtpServer } from '../../support/servers/smtp-server.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const GROUPING_MS = 300_000;
let sent: Mail[];
/** Behavior of the mail server. */
let take: (mail: Mail) => Promise<void>;

beforeAll(() => {
  app.services.mail.send = async (mail) => (mail.subject.startsWith('Verify') ? undefined : take(mail));
});
beforeEach(async () => {
  await app.services.db.notificationMail.deleteMany();
  sent = [];
  take = async (mail) => void sent.push(mail);
});

/** Sends the mails that are due so much later. */
async function sendLater(ms = GROUPING_MS): Promise<Mail[]> {
  await waitUntilRelayed(app);
  const before = sent.length;
  await sendNotificationMails(systemContext(app.services), () => new Date(Date.now() + ms));
  return sent.slice(before);
}

const verify = (user: TestUser) =>
  app.services.db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date(Date.now() - 60_000) } });

/** A thread of an owner with a verified address, and an editor who replies. */
async function createThread() {
  const owner = await registerUser(app);
  await verify(owner);
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const project = await createProject(app, owner);
  const { id } = await createAnnotation(app, owner, project.id);
  return { owner, editor, project, id, organizationId: owner.organizationId };
}

const reply = async (user: TestUser, id: string, content = 'Because', more: object = {}) =>
  rest(app, 'POST', `/annotations/${id}/comments`, { token: user.token, body: { content, ...more } });

const setPreference = ({ token }: TestUser, kind: string, channel: string) =>
  graphql(
    app,
    `mutation { updateNotificationSettings(preferences: [{ kind: ${kind}, channel: ${channel} }]) { mails } }`,
    {},
    { token },
  );

test('collects the replies of a thread in one mail with both links, and starts again with the next', async () => {
  const { owner, editor, id } = await createThread();
  await reply(editor, id, 'First <b>\nline');
  await reply(editor, id, 'Second');
  expect(await sendLater(GROUPING_MS - 60_000)).toEqual([]);
  const [mail, ...others] = await sendLater();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: owner.email, subject: expect.stringMatching(/^Shop \d+ #1: The price is wrong$/) });
  expect(mail?.text).toContain('editor replied:\n> First <b>\n> line\n\neditor replied:\n> Second');
  expect(mail?.text).toContain(`Open in Pinbound: ${app.url}/a/${shortId(id)}`);
  expect(mail?.text).toContain('View on the page: https://shop.example/cart#pinbound=1');
  expect(mail?.html).toContain('First &lt;b&gt;\nline');
  expect(mail?.unsubscribeUrl).toContain(`${app.url}/unsubscribe/mails/${owner.id}?`);
  expect(mail?.thread).toBe(`<${id}@127.0.0.1>`);
  expect(await sendLater()).toEqual([]);
  await reply(editor, id, 'Third');
  expect(await sendLater(GROUPING_MS - 60_000)).toEqual([]);
  expect((await sendLater()).map(({ text }) => text.includes('Second'))).toEqual([false]);
  expect(await sendLater(3 * GROUPING_MS)).toEqual([]);
  expect(await app.services.db.notificationMail.count()).toBe(0);
});

test.each([
  ['was drawn on', true, [120, 60]],
  ['was not drawn on', false, [100, 90]],
])('contains the picture as it was sent if it %s', async (_name, drawn, [width, height]) => {
  const { default: sharp } = await import('sharp');
  const { editor, id } = await createThread();
  const create = (size: object) => sharp({ create: { ...size, channels: 3, background: '#36c' } as never });
  const capture = await create({ width: 300, height: 200 }).png().toBuffer();
  const sent = await create({ width: 120, height: 60 }).webp().toBuffer();
  const objects = [{ bytes: capture, kind: 'png' } as const, { bytes: sent, kind: 'webp' } as const];
  await storeObjects(app.services, objects, async (sql, [captureKey, sentKey]) => {
    await sql.query(
      `UPDATE annotations SET last_seen_image_key = $2, last_seen_box = $3, last_seen_at = now(), picture_key = $4,
              metadata = metadata || $5 WHERE id = $1`,
      [id, captureKey, JSON.stringify({ x: 100, y: 100, width: 20, height: 10 }), sentKey, { diagnostics: { drawn } }],
    );
  });
  await reply(editor, id);
  const [mail] = await sendLater();
  expect(await sharp(mail?.pictures?.[0]?.content).metadata()).toMatchObject({ format: 'png', width, height });
});

test('contains the picture of the element', async () => {
  const { default: sharp } = await import('sharp');
  const { editor, project, id } = await createThread();
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  const box = { x: 100, y: 100, width: 20, height: 10 };
  await storeObjects(app.services, [{ bytes: png, kind: 'png' }], async (sql, [key]) => {
    await sql.query(
      'UPDATE annotations SET last_seen_image_key = $2, last_seen_box = $3, last_seen_at = now() WHERE id = $1',
      [id, key, JSON.stringify(box)],
    );
  });
  await reply(editor, id);
  const [mail] = await sendLater();
  expect(await sharp(mail?.pictures?.[0]?.content).metadata()).toMatchObject({ format: 'png', width: 100, height: 90 });
  expect(mail?.html).toContain(`cid:${mail?.pictures?.[0]?.id}`);
  await app.services.db.annotation.updateMany({
    where: { projectId: project.id },
    data: { lastSeenImageKey: null, lastSeenAt: null },
  });
});

test.each<[string, (thread: Awaited<ReturnType<typeof createThread>>) => Promise<unknown>]>([
  ['read it', ({ owner, id }) => rest(app, 'POST', `/annotations/${id}/read`, { token: owner.token })],
  [
    'muted the thread',
    ({ owner, id }) => rest(app, 'PUT', `/annotations/${id}/watch`, { token: owner.token, body: { state: 'muted' } }),
  ],
  ['turned mails off', ({ owner }) => setPreference(owner, 'reply', 'in_app')],
  [
    'lost the membership',
    ({ owner, organizationId }) =>
      app.services.db.membership.deleteMany({ where: { userId: owner.id, organizationId } }),
  ],
  [
    'lost the project',
    ({ owner, organizationId }) =>
      app.services.db.membership.updateMany({
        where: { userId: owner.id, organizationId },
        data: { role: 'editor', allProjects: false },
      }),
  ],
  [
    'cannot read it: it was deleted',
    ({ owner, id }) => rest(app, 'DELETE', `/annotations/${id}`, { token: owner.token }),
  ],
  [
    'changed the address to an unverified one',
    ({ owner }) => app.services.db.user.update({ where: { id: owner.id }, data: { emailVerifiedAt: null } }),
  ],
])('sends nothing to a member who meanwhile %s', async (_what, change) => {
  const thread = await createThread();
  await reply(thread.editor, thread.id);
  await waitUntilRelayed(app);
  await change(thread);
  expect(await sendLater()).toEqual([]);
  await sendLater(3 * GROUPING_MS);
  expect(await app.services.db.notificationMail.count()).toBe(0);
});

test('a mail to a guest has no internal text', async () => {
  const { owner, project, id } = await createThread();
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  await verify(guest);
  await reply(guest, id, 'Guest');
  await reply(owner, id, 'Public');
  await reply(owner, id, 'Secret', { visibility: 'internal' });
  const mails = (await sendLater()).filter(({ to }) => to === guest.email);
  expect(mails.map(({ text }) => [text.includes('Public'), text.includes('Secret')])).toEqual([[true, false]]);
});

test('sends digests at the preferred time, with what happened in all threads', async () => {
  const { owner, editor, project, id } = await createThread();
  await setPreference(owner, 'reply', 'daily_digest');
  await graphql(app, 'mutation { updateNotificationSettings(digestHour: 9) { mails } }', {}, { token: owner.token });
  const other = await createAnnotation(app, owner, project.id, { content: 'Other' });
  await reply(editor, id, 'One');
  await reply(editor, other.id, 'Two');
  await waitUntilRelayed(app);
  const [row] = await app.services.db.notificationMail.findMany();
  expect(row).toMatchObject({ topic: 'daily' });
  expect(row?.dueAt.toISOString()).toMatch(/T09:00:00.000Z$/);
  const untilDue = (row?.dueAt.getTime() ?? 0) - Date.now();
  expect(await sendLater(untilDue - 1_000)).toEqual([]);
  const [mail, ...others] = await sendLater(untilDue);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your daily digest of Pinbound: 2 notifications');
  expect(mail?.text).toMatch(
    /#1: The price is wrong\n\neditor replied:\n> One[\s\S]*#2: Other\n\neditor replied:\n> Two/,
  );
  await reply(editor, id, 'Three');
  await waitUntilRelayed(app);
  const [next] = await app.services.db.notificationMail.findMany();
  expect(next?.dueAt.toISOString()).toMatch(/T09:00:00.000Z$/);
});

test('an address that does not exist gets no further mail until preferences change', async () => {
  const server = await startSmtpServer('550 5.1.1 no such user');
  const refusing = createMailer({ smtpUrl: server.url, from: 'us@example.com', dataDir: app.dataDir });
  const { owner, editor, id } = await createThread();
  take = (mail) => refusing.send(mail);
  await reply(editor, id);
  await sendLater();
  await server.close();
  take = async (mail) => void sent.push(mail);
  await reply(editor, id);
  expect(await sendLater(2 * GROUPING_MS)).toEqual([]);
  const query = '{ notificationSettings { bouncedAt } }';
  const { data } = await graphql(app, query, {}, { token: owner.token });
  expect(data.notificationSettings.bouncedAt).toMatch(/Z$/);
  await setPreference(owner, 'reply', 'mail');
  await reply(editor, id);
  expect(await sendLater(3 * GROUPING_MS)).toHaveLength(1);
});

test('loses no mail while the server fails, and sends each once from any number of processes', async () => {
  const threads = [];
  for (let i = 0; i < 12; i++) threads.push(await createThread());
  for (const { editor, id } of threads) await reply(editor, id);
  take = () => Promise.reject(new Error('Connection closed unexpectedly'));
  await sendLater();
  const tried = await app.services.db.notificationMail.findMany({ where: { attempts: { gt: 0 } } });
  // Each of five senders stops at its first failure; the others are not delayed.
  expect(tried.length).toBeLessThanOrEqual(5);
  take = async (mail) => void sent.push(mail);
  await Promise.all([sendLater(), sendLater(), sendLater()]);
  await sendLater();
  expect(sent.map(({ to }) => to).sort()).toEqual(threads.map(({ owner }) => owner.email).sort());
});

test('a busy run sends the mails that become due meanwhile', async () => {
  const [first, second] = [await createThread(), await createThread()];
  await reply(first.editor, first.id);
  await waitUntilRelayed(app);
  const makeDue = async () => {
    await app.services.db.notificationMail.updateMany({ data: { dueAt: new Date() } });
    await app.services.db.notification.updateMany({ data: { createdAt: new Date(Date.now() - 60_000) } });
  };
  await makeDue();
  let waits = 0;
  const wait = async () => {
    waits += 1;
    if (waits > 1) return;
    await reply(second.editor, second.id);
    await waitUntilRelayed(app);
    await makeDue();
  };
  await keepSendingNotificationMails(systemContext(app.services), { forMs: 100_000, wait });
  expect(waits).toBe(2);
  expect(sent.map(({ to }) => to)).toEqual([first.owner.email, second.owner.email]);
});

test('a repeated event adds no notification and no mail', async () => {
  const { editor, project, id } = await createThread();
  await reply(editor, id);
  await waitUntilRelayed(app);
  const events = await app.services.db.event.findMany({ where: { projectId: project.id } });
  const consumer = notifyMembers(systemContext(app.services));
  await Promise.all([consumer.consume(events), consumer.consume(events)]);
  expect(await app.services.db.notification.count({ where: { projectId: project.id, kind: 'reply' } })).toBe(1);
  expect(await sendLater()).toHaveLength(1);
});

test('links to unsubscribe show a page, and act on POST only', async () => {
  const { owner, editor, id } = await createThread();
  await reply(editor, id);
  const [mail] = await sendLater();
  const mute = /Mute this thread: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const state = async () => {
    const { data } = await graphql(
      app,
      `query ($id: ID!) { annotation(id: $id) { isMuted } notificationSettings { mails } }`,
      { id },
      { token: owner.token },
    );
    return [data.annotation.isMuted, data.notificationSettings.mails];
  };
  for (const link of [mute, mail?.unsubscribeUrl ?? '']) {
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    expect(html.includes('Comment #1</figcaption><blockquote dir="auto">The price is wrong<')).toBe(link === mute);
  }
  expect(await state()).toEqual([false, true]);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const oneClick = (link: string) => fetch(link, { method: 'POST', body });
  const forged = (mail?.unsubscribeUrl ?? '').replace(owner.id, editor.id);
  expect((await oneClick(forged)).status).toBe(401);
  await app.services.db.membership.updateMany({
    where: { userId: owner.id },
    data: { role: 'editor', allProjects: false },
  });
  expect(await (await fetch(mute)).text()).not.toContain('The price is wrong');
  await app.services.db.membership.updateMany({
    where: { userId: owner.id },
    data: { role: 'owner', allProjects: true },
  });
  expect((await oneClick(mute)).status).toBe(200);
  expect(await state()).toEqual([true, true]);
  for (let i = 0; i < 2; i++) expect((await oneClick(mail?.unsubscribeUrl ?? '')).status).toBe(200);
  expect(await state()).toEqual([true, false]);
  expect(await app.services.db.notificationSettings.count({ where: { userId: editor.id } })).toBe(0);
});
