import type pg from 'pg';
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
  while (pool.totalCount < pool.options.max || pool.idleCount > 0) held.push(await pool.connect());
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
