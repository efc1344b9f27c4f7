import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { hashPassword } from '../../src/infrastructure/secrets/passwords.ts';
import { ensureDemo } from '../../src/resolvers/addons/demo/ensure-demo.ts';
import { rest } from '../support/client.ts';
import { demoProject, demoToken, graphiqlToken } from '../support/demo.ts';
import { PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { createTestDatabase } from '../support/test-database.ts';

const EMAIL = 'demo@pinbound.example';
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});

/** A production database, in which a person has an organization with the slug `demo`. */
async function realDemo(): Promise<{ production: TestApp; owner: TestUser; organizationId: string }> {
  const database = await createTestDatabase();
  opened.push({ close: database.drop });
  const production = await start(database.url);
  const owner = await registerUser(production);
  const body = { name: 'Demolition & Co', slug: 'demo' };
  const { body: organization } = await rest(production, 'POST', '/organizations', { token: owner.token, body });
  return { production, owner, organizationId: organization.id };
}

async function start(databaseUrl: string, demo = false): Promise<TestApp> {
  const app = await startTestApp({ databaseUrl, demo });
  opened.push(app);
  return app;
}

/** User whom the GraphiQL page logs in; undefined without one. */
async function graphiqlUser(app: TestApp): Promise<string | undefined> {
  const token = await graphiqlToken(app);
  return token && (await rest(app, 'GET', '/auth/me', { token })).body.email;
}

const inDemoOf = async (app: TestApp, organizationId: string) =>
  app.services.db.membership.count({ where: { organizationId } });

test('does not modify another organization with the slug demo', async () => {
  const { production, owner, organizationId } = await realDemo();
  await rest(production, 'POST', '/projects', {
    token: owner.token,
    body: { organizationId, name: 'Shop', slug: 'demo-shop' },
  });
  const before = await production.services.db.organization.findUnique({ where: { id: organizationId } });
  const app = await start(production.databaseUrl, true);
  expect(await graphiqlUser(app)).toBe(EMAIL);
  expect(await inDemoOf(app, organizationId)).toBe(1);
  expect(await app.services.db.organization.findUnique({ where: { id: organizationId } })).toEqual(before);
  const demo = await rest(app, 'GET', '/auth/me', { token: await demoToken(app) });
  expect(demo.body.memberships).toMatchObject([
    { organization: { slug: expect.stringMatching(/^demo-[0-9a-f]{8}$/) } },
  ]);
});

test('does not modify another account with the demo address, and does not log in', async () => {
  const { production, organizationId } = await realDemo();
  const body = { email: EMAIL, password: PASSWORD, name: 'Early bird' };
  expect((await rest(production, 'POST', '/auth/register', { body })).status).toBe(201);
  const app = await start(production.databaseUrl, true);
  expect(await graphiqlUser(app)).toBeUndefined();
  expect((await fetch(`${app.url}/demo`)).status).toBe(404);
  expect(await app.services.db.user.count()).toBe(2);
  expect(await inDemoOf(app, organizationId)).toBe(1);
});

test('does not log GraphiQL in as an added owner of the demo', async () => {
  const app = await startTestApp({ demo: true });
  opened.push(app);
  const owner = await registerUser(app);
  const { token, projectId } = await demoProject(app);
  await app.services.pool.query(
    `UPDATE memberships SET user_id = $1, id = gen_random_uuid() WHERE organization_id =
       (SELECT organization_id FROM projects WHERE id = $2)`,
    [owner.id, projectId],
  );
  const again = await start(app.databaseUrl, true);
  expect(await graphiqlUser(again)).toBeUndefined();
  expect((await rest(again, 'GET', '/auth/me', { token })).body.memberships).toEqual([]);
});

test('does not expose the token to a foreign host name', async () => {
  const app = await startTestApp({ demo: true });
  opened.push(app);
  const { port } = new URL(app.url);
  const pageFor = (host: string) =>
    new Promise<string>((resolve, reject) => {
      get(`${app.url}/graphql`, { headers: { accept: 'text/html', host } }, (response) => {
        response.toArray().then((parts) => resolve(Buffer.concat(parts).toString()), reject);
      });
    });
  expect(await pageFor(`rebound.example:${port}`)).not.toContain('Bearer ey');
  for (const own of ['localhost', '127.0.0.1', '[::1]']) expect(await pageFor(`${own}:${port}`)).toContain('Bearer ey');
});

test('does not log in once the demo password was changed', async () => {
  const app = await startTestApp({ demo: true });
  opened.push(app);
  const token = await demoToken(app);
  const { password } = await app.services.db.demo.findFirstOrThrow();
  const body = { currentPassword: password, newPassword: PASSWORD };
  expect((await rest(app, 'POST', '/auth/change-password', { token, body })).status).toBe(200);
  expect(await graphiqlUser(await start(app.databaseUrl, true))).toBeUndefined();
});

test('restores deleted parts of the demo once', async () => {
  const app = await startTestApp({ demo: true });
  opened.push(app);
  const first = await demoProject(app);
  expect((await rest(app, 'DELETE', `/projects/${first.projectId}`, { token: first.token })).status).toBe(200);
  const context = systemContext(app.services);
  const [second, twin] = await Promise.all([ensureDemo(context), ensureDemo(context)]);
  expect(second?.projectId).not.toBe(first.projectId);
  expect(twin).toEqual(second);
  const { body: me } = await rest(app, 'GET', '/auth/me', { token: first.token });
  const path = `/organizations/${me.memberships[0].organization.id}`;
  expect((await rest(app, 'DELETE', path, { token: first.token })).status).toBe(200);
  const third = await ensureDemo(context);
  expect(third?.projectId).not.toBe(second?.projectId);
  expect((await demoProject(app)).projectId).toBe(third?.projectId);
  expect(await ensureDemo(context)).toEqual(third);
});

test('keeps the demo of an older version, but not an organization mistaken for it', async () => {
  const migration = readFileSync('prisma/migrations/20261122171000_first_look/migration.sql', 'utf8');
  const adopt = migration.slice(migration.indexOf('INSERT INTO "demos"'));
  const app = await startTestApp({ demo: true });
  opened.push(app);
  const { projectId } = await demoProject(app);
  const former = { email: EMAIL, password: 'pinbound-demo' };
  const status = async (body: object | undefined) => (await rest(app, 'POST', '/auth/login', { body })).status;
  await app.services.pool.query('DELETE FROM demos');
  await app.services.pool.query('UPDATE users SET password_hash = $1', [await hashPassword(former.password)]);
  expect(await status(former)).toBe(200);
  await app.services.pool.query(adopt);
  const demo = await ensureDemo(systemContext(app.services));
  expect(demo?.projectId).toBe(projectId);
  expect([await status(former), await status(demo?.login)]).toEqual([401, 200]);
  await app.services.pool.query("DELETE FROM demos; UPDATE organizations SET created_at = now() - interval '1 day'");
  await app.services.pool.query(adopt);
  expect(await app.services.db.demo.count()).toBe(0);
});
