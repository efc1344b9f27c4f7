import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { createProject, PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

test('a request without a free database connection gets a retryable error over every transport', async () => {
  const { pool } = app.services;
  const held: pg.PoolClient[] = [];
  while (held.length < pool.options.max) held.push(await pool.connect());
  const { token } = owner;
  try {
    const [byPool, byPrisma, overGraphql] = await Promise.all([
      rest(app, 'GET', `/environments/project/${projectId}`, { token }),
      rest(app, 'POST', '/auth/login', { body: { email: owner.email, password: PASSWORD } }),
      graphql(app, '{ me { id } }', {}, { token }),
    ]);
    for (const { status, headers, body } of [byPool, byPrisma]) {
      expect([status, body]).toEqual([503, expect.objectContaining({ error: 'Service Unavailable' })]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(overGraphql.errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
  } finally {
    for (const client of held) client.release();
  }
  expect((await rest(app, 'GET', `/environments/project/${projectId}`, { token })).status).toBe(200);
});

test('a read-only database serves reads, and fails writes with a retryable error over every transport', async () => {
  const { pool } = app.services;
  const { token } = owner;
  const database = new URL(app.databaseUrl).pathname.slice(1);
  const setReadOnly = async (value: 'on' | 'off') => {
    const admin = new pg.Client({ connectionString: app.databaseUrl });
    admin.on('error', () => undefined);
    await admin.connect();
    await admin.query('SET default_transaction_read_only = off');
    await admin.query(`ALTER DATABASE "${database}" SET default_transaction_read_only = ${value}`);
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await admin.end();
    await expect
      .poll(() =>
        pool.query('SHOW default_transaction_read_only').then(
          ({ rows }) => rows[0],
          () => undefined,
        ),
      )
      .toEqual({ default_transaction_read_only: value });
  };
  await setReadOnly('on');
  try {
    const project = { token, body: { name: 'Renamed' } };
    const [inSql, byPrisma, overGraphql] = await Promise.all([
      rest(app, 'PATCH', `/projects/${projectId}`, project),
      rest(app, 'POST', '/auth/login', { body: { email: owner.email, password: PASSWORD } }),
      graphql(app, 'mutation { updateMe(name: "Renamed") { id } }', {}, { token }),
    ]);
    for (const { status, headers, body } of [inSql, byPrisma]) {
      expect([status, body]).toEqual([503, expect.objectContaining({ error: 'Service Unavailable' })]);
      expect(headers.get('retry-after')).toBe('5');
    }
    expect(overGraphql.errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
    expect((await rest(app, 'GET', `/environments/project/${projectId}`, { token })).status).toBe(200);
    expect((await rest(app, 'GET', '/auth/me', { token })).status).toBe(200);
  } finally {
    await setReadOnly('off');
  }
  expect((await rest(app, 'PATCH', `/projects/${projectId}`, { token, body: { name: 'Renamed' } })).status).toBe(200);
});
