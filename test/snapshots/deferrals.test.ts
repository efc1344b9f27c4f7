import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { captureSnapshots } from '../../src/resolvers/core/snapshots/capture-snapshots.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../support/servers/s3-server.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';

let s3: S3Server;
let site: PageServer;
beforeAll(async () => {
  s3 = await startS3Server();
  site = await servePages({ '/': page('<h1>Offers</h1>') });
});
afterAll(async () => {
  await site.close();
  await s3.close();
});

let app: TestApp;
beforeEach(() => s3.failNext(0, 0));
afterEach(() => app.close());

/** Orders a snapshot. No worker runs; the test claims it. */
async function order(env: NodeJS.ProcessEnv) {
  app = await startTestApp({ env });
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  const { body } = await rest(app, 'POST', '/v1/snapshots', {
    token: owner.token,
    body: { projectId, url: `${site.url}/` },
  });
  const { pool } = app.services;
  const state = async () => {
    const { rows } = await pool.query(
      `SELECT status, error, attempts, put_offs AS "putOffs",
              round(extract(epoch FROM lease_expires_at - now()))::int AS wait FROM snapshots`,
    );
    return rows[0];
  };
  return {
    state,
    /** Makes the snapshot due and runs a worker. */
    async take() {
      await pool.query('UPDATE snapshots SET lease_expires_at = NULL');
      await captureSnapshots(systemContext(app.services));
      return state();
    },
    /**
     * Queues an equal second snapshot and runs a worker.
     * @returns attempts and deferrals of both
     */
    async takeBoth() {
      await pool.query(
        `INSERT INTO snapshots SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).* FROM snapshots s`,
      );
      await captureSnapshots(systemContext(app.services));
      const { rows } = await pool.query(
        'SELECT attempts, put_offs AS "putOffs" FROM snapshots ORDER BY attempts, put_offs',
      );
      return rows;
    },
    setAttempts: (n: number) => pool.query('UPDATE snapshots SET attempts = $1', [n]),
    setPutOffs: (n: number) => pool.query('UPDATE snapshots SET put_offs = $1', [n]),
    read: async () => (await rest(app, 'GET', `/v1/snapshots/${body.data.id}`, { token: owner.token })).body.data,
  };
}

const onS3 = () => ({
  S3_ENDPOINT: s3.url,
  S3_BUCKET: s3.bucket,
  S3_REGION: S3_CREDENTIALS.region,
  S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
});

test('unavailable storage defers a snapshot with a growing delay, without using an attempt', async () => {
  const { take, read, setPutOffs } = await order(onS3());
  s3.failNext(503, 1e6);
  const waits = [];
  for (let putOffs = 1; putOffs <= 4; putOffs++) {
    const { wait, ...rest } = await take();
    expect(rest).toEqual({ status: 'processing', error: null, attempts: 0, putOffs });
    waits.push(wait);
  }
  expect(waits).toEqual([2, 4, 8, 16]);
  await setPutOffs(11);
  expect(await take()).toMatchObject({ status: 'processing', putOffs: 12, wait: 120 });
  s3.failNext(0, 0);
  expect(await take()).toMatchObject({ status: 'completed', error: null });
  expect((await fetch((await read()).imageUrl)).status).toBe(200);
});

test('permanently unavailable storage finally fails the snapshot, for that reason', async () => {
  const { take, setPutOffs, read } = await order(onS3());
  s3.failNext(503, 1e6);
  await setPutOffs(12);
  await take();
  expect(await read()).toMatchObject({
    status: 'failed',
    error: "Saving the capture failed 13 times. Check the storage and the database; the service's log has the cause.",
  });
});

test('a missing browser defers the snapshot, and is named in the final error', async () => {
  const { take, setPutOffs, read } = await order({ CHROMIUM_PATH: '/nowhere/chromium' });
  expect(await take()).toMatchObject({ status: 'processing', attempts: 0, putOffs: 1, wait: 2 });
  await setPutOffs(6);
  await take();
  expect(await read()).toMatchObject({
    status: 'failed',
    error:
      'This service has no browser to take snapshots with: CHROMIUM_PATH is /nowhere/chromium, which is not an executable file',
  });
});

test('a browser that does not start uses one of three attempts, and the error says what to do', async () => {
  const { take, read } = await order({ CHROMIUM_PATH: process.execPath });
  for (const attempts of [1, 2]) {
    expect(await take()).toMatchObject({ status: 'processing', attempts, putOffs: 0, wait: 2 });
  }
  await take();
  const { status, error } = await read();
  expect(status).toBe('failed');
  expect(error).toMatch(/^This service could not start its browser: the browser (exited|did not start)/);
});

test('a worker that ends during a capture uses one of three attempts', async () => {
  const { take, read, setAttempts } = await order(onS3());
  await setAttempts(3);
  await take();
  expect(await read()).toMatchObject({
    status: 'failed',
    error: 'The capture was started 3 times, and the browser or its worker crashed each time',
  });
});

test('a page that crashes its browser does not block others', async () => {
  const { takeBoth } = await order({ CHROMIUM_PATH: process.execPath });
  expect(await takeBoth()).toEqual([
    { attempts: 1, putOffs: 0 },
    { attempts: 1, putOffs: 0 },
  ]);
});

test('no further snapshot starts while storage is unavailable', async () => {
  const { takeBoth } = await order(onS3());
  s3.failNext(503, 1e6);
  expect(await takeBoth()).toEqual([
    { attempts: 0, putOffs: 0 },
    { attempts: 0, putOffs: 1 },
  ]);
});
