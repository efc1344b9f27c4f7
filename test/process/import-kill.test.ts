import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { cleanUp, temporaryDirectory } from '../service/fixtures/servers.ts';
import { type RestAnswer, rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { mailsTo } from '../support/mails.ts';
import { killServers, startServer } from '../support/server-process.ts';
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

/** Starts a call and kills the server when so much of it is written. @returns how much that is, when it has died */
async function killMidway(
  call: (server: { url: string }, token: string, projectId: string) => Promise<RestAnswer>,
  table: string,
  when: number,
): Promise<number> {
  const server = await startServer(env);
  await server.ready();
  const { token, projectId } = await demoProject(server);
  const cut = call(server, token, projectId).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await vi.waitUntil(async () => (await count(table)) >= when, { timeout: 30_000, interval: 2 });
  await server.kill();
  expect(await cut).toBe('cut off');
  // The database may not have noticed yet, and finish what was under way.
  await vi.waitUntil(
    async () => (await count("pg_stat_activity WHERE application_name = 'pinbound' AND state <> 'idle'")) === 0,
  );
  return count(table);
}

/** A server that was started anew, and what its call answers. */
async function repeat(call: (server: { url: string }, token: string, projectId: string) => Promise<RestAnswer>) {
  const server = await startServer(env);
  await server.ready();
  const { token, projectId } = await demoProject(server);
  return (await call(server, token, projectId)).body.data;
}

test('an import of 10 000 comments that a SIGKILL cuts short ends right when it is repeated', async () => {
  const comments = Array.from({ length: 10_000 }, (_, i) => ({
    text: `Comment ${i}`,
    page: `https://shop.example/${i % 50}`,
    externalId: String(i),
  }));
  const send = (server: { url: string }, token: string, projectId: string) =>
    rest(server, 'POST', `/v1/projects/${projectId}/import/comments`, { token, body: { source: 'csv', comments } });
  const written = await killMidway(send, 'annotations', 2_000);
  expect(written).toBeGreaterThanOrEqual(2_000);
  expect(written).toBeLessThan(10_000);
  expect(await repeat(send)).toEqual({ imported: 10_000 - written, skipped: written, failed: [] });
  const { rows } = await pool.query(
    `SELECT count(*)::int AS all, count(DISTINCT external_id)::int AS ids, count(DISTINCT number)::int AS numbers,
            min(number) AS first, max(number) AS last FROM annotations`,
  );
  expect(rows).toEqual([{ all: 10_000, ids: 10_000, numbers: 10_000, first: 1, last: 10_000 }]);
  expect((await pool.query('SELECT annotation_count FROM projects')).rows).toEqual([{ annotation_count: 10_000 }]);
});

test('so does an import of 1 000 projects, each with its environment', async () => {
  const projects = Array.from({ length: 1_000 }, (_, i) => ({ name: 'Site', url: `https://site-${i}.example` }));
  const send = (server: { url: string }, token: string) =>
    rest(server, 'POST', '/v1/import/projects', { token, body: { projects } });
  const written = await killMidway(send, "projects WHERE name = 'Site'", 200);
  expect(written % 100).toBe(0);
  expect(await repeat(send)).toEqual({ imported: 1_000 - written, skipped: written, failed: [] });
  expect(await count("projects WHERE name = 'Site'")).toBe(1_000);
  expect(await count("environments WHERE name = 'Production'")).toBe(1_000);
  expect(await count("events WHERE type = 'project.created' AND data LIKE '%\"Site\"%'")).toBe(1_000);
});

test('the invitations of a process that was killed are mailed by the next one', async () => {
  const members = Array.from({ length: 1_000 }, (_, i) => ({ email: `member-${i}@example.com`, role: 'viewer' }));
  const send = (server: { url: string }, token: string) =>
    rest(server, 'POST', '/v1/import/members', { token, body: { members } });
  const server = await startServer(env);
  await server.ready();
  const { token } = await demoProject(server);
  expect((await send(server, token)).body.data.imported).toBe(1_000);
  await server.kill();
  expect(await count('invitations WHERE mailed_at IS NULL')).toBeGreaterThan(0);
  // As if the minute had passed that a mail under way is given.
  await pool.query('UPDATE invitations SET mail_due_at = now() WHERE mail_due_at IS NOT NULL');
  expect(await repeat(send)).toEqual({ imported: 0, skipped: 1_000, failed: [] });
  await vi.waitUntil(async () => (await count('invitations WHERE mailed_at IS NULL')) === 0, { timeout: 60_000 });
  expect(await mailsTo({ dataDir: env.DATA_DIR ?? '' }, 'member-999@example.com')).not.toEqual([]);
  expect(await count("events WHERE type = 'member.invited'")).toBe(1_000);
});
