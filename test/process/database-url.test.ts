import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/infrastructure/database/ids.ts';
import { rest } from '../support/client.ts';
import { cleanUp, queryValue, temporaryDirectory } from '../support/data-dirs.ts';
import { demoProject, demoToken } from '../support/demo.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { startAndExpectExit } from '../support/rejected-start.ts';
import { freePort, killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const AUTH_SECRET = 'a secret that every process of the test shares';
const databases: { drop(): Promise<unknown> }[] = [];
let dataDir: string;

beforeAll(async () => {
  dataDir = join(await temporaryDirectory(), 'data');
});
afterEach(killServers);
afterAll(async () => {
  for (const database of databases) await database.drop();
  await cleanUp();
});

/** Without a single table. */
async function emptyDatabase(): Promise<string> {
  const name = `process_${randomBytes(6).toString('hex')}`;
  await queryValue(inject('adminUrl'), `CREATE DATABASE ${name}`);
  databases.push({ drop: () => queryValue(inject('adminUrl'), `DROP DATABASE ${name} WITH (FORCE)`) });
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

async function migratedDatabase(): Promise<string> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.url;
}

/** An event as a process that died between commit and relay leaves it. */
async function leaveEvent(databaseUrl: string): Promise<() => Promise<unknown>> {
  const id = newId();
  await queryValue(
    databaseUrl,
    `INSERT INTO events (id, type, organization_id, data) VALUES ('${id}', 'project.created', '${newId()}', '{}')`,
  );
  return () => queryValue(databaseUrl, `SELECT relayed_at FROM events WHERE id = '${id}'`);
}

test('three concurrent processes migrate an empty database once, start, and accept the same tokens', async () => {
  const databaseUrl = await emptyDatabase();
  const servers = await Promise.all([1, 2, 3].map(() => startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })));
  await Promise.all(servers.map((server) => server.ready()));
  const tokens = await Promise.all(servers.map(demoToken));
  for (const server of servers) {
    expect(server.output()).toContain('DATABASE_URL');
    expect(server.output()).not.toContain(new URL(databaseUrl).password);
    for (const token of tokens) expect((await rest(server, 'GET', '/auth/me', { token })).status).toBe(200);
  }
  expect(Number(await queryValue(databaseUrl, "SELECT count(*) FROM projects WHERE slug = 'demo-shop'"))).toBe(1);
  for (const { code } of await Promise.all(servers.map((server) => server.stop()))) expect(code).toBe(0);
});

test('an api process and workers share the work; any worker replaces a killed one', async () => {
  const databaseUrl = await migratedDatabase();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const api = await startServer({ ...env, ROLE: 'api' });
  await api.ready();
  const { token, projectId } = await demoProject(api);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind } }`;
  const stream = transports['server-sent events']?.(api, { query, token });
  await waitForSubscribers(api, 1);
  await rest(api, 'POST', '/annotations', {
    token,
    body: { projectId, content: 'Without a worker', url: 'https://shop.example/' },
  });
  await expect.poll(() => stream?.results).toEqual([{ annotationChanged: { kind: 'created' } }]);

  const deadline = { interval: 50 };
  const first = await leaveEvent(databaseUrl);
  const worker = await startServer({ ...env, ROLE: 'worker' });
  await worker.ready();
  expect(worker.output()).not.toContain('http');
  await expect.poll(first, deadline).toBeInstanceOf(Date);

  await worker.kill();
  const successor = await startServer({ ...env, ROLE: 'worker' });
  await successor.ready();
  const second = await leaveEvent(databaseUrl);
  await expect.poll(second, deadline).toBeInstanceOf(Date);
  for (const server of [successor, api]) expect(await server.stop()).toMatchObject({ code: 0 });
});

test('a worker with a port serves health and metrics only', async () => {
  const port = String(await freePort());
  const databaseUrl = await migratedDatabase();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ROLE: 'worker', WORKER_PORT: port };
  const worker = await startServer(env);
  await worker.ready();
  const url = `http://127.0.0.1:${port}`;
  expect(worker.output()).toContain(`${url}/readyz`);
  const well = await fetch(`${url}/healthz`);
  expect([well.status, await well.json()]).toEqual([200, { status: 'ok' }]);
  const readiness = async () => (await fetch(`${url}/readyz?from=probe`)).json();
  const checks = { database: 'ok', queue: 'ok' };
  await expect.poll(readiness).toMatchObject({ status: 'ok', checks, browser: expect.stringMatching(/\(.+\)$/) });
  const event = await leaveEvent(databaseUrl);
  await expect.poll(event).toBeInstanceOf(Date);
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^pinbound_events_relayed_total [1-9]/m);
  expect((await fetch(`${url}/metrics`, { method: 'HEAD' })).status).toBe(200);
  for (const [method, path] of [
    ['POST', '/graphql'],
    ['POST', '/healthz'],
    ['GET', '/annotations'],
    ['GET', '/constructor'],
  ]) {
    const response = await fetch(url + path, { method });
    const message = expect.stringContaining('/healthz, /readyz, /metrics');
    expect([response.status, await response.json()]).toEqual([404, { statusCode: 404, message, error: 'Not Found' }]);
  }

  const second = await startServer(env);
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set WORKER_PORT`,
  );
  expect(await worker.stop()).toMatchObject({ code: 0 });
});

test('production has no demo: no page, no login, no mention', async () => {
  const env = { NODE_ENV: 'production', AUTH_SECRET, DATABASE_URL: await migratedDatabase(), DATA_DIR: dataDir };
  const server = await startServer(env);
  await server.ready();
  expect((await fetch(`${server.url}/demo`)).status).toBe(404);
  expect(await queryValue(env.DATABASE_URL, 'SELECT count(*)::int FROM users')).toBe(0);
  const landing = await fetch(server.url);
  expect(landing.status).toBe(200);
  expect(await landing.text()).not.toContain('demo');
  expect(server.output()).not.toMatch(/demo/i);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test.each(['all', 'api', 'worker'])(
  'a read-only DATA_DIR prevents the start of %s where it is needed',
  async (ROLE) => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'file'), '');
    const DATA_DIR = join(directory, 'file', 'data');
    const env = { ROLE, DATABASE_URL: await migratedDatabase(), DATA_DIR, AUTH_SECRET };
    const rejected = await startAndExpectExit({ ...env, PORT: String(await freePort()) });
    expect(rejected).toEqual({
      code: 1,
      messages: [expect.stringMatching(/^Cannot use the data directory .*DATA_DIR/)],
    });

    const all = { SMTP_URL: 'smtp://127.0.0.1:1', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' };
    const server = await startServer({ ...env, ...all, S3_ENDPOINT: 'http://127.0.0.1:1' });
    await server.ready();
    await expect.poll(server.output).toContain('image storage unavailable');
    expect(await server.stop()).toMatchObject({ code: 0 });
  },
);
