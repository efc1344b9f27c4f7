import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { click, createBatch } from '../../support/collection.ts';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { createTestDatabase } from '../../support/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET TimeZone = 'America/New_York'`);
  await client.end();
  // What a URL sets stays beside what we set.
  const url = new URL(database.url);
  url.searchParams.set('options', '-c statement_timeout=54321');
  app = await startTestApp({ databaseUrl: url.href });
  owner = await registerUser(app);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

test('a time is the same instant for Prisma, SQL statements and the server', async () => {
  const { db, pool } = app.services;
  const { rows } = await pool.query<{ createdAt: Date; age: number }>(
    'SELECT created_at AS "createdAt", extract(epoch FROM now() - created_at)::float8 AS age FROM users',
  );
  const { createdAt } = await db.user.findFirstOrThrow();
  expect(rows).toEqual([{ createdAt, age: expect.any(Number) }]);
  expect(Math.abs(rows[0]?.age ?? Number.NaN)).toBeLessThan(600);
});

test('a day of a click map starts at midnight UTC', async () => {
  const { id, projectKey } = await createProject(app, owner);
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const batch = createBatch(projectKey, { events: [click(midnight)] });
  expect((await rest(app, 'POST', '/v1/collect', { body: batch })).status).toBe(202);
  const day = new Date(midnight).toISOString().slice(0, 10);
  const path = `/v1/projects/${id}/click-map?url=${encodeURIComponent(batch.url)}&from=${day}&to=${day}`;
  expect((await rest(app, 'GET', path, { token: owner.token })).body.data).toMatchObject({ clicks: 1 });
});

test('other settings of the URL apply', async () => {
  const { rows } = await app.services.pool.query('SHOW statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '54321ms' }]);
});
