import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { createMailer, type Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { sendInvitationMails } from '../../../src/resolvers/core/invitations/send-invitation-mails.ts';
import { sendQueuedMails } from '../../../src/resolvers/platform/mail/send-queued-mails.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { startSmtpServer } from '../../support/servers/smtp-server.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let sent: Mail[];
/** Behavior of the mail server. */
let take: (mail: Mail) => Promise<void>;

beforeAll(async () => {
  // Registering the owner sends another mail.
  app.services.mail.send = async (mail) => (mail.subject.startsWith('Verify') ? undefined : take(mail));
});
beforeEach(async () => {
  owner = await registerUser(app);
  sent = [];
  take = async (mail) => void sent.push(mail);
});
afterEach(() => app.services.pool.query('DELETE FROM invitations'));

const unavailable = () => Promise.reject(new Error('connect ECONNREFUSED'));
const invite = async (count: number) => {
  const members = Array.from({ length: count }, (_, i) => ({ email: `m${i}-${owner.email}`, role: 'viewer' }));
  const { body } = await rest(app, 'POST', '/v1/import/members', { token: owner.token, body: { members } });
  expect(body.data.imported).toBe(count);
};
const rows = () => app.services.db.invitation.findMany({ where: { organizationId: owner.organizationId } });
const pending = async () => (await rows()).filter(({ mailDueAt }) => mailDueAt !== null).length;
const run = () => sendInvitationMails(systemContext(app.services));
/** As if the waiting were over. */
const makeDue = () =>
  app.services.pool.query('UPDATE invitations SET mail_due_at = now() WHERE mail_due_at IS NOT NULL');

test('delays mails while the mail server is unavailable, and loses none', async () => {
  let refused = 0;
  take = () => {
    refused += 1;
    return unavailable();
  };
  await invite(20);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await run();
  const attempts = async () => (await rows()).reduce((sum, { mailAttempts }) => sum + mailAttempts, 0);
  // The senders of the import and of this run have all been refused.
  await expect.poll(async () => (await attempts()) - refused).toBe(0);
  // Each of the five senders of a run gives up at its first failure.
  expect(refused).toBeLessThanOrEqual(10);
  expect(await pending()).toBe(20);
  take = async (mail) => void sent.push(mail);
  const left = async () => {
    await makeDue();
    await run();
    return pending();
  };
  // The process that took the invitations may still hold one that it could not send.
  await expect.poll(left).toBe(0);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(20);
  expect(sent).toHaveLength(20);
});

test('renders names in a mail as one line of plain text', async () => {
  const name = 'Acme\u001b[31m\u0007\n\nPay\u0085at \u2028once ';
  await app.services.db.organization.update({ where: { id: owner.organizationId }, data: { name } });
  await invite(1);
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.subject).toBe('Ada invited you to Acme [31m Pay at once on Pinbound');
  expect(sent[0]?.text).toContain('to the organization Acme [31m Pay at once on Pinbound, as viewer.');
});

test('doubles the backoff with each failure, from a minute to about an hour', async () => {
  take = unavailable;
  await invite(1);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 9; attempt++) {
    await expect.poll(async () => (await rows())[0]?.mailAttempts).toBe(attempt);
    const [row] = await rows();
    waits.push(Math.round(((row?.mailDueAt?.getTime() ?? 0) - Date.now()) / 60_000));
    await makeDue();
    await run();
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64]);
});

test('does not delay others after a rejected address', async () => {
  take = (mail) =>
    mail.to.startsWith('m0-') ? Promise.reject(new Error('550 unknown')) : (async () => void sent.push(mail))();
  await invite(30);
  await expect.poll(pending).toBe(1);
  expect(sent).toHaveLength(29);
});

test('gives up a permanently rejected address until the invitation is sent again', async () => {
  const server = await startSmtpServer('550 5.1.1 no such user');
  const refusing = createMailer({ smtpUrl: server.url, from: 'us@example.com', dataDir: app.dataDir });
  take = (mail) => refusing.send(mail);
  await invite(12);
  await expect.poll(pending).toBe(0);
  expect((await rows()).map(({ mailedAt, mailAttempts }) => [mailedAt, mailAttempts])).toEqual(
    Array(12).fill([null, 1]),
  );

  await app.services.pool.query(
    `INSERT INTO queued_mails (id, organization_id, recipient, subject, text, html) VALUES ($1, $1, 'a@example.com', '', '', '')`,
    [owner.organizationId],
  );
  await sendQueuedMails(systemContext(app.services));
  expect((await app.services.pool.query('SELECT 1 FROM queued_mails')).rowCount).toBe(0);
  await server.close();

  take = async (mail) => void sent.push(mail);
  const [row] = await rows();
  const path = `/organizations/${owner.organizationId}/invitations/${row?.id}/resend`;
  expect((await rest(app, 'POST', path, { token: owner.token })).status).toBe(200);
  await expect.poll(() => sent.length).toBe(1);
});

test('sends each mail once from any number of processes', async () => {
  take = unavailable;
  await invite(60);
  // What one of the five senders of the first run still holds shall not become due again.
  await expect.poll(async () => (await rows()).filter(({ mailAttempts }) => mailAttempts > 0).length).toBe(5);
  take = async (mail) => void sent.push(mail);
  await makeDue();
  await Promise.all([run(), run(), run()]);
  expect(await pending()).toBe(0);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
});

test('mails a valid token for an invitation that is sent again while its mail is being sent', async () => {
  let finish: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  take = async (mail) => {
    sent.push(mail);
    await slow;
  };
  await invite(1);
  await expect.poll(() => sent.length).toBe(1);
  const [row] = await rows();
  const path = `/organizations/${owner.organizationId}/invitations/${row?.id}/resend`;
  expect((await rest(app, 'POST', path, { token: owner.token })).status).toBe(200);
  finish();
  await expect.poll(pending).toBe(0);
  expect(sent).toHaveLength(2);
  expect((await rows())[0]?.mailAttempts).toBe(1);
});
