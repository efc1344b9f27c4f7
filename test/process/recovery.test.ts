import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/infrastructure/database/ids.ts';
import { connectionString } from '../../src/infrastructure/embedded-postgres/connection.ts';
import { readPassword } from '../../src/infrastructure/embedded-postgres/password.ts';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { rest } from '../support/client.ts';
import { cleanUp, queryValue, serverPid, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let database: string;
let demo: { token: string; projectId: string };

beforeAll(async () => {
  dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  server = await startServer({ DATA_DIR: dataDir });
  await server.ready();
  demo = await demoProject(server);
  database = await databaseUrl(dataDir);
});
afterAll(async () => {
  await killServers();
  await cleanUp();
});

async function databaseUrl(directory: string): Promise<string> {
  const cluster = join(directory, 'postgres');
  const entry = await readPostmasterPid(cluster);
  return connectionString(entry?.port ?? 0, await readPassword(directory, cluster));
}

const readiness = () => fetch(`${server.url}/readyz`).then(({ status }) => status);
const post = (content: string) =>
  rest(server, 'POST', '/annotations', {
    token: demo.token,
    body: { projectId: demo.projectId, content, url: 'https://shop.example/' },
  });

/** An event as a process that died between commit and relay leaves it. */
async function leaveEvent(): Promise<string> {
  const id = newId();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(
    `INSERT INTO events (id, type, organization_id, project_id, data)
     SELECT $1, 'project.created', organization_id, id, '{}' FROM projects WHERE id = $2`,
    [id, demo.projectId],
  );
  await client.end();
  return id;
}
const relayedAt = (id: string) => queryValue(database, `SELECT relayed_at FROM events WHERE id = '${id}'`);

test('the service recovers within ten seconds after all its database connections were cut', async () => {
  const query = `subscription { annotationChanged(projectId: "${demo.projectId}") { annotation { content } } }`;
  const streams = Object.values(transports).map((subscribe) => subscribe(server, { query, token: demo.token }));
  await waitForSubscribers(server, streams.length);
  const cut = await queryValue(
    database,
    `SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  expect(Number(cut)).toBeGreaterThan(3);
  const deadline = { interval: 50 };
  await expect.poll(readiness, deadline).toBe(200);
  await expect.poll(async () => (await post('after the cut')).status, deadline).toBe(201);
  for (const { results } of streams) {
    const contents = () => results.map((result) => result.annotationChanged.annotation.content);
    await expect.poll(contents, deadline).toContain('after the cut');
  }
  const event = await leaveEvent();
  await expect.poll(() => relayedAt(event), deadline).toBeInstanceOf(Date);
  for (const stream of streams) stream.stop();
});

test('the service recovers with PostgreSQL after a backend was killed', async () => {
  const backend = 'SELECT min(pid) FROM pg_stat_activity WHERE datname IS NOT NULL AND pid <> pg_backend_pid()';
  process.kill(Number(await queryValue(database, backend)), 'SIGKILL');
  const written = async () => (await post('after the crash').catch(() => undefined))?.status;
  await expect.poll(written, { interval: 50 }).toBe(201);
  await expect.poll(readiness, { interval: 50 }).toBe(200);
});

/**
 * Stops all processes of PostgreSQL with SIGSTOP, the postmaster first: it would fork new backends.
 * @returns a function that continues them
 */
async function freezePostgres(): Promise<() => void> {
  const client = new pg.Client({ connectionString: database });
  // Its own backend stands still last.
  client.on('error', () => undefined);
  await client.connect();
  const stopped: number[] = [];
  const stop = (pid: number) => {
    try {
      process.kill(pid, 'SIGSTOP');
      stopped.push(pid);
    } catch {
      // It has ended since it was listed.
    }
  };
  stop(await serverPid(dataDir));
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity ORDER BY pid = pg_backend_pid()',
  );
  for (const { pid } of rows) stop(pid);
  return () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    void client.end();
  };
}

test('reports a frozen database while it is frozen, without details', async () => {
  const goOn = await freezePostgres();
  try {
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(503);
    const checks = { database: 'unavailable', queue: 'unavailable' };
    expect(await response.json()).toMatchObject({ status: 'unavailable', browser: expect.any(String), checks });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  } finally {
    goOn();
  }
  await expect.poll(readiness).toBe(200);
});

test('restarts a killed PostgreSQL on its port, twice, with all acknowledged data', async () => {
  for (const time of ['first', 'second']) {
    const { status, body } = await post(`before the ${time} kill`);
    expect(status).toBe(201);
    const before = await serverPid(dataDir);
    process.kill(before, 'SIGKILL');
    const written = async () => (await post(`after the ${time} kill`).catch(() => undefined))?.status;
    await expect.poll(written, { interval: 50 }).toBe(201);
    await expect.poll(readiness, { interval: 50 }).toBe(200);
    await expect.poll(() => serverPid(dataDir)).not.toBe(before);
    expect(await queryValue(database, `SELECT content FROM annotations WHERE id = '${body.id}'`)).toBe(
      `before the ${time} kill`,
    );
  }
  expect(server.output()).toContain('embedded PostgreSQL exited; restarting it');
});
