import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { purgeExpired } from '../../src/resolvers/addons/retention/purge-expired.ts';
import { eventConsumers } from '../../src/resolvers/events/consumers.ts';
import { relayEvents } from '../../src/resolvers/platform/events/relay-events.ts';
import { sendQueuedMails } from '../../src/resolvers/platform/mail/send-queued-mails.ts';
import { rest } from '../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { mailsTo, mailTo } from '../support/mails.ts';
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

/** Something happens, and every delivery that is due ends its attempt. */
async function happens(): Promise<void> {
  await writeEvents(app, { organizationId: owner.organizationId, projectId }, 1);
  await relayEvents(systemContext(app.services), eventConsumers);
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

test('five days of nothing but failures disable it; what waits is cancelled, and the admins are told', async () => {
  status = 500;
  await happens();
  for (let hours = 0; hours < 5 * 24; hours += 12) {
    expect(await webhook()).toEqual(enabled);
    await pass(12 * HOUR - 60);
    await happens();
  }
  expect(await webhook()).toEqual(enabled);
  await app.advance(HOUR);
  await happens();
  await expect.poll(webhook).toEqual({ enabled: false, reason: 'failing' });
  await expect.poll(states).not.toHaveProperty('pending');
  expect((await states()).cancelled).toBeGreaterThan(0);
  for (const { email } of [owner, admin]) {
    const mail = await mailTo(app, email);
    const { host } = new URL(receiver.url);
    expect(mail).toContain(`Subject: The webhook to ${host} was disabled`);
    expect(mail.replace(/\s+/g, ' ')).toContain('has taken no event for five days: every attempt failed');
    expect(mail).not.toContain('a-secret-path');
  }
  expect(await mailsTo(app, editor.email)).toEqual([]);

  // Nothing is kept for it, and nothing is sent any more.
  const before = { states: await states(), requests: receiver.requests.length };
  await happens();
  await pass(2 * DAY);
  expect({ states: await states(), requests: receiver.requests.length }).toEqual(before);
});

test('one success among the failures of many days keeps it', async () => {
  status = 500;
  await happens();
  for (let day = 1; day <= 9; day += 1) {
    await pass(DAY);
    status = day === 4 ? 204 : 500;
    await happens();
    status = 500;
    expect(await webhook()).toEqual(enabled);
  }
});

test('failures with nothing to send for days between them do not add up', async () => {
  status = 500;
  for (let time = 0; time < 4; time += 1) {
    await happens();
    // Longer than each delay with its jitter.
    for (const hours of [1, 3, 4, 27]) await pass(hours * HOUR);
    expect((await states()).exhausted).toBe(time + 1);
    await app.advance(4 * DAY);
  }
  expect(await webhook()).toEqual(enabled);
});

test('410 disables at once, and says so', async () => {
  status = 500;
  await happens();
  status = 410;
  await happens();
  await expect.poll(webhook).toEqual({ enabled: false, reason: 'gone' });
  await expect.poll(states).toEqual({ cancelled: 1, exhausted: 1 });
  const mail = (await mailTo(app, admin.email)).replace(/\s+/g, ' ');
  expect(mail).toContain('answered 410 Gone, which means that it takes no events any more');
  expect(await mailsTo(app, editor.email)).toEqual([]);
});

test('when disabling fails, its lane is counted all the same, and its next answer disables it', async () => {
  const { pool } = app.services;
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await pool.query('CREATE TRIGGER refuse BEFORE UPDATE OF enabled ON webhooks FOR EACH ROW EXECUTE FUNCTION refuse()');
  onTestFinished(async () => {
    await pool.query('DROP FUNCTION IF EXISTS refuse CASCADE');
  });
  await pool.query('INSERT INTO webhook_hosts (host, failures, updated_at) SELECT host, 3, now() FROM webhooks');
  const failures = async () => (await pool.query('SELECT host, failures FROM webhook_hosts')).rows;
  status = 410;
  await happens();
  await expect.poll(failures).toEqual([]);
  expect([await webhook(), await states()]).toEqual([enabled, { exhausted: 1 }]);

  await pool.query('DROP FUNCTION refuse CASCADE');
  await happens();
  await expect.poll(webhook).toEqual({ enabled: false, reason: 'gone' });
});

test('a mail server that is away delays the mail to the admins, and loses none; after three days it is given up', async () => {
  const { mail, pool } = app.services;
  const { send } = mail;
  const queued = async () => (await pool.query('SELECT attempts FROM queued_mails ORDER BY id')).rows;
  mail.send = () => Promise.reject(new Error('connect ECONNREFUSED'));
  status = 410;
  await happens();
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

test.each(['project', 'organization'])('what waits for the %s that is deleted is not sent any more', async (what) => {
  const { id } = await createWebhook(app, owner, { url: receiver.url, projectId });
  await app.services.pool.query('DELETE FROM webhooks WHERE id <> $1', [id]);
  status = 500;
  await happens();
  expect(await states()).toEqual({ pending: 1 });
  const path = what === 'project' ? `/projects/${projectId}` : `/organizations/${owner.organizationId}`;
  expect((await rest(app, 'DELETE', path, { token: owner.token })).status).toBe(200);
  expect(await states()).toEqual({ cancelled: 1 });
  await happens();
  await pass(DAY);
  expect(receiver.requests).toHaveLength(1);
});

test('a webhook that is deleted takes its waiting deliveries along', async () => {
  status = 500;
  await happens();
  await app.services.pool.query('DELETE FROM webhooks WHERE id = $1', [webhookId]);
  expect(await states()).toEqual({});
  await pass(DAY);
  expect(receiver.requests).toHaveLength(1);
});

test('deliveries are kept for 30 days, with their attempts', async () => {
  status = 204;
  await happens();
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
