import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventConsumers } from '../../src/container/event-consumers.ts';
import { systemContext } from '../../src/context.ts';
import { purgeExpired } from '../../src/resolvers/addons/retention/purge-expired.ts';
import { relayEvents } from '../../src/resolvers/platform/events/relay-events.ts';
import { sendQueuedMails } from '../../src/resolvers/platform/mail/send-queued-mails.ts';
import { rest } from '../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { mailsTo, waitForMail } from '../support/mails.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { type ClockedApp, startClockedApp } from '../support/test-clock.ts';
import { createWebhook, writeEvents } from '../support/webhooks.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

let app: ClockedApp;
let receiver: Receiver;
let status: number;
let owner: TestUser;
let admin: TestUser;
let editor: TestUser;
let projectId: string;
let webhookId: string;

beforeAll(async () => {
  app = await startClockedApp();
  receiver = await startReceiver((_request, response) => response.writeHead(status).end());
});
beforeEach(async () => {
  owner = await registerUser(app);
  admin = await registerMember(app, owner.organizationId, 'admin');
  editor = await registerMember(app, owner.organizationId, 'editor');
  projectId = (await createProject(app, owner)).id;
  webhookId = (await createWebhook(app, owner, { url: `${receiver.url}/a-secret-path` })).id;
});
afterEach(async () => {
  await app.services.pool.query('DELETE FROM webhooks');
  receiver.requests.length = 0;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** Emits an event, and waits until every due delivery has finished its attempt. */
async function emitEvent(): Promise<void> {
  await writeEvents(app, { organizationId: owner.organizationId, projectId }, 1);
  const ctx = systemContext(app.services);
  await relayEvents(ctx, eventConsumers(ctx));
  await settled();
}
async function settled(): Promise<void> {
  const due = `SELECT FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.enabled
                WHERE lease_id IS NOT NULL OR (state = 'pending' AND next_attempt_at <= now())`;
  await expect.poll(async () => (await app.services.pool.query(due)).rowCount, { interval: 10 }).toBe(0);
}
async function pass(seconds: number): Promise<void> {
  await app.advance(seconds);
  await app.sweep();
  await settled();
}
const makeMailsDue = () => app.services.pool.query('UPDATE queued_mails SET due_at = now()');
const webhook = async () =>
  (await app.services.pool.query('SELECT enabled, disabled_reason AS reason FROM webhooks WHERE id = $1', [webhookId]))
    .rows[0];
const states = async () => {
  const { rows } = await app.services.pool.query(
    'SELECT state, count(*)::int FROM webhook_deliveries GROUP BY 1 ORDER BY 1',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const enabled = { enabled: true, reason: null };

test('five days of consecutive failures disable it, cancel its pending deliveries and notify the admins', async () => {
  status = 500;
  await emitEvent();
  for (let hours = 0; hours < 5 * 24; hours += 12) {
    expect(await webhook()).toEqual(enabled);
    await pass(12 * HOUR - 60);
    await emitEvent();
  }
  expect(await webhook()).toEqual(enabled);
  await app.advance(HOUR);
  await emitEvent();
  await expect.poll(webhook).toEqual({ enabled: false, reason: 'failing' });
  await expect.poll(states).not.toHaveProperty('pending');
  expect((await states()).cancelled).toBeGreaterThan(0);
  for (const { email } of [owner, admin]) {
    const mail = await waitForMail(app, email);
    const { host } = new URL(receiver.url);
    expect(mail).toContain(`Subject: The webhook to ${host} was disabled`);
    expect(mail.replace(/\s+/g, ' ')).toContain('has failed every delivery for five days');
    expect(mail).not.toContain('a-secret-path');
  }
  expect(await mailsTo(app, editor.email)).toEqual([]);

  // Events are no longer stored for it, and nothing is sent.
  const before = { states: await states(), requests: receiver.requests.length };
  await emitEvent();
  await pass(2 * DAY);
  expect({ states: await states(), requests: receiver.requests.length }).toEqual(before);
});

test('one success within days of failures keeps it enabled', async () => {
  status = 500;
  await emitEvent();
  for (let day = 1; day <= 9; day += 1) {
    await pass(DAY);
    status = day === 4 ? 204 : 500;
    await emitEvent();
    status = 500;
    expect(await webhook()).toEqual(enabled);
  }
});

test('failures do not accumulate over days without anything to send', async () => {
  status = 500;
  for (let time = 0; time < 4; time += 1) {
    await emitEvent();
    // Longer than each delay including its jitter.
    for (const hours of [1, 3, 4, 27]) await pass(hours * HOUR);
    expect((await states()).exhausted).toBe(time + 1);
    await app.advance(4 * DAY);
  }
  expect(await webhook()).toEqual(enabled);
});

test('410 disables it immediately and names the reason', async () => {
  status = 500;
  await emitEvent();
  status = 410;
  await emitEvent();
  await expect.poll(webhook).toEqual({ enabled: false, reason: 'gone' });
  await expect.poll(states).toEqual({ cancelled: 1, exhausted: 1 });
  const mail = (await waitForMail(app, admin.email)).replace(/\s+/g, ' ');
  expect(mail).toContain('responded with 410 Gone, which means that it accepts no more events');
  expect(await mailsTo(app, editor.email)).toEqual([]);
});

test('when disabling fails, its destination is still counted, and the next response disables it', async () => {
  const { pool } = app.services;
  await pool.query(`CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await pool.query('CREATE TRIGGER reject BEFORE UPDATE OF enabled ON webhooks FOR EACH ROW EXECUTE FUNCTION reject()');
  onTestFinished(async () => {
    await pool.query('DROP FUNCTION IF EXISTS reject CASCADE');
  });
  await pool.query('INSERT INTO webhook_hosts (host, failures, updated_at) SELECT host, 3, now() FROM webhooks');
  const failures = async () => (await pool.query('SELECT host, failures FROM webhook_hosts')).rows;
  status = 410;
  await emitEvent();
  await expect.poll(failures).toEqual([]);
  expect([await webhook(), await states()]).toEqual([enabled, { exhausted: 1 }]);

  await pool.query('DROP FUNCTION reject CASCADE');
  await emitEvent();
  await expect.poll(webhook).toEqual({ enabled: false, reason: 'gone' });
});

test('an unreachable mail server delays the mail to the admins and loses none; it is dropped after three days', async () => {
  const { mail, pool } = app.services;
  const { send } = mail;
  const queued = async () => (await pool.query('SELECT attempts FROM queued_mails ORDER BY id')).rows;
  mail.send = () => Promise.reject(new Error('connect ECONNREFUSED'));
  status = 410;
  await emitEvent();
  await expect.poll(queued).toEqual([{ attempts: 1 }, { attempts: 1 }]);
  expect(await mailsTo(app, admin.email)).toEqual([]);
  await pool.query(`UPDATE queued_mails SET created_at = now() - interval '73 hours' WHERE recipient = $1`, [
    owner.email,
  ]);
  await makeMailsDue();
  await sendQueuedMails(systemContext(app.services));
  expect(await queued()).toEqual([{ attempts: 2 }]);

  mail.send = send;
  await makeMailsDue();
  await sendQueuedMails(systemContext(app.services));
  expect(await mailsTo(app, admin.email)).toHaveLength(1);
  expect(await queued()).toEqual([]);
});

test.each(['project', 'organization'])('deleting the %s cancels its pending deliveries', async (what) => {
  const { id } = await createWebhook(app, owner, { url: receiver.url, projectId });
  await app.services.pool.query('DELETE FROM webhooks WHERE id <> $1', [id]);
  status = 500;
  await emitEvent();
  expect(await states()).toEqual({ pending: 1 });
  const path = what === 'project' ? `/projects/${projectId}` : `/organizations/${owner.organizationId}`;
  expect((await rest(app, 'DELETE', path, { token: owner.token })).status).toBe(200);
  expect(await states()).toEqual({ cancelled: 1 });
  await emitEvent();
  await pass(DAY);
  expect(receiver.requests).toHaveLength(1);
});

test('deleting a webhook deletes its pending deliveries', async () => {
  status = 500;
  await emitEvent();
  await app.services.pool.query('DELETE FROM webhooks WHERE id = $1', [webhookId]);
  expect(await states()).toEqual({});
  await pass(DAY);
  expect(receiver.requests).toHaveLength(1);
});

test('deliveries and their attempts are kept for 30 days', async () => {
  status = 204;
  await emitEvent();
  const purge = () => purgeExpired(systemContext(app.services));
  const left = async () =>
    (
      await app.services.pool.query(
        'SELECT (SELECT count(*)::int FROM webhook_deliveries) + (SELECT count(*)::int FROM webhook_attempts) AS left',
      )
    ).rows[0].left;
  await app.advance(30 * DAY - HOUR);
  await purge();
  expect(await left()).toBe(2);
  await app.advance(2 * HOUR);
  await purge();
  expect(await left()).toBe(0);
});
