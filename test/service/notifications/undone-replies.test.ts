import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import type { Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { sendNotificationMails } from '../../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { sendVisitorMails } from '../../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { waitUntilRelayed } from '../../contract/support/sql-statements.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp(() => ({ env: { MAIL_GROUPING: '0' } }));
let owner: TestUser;
let watcher: TestUser;
let id: string;
let sent: Mail[];

beforeAll(async () => {
  app.services.mail.send = async (mail) => void (mail.subject.startsWith('Verify') || sent.push(mail));
  owner = await registerUser(app);
  watcher = await registerMember(app, owner.organizationId, 'editor');
  const emailVerifiedAt = new Date(Date.now() - 60_000);
  await app.services.db.user.update({ where: { id: watcher.id }, data: { emailVerifiedAt } });
});
beforeEach(async () => {
  const { projectKey } = await createProject(app, owner);
  const body = { projectKey, content: 'Where is it?', url: 'https://shop.example/', email: 'grace@visitors.example' };
  id = (await rest(app, 'POST', '/annotations/public', { body })).body.id;
  await rest(app, 'PUT', `/annotations/${id}/watch`, { token: watcher.token, body: { state: 'watching' } });
  sent = [];
});

const reply = async (content: string): Promise<string> => {
  const response = await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content } });
  expect(response.status).toBe(201);
  return response.body.id;
};
const undo = (commentId: string) =>
  rest(app, 'DELETE', `/annotations/${id}/comments/${commentId}`, { token: owner.token });
const mailsAfter = async (seconds: number) => {
  await waitUntilRelayed(app);
  const now = () => new Date(Date.now() + seconds * 1_000);
  sent = [];
  await sendNotificationMails(systemContext(app.services), now);
  await sendVisitorMails(systemContext(app.services), now);
  return sent.map(({ to }) => to).sort();
};

test('a reply is not mailed while it can be undone, also without grouping', async () => {
  await reply('On its way');
  expect(await mailsAfter(10)).toEqual([]);
  expect(await mailsAfter(16)).toEqual(['grace@visitors.example', watcher.email].sort());
});

test('an undone reply is in no mail, and later ones are', async () => {
  const first = await reply('iplease check');
  await undo(first);
  expect(await mailsAfter(16)).toEqual([]);
  await reply('Please check');
  expect(await mailsAfter(120)).toEqual(['grace@visitors.example', watcher.email].sort());
  expect(JSON.stringify(sent)).not.toContain('iplease');
});

test('a mail that is due leaves out a reply that can still be undone', async () => {
  await reply('The first');
  await waitUntilRelayed(app);
  await app.services.pool.query(`UPDATE visitor_notifications SET created_at = created_at - interval '1 minute'`);
  await app.services.pool.query(`UPDATE notifications SET created_at = created_at - interval '1 minute'`);
  await app.services.pool.query('UPDATE visitor_mails SET due_at = now()');
  await app.services.pool.query('UPDATE notification_mails SET due_at = now()');
  const second = await reply('The second');
  expect(await mailsAfter(1)).toHaveLength(2);
  expect(JSON.stringify(sent)).not.toContain('The second');
  await undo(second);
  expect(await mailsAfter(300)).toEqual([]);
});
