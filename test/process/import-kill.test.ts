import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RestResponse, rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { mailsTo } from '../support/mails.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { startRawReceiver } from '../support/servers/receiver.ts';
import { createTestDatabase, openTestPool } from '../support/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
  env = { DATABASE_URL: database.url, DATA_DIR: join(await temporaryDirectory(), 'data') };
});
afterEach(killServers);
afterAll(async () => {
  await pool.end();
  await database.drop();
  await cleanUp();
});

const count = async (from: string): Promise<number> =>
  (await pool.query(`SELECT count(*)::int AS count FROM ${from}`)).rows[0].count;

/** Advisory lock that blocks imports. */
const LOCK = 1;
const OWN_DATABASE = "pg_stat_activity WHERE application_name = 'pinbound' AND datname = current_database()";

/** Makes inserts of such a row wait for the advisory lock. */
const holdUpAt = (table: string, row: string) =>
  pool.query(`
    CREATE FUNCTION hold_up_${table}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$;
    CREATE TRIGGER hold_up BEFORE INSERT ON ${table}
      FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION hold_up_${table}()`);

/** Starts a call, kills the server when it is held up, and waits until the database has noticed. */
async function killMidway(call: (server: { url: string }, token: string, projectId: string) => Promise<RestResponse>) {
  const server = await startServer(env);
  await server.ready();
  const { token, projectId } = await demoProject(server);
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const cut = call(server, token, projectId).then(
    ({ status }) => status,
    () => 'cut off',
  );
  try {
    await expect.poll(() => count(`${OWN_DATABASE} AND wait_event = 'advisory'`)).toBe(1);
    await server.kill();
    expect(await cut).toBe('cut off');
  } finally {
    // Ends the lock, too.
    holder.release(true);
  }
  await expect.poll(() => count(OWN_DATABASE)).toBe(0);
}

/** A server that was started anew, and what its call answers. */
async function repeat(call: (server: { url: string }, token: string, projectId: string) => Promise<RestResponse>) {
  const server = await startServer(env);
  await server.ready();
  const { token, projectId } = await demoProject(server);
  return (await call(server, token, projectId)).body.data;
}

test('an import of 10 000 comments interrupted by SIGKILL completes when repeated', async () => {
  const comments = Array.from({ length: 10_000 }, (_, i) => ({
    text: `Comment ${i}`,
    page: `https://shop.example/${i % 50}`,
    externalId: String(i),
  }));
  const send = (server: { url: string }, token: string, projectId: string) =>
    rest(server, 'POST', `/v1/projects/${projectId}/import/comments`, { token, body: { source: 'csv', comments } });
  await holdUpAt('annotations', "NEW.external_id = '4700'");
  await killMidway(send);
  expect(await count('annotations')).toBe(4_500);
  expect(await repeat(send)).toEqual({ imported: 5_500, skipped: 4_500, failed: [], preview: null });
  const { rows } = await pool.query(
    `SELECT count(*)::int AS all, count(DISTINCT external_id)::int AS ids, count(DISTINCT number)::int AS numbers,
            min(number) AS first, max(number) AS last FROM annotations`,
  );
  expect(rows).toEqual([{ all: 10_000, ids: 10_000, numbers: 10_000, first: 1, last: 10_000 }]);
  expect((await pool.query('SELECT annotation_count FROM projects')).rows).toEqual([{ annotation_count: 10_000 }]);
});

test('an interrupted import of 1 000 projects with environments completes when repeated', async () => {
  const projects = Array.from({ length: 1_000 }, (_, i) => ({ name: 'Site', url: `https://site-${i}.example` }));
  const send = (server: { url: string }, token: string) =>
    rest(server, 'POST', '/v1/import/projects', { token, body: { projects } });
  await holdUpAt('environments', "NEW.url = 'https://site-250.example'");
  await killMidway(send);
  expect(await count("projects WHERE name = 'Site'")).toBe(200);
  expect(await repeat(send)).toEqual({ imported: 800, skipped: 200, failed: [], preview: null });
  expect(await count("projects WHERE name = 'Site'")).toBe(1_000);
  expect(await count("environments WHERE name = 'Production'")).toBe(1_000);
  expect(await count("events WHERE type = 'project.created' AND data LIKE '%\"Site\"%'")).toBe(1_000);
});

test('the next process mails the invitations of a killed one', async () => {
  const members = Array.from({ length: 1_000 }, (_, i) => ({ email: `member-${i}@example.com`, role: 'viewer' }));
  const send = (server: { url: string }, token: string) =>
    rest(server, 'POST', '/v1/import/members', { token, body: { members } });
  const silent = await startRawReceiver(() => undefined);
  const server = await startServer({ ...env, SMTP_URL: `smtp://127.0.0.1:${silent.port}` });
  await server.ready();
  const { token } = await demoProject(server);
  expect((await send(server, token)).body.data.imported).toBe(1_000);
  await expect.poll(silent.connections).toBeGreaterThan(0);
  await server.kill();
  await silent.close();
  expect(await count('invitations WHERE mailed_at IS NULL')).toBe(1_000);
  // As if the minute had passed that a mail under way is given.
  await pool.query('UPDATE invitations SET mail_due_at = now() WHERE mail_due_at IS NOT NULL');
  expect(await repeat(send)).toEqual({ imported: 0, skipped: 1_000, failed: [], preview: null });
  await expect.poll(() => count('invitations WHERE mailed_at IS NULL')).toBe(0);
  expect(await mailsTo({ dataDir: env.DATA_DIR ?? '' }, 'member-999@example.com')).not.toEqual([]);
  expect(await count("events WHERE type = 'member.invited'")).toBe(1_000);
});
