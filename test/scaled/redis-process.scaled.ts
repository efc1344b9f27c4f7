import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { PASSWORD } from '../support/factories.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { invitationToken, waitForMail } from '../support/mails.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { type RedisServer, startRedis } from '../support/servers/redis-server.ts';
import { createTestDatabase } from '../support/test-database.ts';

let redis: RedisServer;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  redis = await startRedis();
  database = await createTestDatabase();
  const dataDir = join(await temporaryDirectory(), 'data');
  env = { DATABASE_URL: database.url, REDIS_URL: redis.url, DATA_DIR: dataDir };
});
afterEach(killServers);
afterAll(async () => {
  await database.drop();
  await redis.stop();
  await cleanUp();
});

test('API processes and a worker exchange updates over Redis, and stop while it is down', async () => {
  const [one, two, worker] = await Promise.all([
    startServer({ ...env, ROLE: 'api' }),
    startServer({ ...env, ROLE: 'api' }),
    startServer({ ...env, ROLE: 'worker' }),
  ]);
  await Promise.all([one, two, worker].map((server) => server.ready()));
  const { token, projectId } = await demoProject(one);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind } }`;
  const stream = transports['a WebSocket']?.(two, { query, token });
  await waitForSubscribers(two, 1);
  const body = { projectId, content: 'Hello', url: 'https://shop.example/' };
  expect((await rest(one, 'POST', '/annotations', { token, body })).status).toBe(201);
  await expect.poll(() => stream?.results).toEqual([{ annotationChanged: { kind: 'created' } }]);

  await redis.stop();
  // Its wake-up of the workers is lost.
  const snapshot = { projectId, url: 'https://shop.example/' };
  expect((await rest(one, 'POST', '/v1/snapshots', { token, body: snapshot })).status).toBeLessThan(300);
  const stops = await Promise.all([one, two, worker].map((server) => server.stop()));
  await redis.start();
  expect(stops.map(({ code }) => code)).toEqual([0, 0, 0]);
});

test('removing a member in one process ends its streams in another', async () => {
  const [one, two] = await Promise.all([startServer({ ...env, ROLE: 'all' }), startServer({ ...env, ROLE: 'api' })]);
  await Promise.all([one, two].map((server) => server.ready()));
  const { token, projectId } = await demoProject(one);
  const email = `guest-${process.pid}@example.com`;
  const organizations = await rest(one, 'GET', '/organizations', { token });
  const path = `/organizations/${organizations.body[0].id}`;
  await rest(one, 'POST', `${path}/invitations`, { token, body: { email, role: 'viewer' } });
  const invitation = invitationToken(await waitForMail({ dataDir: env.DATA_DIR ?? '' }, email));
  const account = { email, password: PASSWORD, name: 'Guest' };
  const guest = (await rest(one, 'POST', '/auth/register', { body: account })).body.accessToken;
  await rest(one, 'POST', '/invitations/accept', { token: guest, body: { token: invitation } });

  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind } }`;
  const open = (each: string) => Object.values(transports).map((subscribe) => subscribe(two, { query, token: each }));
  const [ofGuest, ofOwner] = [open(guest), open(token)];
  await waitForSubscribers(two, 4);
  const members = await rest(one, 'GET', `${path}/members?limit=1`, { token });
  expect((await rest(one, 'DELETE', `${path}/members/${members.body[0].id}`, { token })).status).toBe(200);
  expect(await Promise.all(ofGuest.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
  await waitForSubscribers(two, 2);

  expect((await rest(one, 'DELETE', path, { token })).status).toBe(200);
  expect(await Promise.all(ofOwner.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
  await waitForSubscribers(two, 0);
});

test('an unreachable Redis is a startup error without its password', async () => {
  const server = await startServer({ ...env, REDIS_URL: 'redis://me:hunter2@127.0.0.1:1', LOG_LEVEL: 'fatal' });
  expect(await server.exited).toBe(1);
  expect(server.records().map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^Redis at 127\.0\.0\.1:1 does not respond\. .*REDIS_URL/),
  ]);
  expect(server.output()).not.toContain('hunter2');
});

test('SIGTERM while a start waits for Redis stops PostgreSQL', async () => {
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  const server = await startServer({ DATA_DIR: dataDir, REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'debug' });
  await expect.poll(() => server.output()).toContain('Redis connection failed');
  await server.stop();
  expect(await readPostmasterPid(join(dataDir, 'postgres'))).toBeUndefined();
});
