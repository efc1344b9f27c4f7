import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { rest } from '../support/client.ts';
import { temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { type MailSink, startMailSink } from '../support/servers/mail-sink.ts';
import { seededRandom } from './seeded-random.ts';

export interface NotificationLoopResult {
  seed: number;
  /** Kills by process. */
  kills: { api: number; worker: number };
  /** Annotations that the service acknowledged. */
  events: number;
  /** Notifications that they made. */
  notifications: number;
  /** Notifications that a mail server accepted more than once: a kill came between. */
  repeatedMails: number;
  /** Violated invariants. */
  problems: string[];
}

const MEMBERS = 3;
const WRITERS = 2;
/** Maximum lifetime of a process before the kill, ms. */
const LONGEST_LIFE_MS = 1_500;
const SETTLED_WITHIN_MS = 60_000;
/** Mails that a worker sends at once (addons/notifications/send-notification-mails.ts). */
const CONCURRENCY = 5;

/**
 * Kills API and worker at random times while annotations are written; three members are
 * notified by mail. In the end every member must have one notification of each, and a mail server
 * must have accepted each; it may get those twice that were being sent at a kill. The caller cleans
 * up (`killServers`, then `cleanUp`).
 *
 * @param options.kills total, half of them of each process
 */
export async function runNotificationLoop(options: {
  kills: number;
  events: number;
  seed: number;
}): Promise<NotificationLoopResult> {
  const { kills, events, seed } = options;
  const random = seededRandom(seed);
  const directory = await temporaryDirectory();
  const dataDir = watchDataDir(join(directory, 'database'));
  const postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') });
  const sink = await startMailSink();
  const shared = {
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: join(directory, 'files'),
    AUTH_SECRET: 'fault-test-secret-fault-test-secret',
    SMTP_URL: sink.url,
    MAIL_GROUPING: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_AUTH: '0',
  };
  const roles = {
    api: { ...shared, ROLE: 'api', PORT: String(await freePort()) },
    worker: { ...shared, ROLE: 'worker' },
  };
  const start = async (role: keyof typeof roles): Promise<ServerProcess> => {
    const server = await startServer(roles[role]);
    await server.ready();
    return server;
  };
  const running = { api: await start('api'), worker: await start('worker') };
  const { token, projectId } = await demoProject(running.api);
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  const members: TestUser[] = [];
  for (let count = 0; count < MEMBERS; count += 1) members.push(await addMember(client, running.api, projectId));

  const result = { kills: { api: 0, worker: 0 }, problems: [] as string[] };
  const acknowledged: string[] = [];
  let next = 0;
  /** Posts until the service acknowledges. */
  async function post(content: string): Promise<void> {
    for (;;) {
      const response = await rest(running.api, 'POST', '/annotations', {
        token,
        headers: { 'idempotency-key': content },
        body: { projectId, content, url: 'https://shop.example/cart' },
      }).catch(() => undefined);
      if (response?.status === 201) return void acknowledged.push(content);
      if (response && response.status < 500) throw new Error(`${content}: status ${response.status}`);
      await delay(20);
    }
  }
  /** Distributes the events over the kills. */
  async function write(): Promise<void> {
    while (next < events) {
      if (next > ((result.kills.api + result.kills.worker + 1) * events) / kills) {
        await delay(10);
        continue;
      }
      next += 1;
      await post(`note-${next}-`);
    }
  }
  async function killAgainAndAgain(role: keyof typeof roles, times: number): Promise<void> {
    for (; result.kills[role] < times; result.kills[role] += 1) {
      await delay(random() * LONGEST_LIFE_MS);
      await running[role].kill();
      // A mail of a killed worker is due again a minute later: the minute passes here.
      if (role === 'worker') await client.query('UPDATE notification_mails SET due_at = now()');
      running[role] = await start(role);
    }
  }
  await Promise.all([
    ...Array.from({ length: WRITERS }, write),
    killAgainAndAgain('api', Math.floor(kills / 2)),
    killAgainAndAgain('worker', Math.ceil(kills / 2)),
  ]);
  result.problems.push(...(await waitUntilMailed(client)));
  const audit = await auditNotifications(client, { projectId, acknowledged, members, sink });
  const bound = CONCURRENCY * result.kills.worker;
  if (audit.repeatedMails > bound)
    result.problems.push(`${audit.repeatedMails} repeated mails; expected at most ${bound}`);
  await client.end();
  for (const [role, server] of Object.entries(running)) {
    const { code } = await server.stop();
    if (code !== 0) result.problems.push(`the stop of the ${role} ended with ${code}: ${server.output()}`);
  }
  await sink.close();
  await postgres.stop();
  const problems = [...result.problems, ...audit.problems];
  return { seed, ...result, events: acknowledged.length, ...audit, problems };
}

/** Registers a member of the project's organization who gets mails of new annotations. */
async function addMember(client: pg.Client, api: ServerProcess, projectId: string): Promise<TestUser> {
  const user = await registerUser(api);
  await client.query(
    `INSERT INTO memberships (id, organization_id, user_id, role)
     SELECT gen_random_uuid(), organization_id, $2, 'editor' FROM projects WHERE id = $1`,
    [projectId, user.id],
  );
  await client.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
  await client.query(`INSERT INTO notification_settings (user_id, channels) VALUES ($1, '{"annotation": "mail"}')`, [
    user.id,
  ]);
  return user;
}

/** @returns a problem after the timeout */
async function waitUntilMailed(client: pg.Client): Promise<string[]> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ events: number; mails: number }>(
      `SELECT (SELECT count(*)::int FROM events WHERE relayed_at IS NULL) AS events,
              (SELECT count(*)::int FROM notifications WHERE mail_topic IS NOT NULL) AS mails`,
    );
    const { events = 0, mails = 0 } = rows[0] ?? {};
    if (events + mails === 0) return [];
    if (performance.now() > deadline) return [`${events} events and ${mails} mails are left`];
    await delay(200);
  }
}

const NOTIFIED = `SELECT a.content, m.user_id AS "userId", count(*)::int AS count, count(n.mailed_at)::int AS mailed
  FROM notifications n JOIN annotations a ON a.id = n.annotation_id JOIN memberships m ON m.id = n.membership_id
 WHERE a.project_id = $1 GROUP BY a.content, m.user_id`;

/** Compares notifications and mails with the acknowledged annotations. */
async function auditNotifications(
  client: pg.Client,
  options: { projectId: string; acknowledged: string[]; members: TestUser[]; sink: MailSink },
): Promise<{ notifications: number; repeatedMails: number; problems: string[] }> {
  const { projectId, acknowledged, members, sink } = options;
  const problems: string[] = [];
  const { rows } = await client.query<{ content: string; userId: string; count: number; mailed: number }>(NOTIFIED, [
    projectId,
  ]);
  const found = new Map(rows.map((row) => [`${row.content} ${row.userId}`, row]));
  let repeatedMails = 0;
  for (const { id, email } of members) {
    const texts = sink.mails.filter(({ recipient }) => recipient === email).map(({ text }) => text);
    for (const content of acknowledged) {
      const { count = 0, mailed = 0 } = found.get(`${content} ${id}`) ?? {};
      if (count !== 1 || mailed !== 1) problems.push(`${content} has ${count} notifications, ${mailed} mailed`);
      const accepted = texts.filter((text) => text.includes(content)).length;
      if (accepted === 0) problems.push(`${content} was never mailed to ${email}`);
      repeatedMails += Math.max(0, accepted - 1);
    }
  }
  const notifications = rows.reduce((sum, { count }) => sum + count, 0);
  return { notifications, repeatedMails, problems: problems.slice(0, 20) };
}
