import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { createIntegration, TRACKERS } from '../support/integrations.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { startTrackerDouble, type TrackerDouble } from '../support/servers/tracker-double.ts';
import { createTestDatabase, openTestPool } from '../support/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let env: NodeJS.ProcessEnv;
const trackers: TrackerDouble[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
  env = { DATABASE_URL: database.url, DATA_DIR: join(await temporaryDirectory(), 'data') };
  for (const kind of TRACKERS) trackers.push(await startTrackerDouble(kind));
});
afterEach(killServers);
afterAll(async () => {
  await Promise.all(trackers.map((tracker) => tracker.close()));
  await pool.end();
  await database.drop();
  await cleanUp();
});

async function start(): Promise<ServerProcess> {
  const server = await startServer(env);
  await server.ready();
  return server;
}

/** Kills the server once every tracker has made its issue, and before any of them has answered. */
async function killBeforeAnswers(server: ServerProcess): Promise<void> {
  const made = trackers.map(
    (tracker) =>
      new Promise<void>((resolve) => {
        tracker.beforeResponse = async (call) => {
          if (!tracker.isCreate(call)) return;
          resolve();
          await server.exited;
        };
      }),
  );
  await Promise.all(made);
  await server.kill();
  for (const tracker of trackers) tracker.beforeResponse = undefined;
}

/** The leases of a dead process run out. */
const endLeases = () =>
  pool.query(
    `WITH i AS (UPDATE external_issues SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL)
     UPDATE webhook_deliveries SET leased_until = NULL, queued_at = NULL, next_attempt_at = now() WHERE state = 'pending'`,
  );

test('a server killed between the response of a tracker and its own commit creates no duplicate issue', async () => {
  const first = await start();
  const { token, projectId } = await demoProject(first);
  for (const { provider, settings: place } of trackers)
    await createIntegration(first, { token }, projectId, { provider, ...place });
  const killed = killBeforeAnswers(first);
  const body = { projectId, content: 'The price is wrong', url: 'https://shop.example/cart' };
  await rest(first, 'POST', '/annotations', { token, body });
  await killed;
  expect(trackers.map(({ issues }) => issues.length)).toEqual([1, 1, 1, 1]);

  const second = await start();
  await endLeases();
  const linked = async () => (await pool.query('SELECT 1 FROM external_issues WHERE external_id IS NOT NULL')).rowCount;
  await expect.poll(linked).toBe(trackers.length);
  expect(trackers.map(({ issues }) => issues.length)).toEqual([1, 1, 1, 1]);
  const again = await demoProject(second);
  const list = await rest(second, 'GET', `/annotations/project/${projectId}?limit=1`, { token: again.token });
  expect(list.body[0].externalIssues).toHaveLength(4);
});
