// Cost: about 3 s, one service.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runBackfills } from '../../../src/infrastructure/database/backfills.ts';
import { attachFile } from '../../support/attachments.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { callGraphql } from '../support/call.ts';
import { ADMINISTRATION, OPERATIONS } from '../support/operations.ts';
import { insertFailedSnapshot, UNREACHABLE_URL } from '../support/world.ts';

const ADMIN_EMAIL = 'operator@example.com';
const app = useTestApp({ env: { ADMIN_EMAIL: 'Operator@Example.com' } });
const operations = OPERATIONS.filter(({ name }) => name in ADMINISTRATION).map((operation) => ({
  operation,
  name: operation.name,
}));
const setUser = (id: string, column: 'administrator_since' | 'email_verified_at', value: 'now()' | 'NULL') =>
  app.services.pool.query(`UPDATE users SET ${column} = ${value} WHERE id = $1`, [id]);

let administrator: TestUser;
let owner: TestUser;
/** Arguments of the operations that have required ones. */
const argumentsOf = async (name: string) =>
  /^(export|erase)User$/.test(name) ? { id: (await registerUser(app, 'Grace')).id } : {};
beforeAll(async () => {
  [administrator, owner] = await Promise.all([registerUser(app, 'Root'), registerUser(app, 'Ada')]);
  await setUser(administrator.id, 'administrator_since', 'now()');
});

const read = (path: string, token = administrator.token) => rest(app, 'GET', path, { token });

describe.each(operations)('$name', ({ operation, name }) => {
  test('is denied without a token and to the owner of an organization', async () => {
    const args = await argumentsOf(name);
    expect((await callGraphql(app, operation, args, {})).code).toBe('UNAUTHENTICATED');
    expect(await callGraphql(app, operation, args, { token: owner.token })).toMatchObject({
      code: 'FORBIDDEN',
      message:
        'This requires an administrator of the installation; the operator appoints one with: pinbound admin promote <EMAIL>',
    });
  });

  test('is permitted to an administrator until the rights are taken', async () => {
    const call = async () =>
      (await callGraphql(app, operation, await argumentsOf(name), { token: administrator.token })).code;
    expect(await call()).toBeUndefined();
    await setUser(administrator.id, 'administrator_since', 'NULL');
    expect(await call()).toBe('FORBIDDEN');
    await setUser(administrator.id, 'administrator_since', 'now()');
  });
});

test('ADMIN_EMAIL is an administrator once the address is verified', async () => {
  const account = { email: ADMIN_EMAIL, password: PASSWORD, name: 'Operator' };
  const { user, accessToken } = (await rest(app, 'POST', '/auth/register', { body: account })).body;
  const state = async () => [
    (await read('/auth/me', accessToken)).body.isInstallationAdministrator,
    (await read('/installation', accessToken)).status,
  ];
  expect(await state()).toEqual([false, 403]);
  await setUser(user.id, 'email_verified_at', 'now()');
  expect(await state()).toEqual([true, 200]);
  const body = { email: 'elsewhere@example.com', currentPassword: PASSWORD };
  expect((await rest(app, 'PATCH', '/auth/me', { token: accessToken, body })).status).toBe(200);
  expect(await state()).toEqual([false, 403]);
});

test('the state counts accounts and storage, and names versions', async () => {
  await app.services.pool.query("UPDATE backfills SET finished_at = NULL WHERE name = 'pictures'");
  expect((await read('/installation')).body.pendingBackfills).toEqual(['pictures']);
  await runBackfills(app.services);
  const { body } = await read('/installation');
  expect(body).toMatchObject({ nodeVersion: process.versions.node, storedBytes: 0, pendingBackfills: [] });
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(body.postgresVersion).toMatch(/^\d+\.\d+$/);
  expect(body.users).toBeGreaterThanOrEqual(2);
  expect(body.databaseBytes).toBeGreaterThan(1_000_000);
});

test('the state names the browser of the newest snapshot, and says when it is old', async () => {
  const { pool } = app.services;
  expect((await read('/installation')).body).toMatchObject({
    browser: null,
    browserReleasedAt: null,
    isBrowserOutdated: false,
  });
  const linus = await registerUser(app, 'Linus');
  const { id: projectId } = await createProject(app, linus);
  const take = async (browser: string) => {
    const body = { projectId, url: 'https://shop.example/' };
    const { id } = (await rest(app, 'POST', '/v1/snapshots', { token: linus.token, body })).body.data;
    await pool.query('UPDATE snapshots SET browser = $2 WHERE id = $1', [id, browser]);
    const { browserReleasedAt, isBrowserOutdated } = (await read('/installation')).body;
    return [browserReleasedAt, isBrowserOutdated];
  };
  expect(await take('Chromium 147.0.7727.0')).toEqual(['2026-04-07T00:00:00.000Z', true]);
  expect((await take('Chromium 999.0.0.0'))[1]).toBe(false);
  expect(await take('a browser')).toEqual([null, false]);
});

test('service accounts of project tokens are not users', async () => {
  const count = async () => (await read('/installation')).body.users;
  const before = await count();
  const { organizationId, token } = owner;
  const body = { organizationId, name: 'Pipeline', role: 'viewer', preset: 'read', allProjects: true };
  expect((await rest(app, 'POST', '/access-tokens', { token, body })).status).toBe(201);
  expect(await count()).toBe(before);
  expect((await read('/installation/users?text=pipeline')).body).toEqual([]);
  const [organization] = (await read('/installation/organizations?text=ada%27s')).body;
  expect(organization.members).toBe(1);
});

test('lists find accounts and organizations by a part of their text, also with wildcards', async () => {
  const project = await createProject(app, owner);
  const annotation = await createAnnotation(app, owner, project.id);
  await attachFile(app, owner, annotation, 'thirteen byte');
  const [user] = (await read(`/installation/users?text=${owner.email.slice(0, -4).toUpperCase()}`)).body;
  expect(user).toMatchObject({
    id: owner.id,
    email: owner.email,
    name: 'Ada',
    organizations: 1,
    administratorSince: null,
  });
  expect(Date.parse(user.lastSeenAt)).toBeGreaterThan(Date.now() - 600_000);
  expect((await read('/installation/users?text=%25')).body).toEqual([]);
  const { body } = await read('/installation/organizations?text=ada%27s');
  expect(body[0]).toMatchObject({ name: "Ada's organization", members: 1, projects: 1, storedBytes: 13 });
  expect((await read('/installation')).body.storedBytes).toBe(13);
});

test('mails are listed with their outcome and without their text', async () => {
  const mail = { subject: 'Hello', text: 'secret link', html: '<p>secret link</p>' };
  await app.services.mail.send({ to: 'grace@example.com', ...mail });
  // Without an SMTP server, mails are files of this directory.
  const directory = join(app.dataDir, 'mail');
  await rm(directory, { recursive: true });
  await writeFile(directory, '');
  const broken = { ...mail, to: 'broken@example.com', subject: 'Broken' };
  await expect(app.services.mail.send(broken)).rejects.toThrow('mail');
  await rm(directory);
  const list = async (query: string) => (await read(`/installation/mails?${query}`)).body;
  // Mails are recorded a moment after they were sent.
  await expect.poll(() => list('failed=true')).toHaveLength(1);
  const [sent] = await list('recipient=GRACE%40');
  expect(sent).toMatchObject({ recipient: 'grace@example.com', subject: 'Hello', error: null });
  expect(JSON.stringify(sent)).not.toContain('secret');
  expect((await list('failed=true')).map(({ subject }: { subject: string }) => subject)).toEqual(['Broken']);
  expect(await list('failed=false&recipient=broken')).toEqual([]);
});

test('failed captures and exhausted deliveries are one list, newest first, in pages', async () => {
  const project = await createProject(app, owner);
  const { pool } = app.services;
  const at = (minute: number) => `2026-01-01T00:0${minute}:00Z`;
  for (const minute of [1, 3]) await insertFailedSnapshot(app, project.id, at(minute));
  const webhook = await createWebhook(app, owner, { url: UNREACHABLE_URL, events: ['comment.created'] });
  await pool.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, state, response_status, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', 'exhausted', 500, $2, now())`,
    [webhook.id, at(2)],
  );
  const first = await read('/installation/failed-jobs?limit=2');
  expect(first.body).toMatchObject([
    { kind: 'capture', organizationId: owner.organizationId, error: 'the page did not load' },
    { kind: 'delivery', organizationId: owner.organizationId, subject: 'comment.created', error: 'status 500' },
  ]);
  const cursor = first.headers.get('x-next-cursor');
  const second = await read(`/installation/failed-jobs?limit=2&cursor=${cursor}`);
  expect(second.body).toMatchObject([{ kind: 'capture', subject: 'https://shop.example/' }]);
});

test('checks each of its parts, and says what is not set up', async () => {
  expect((await read('/installation/checks?part=mail')).body).toEqual([
    {
      part: 'mail',
      state: 'off',
      message: `Mails are written to ${join(app.dataDir, 'mail')}. Set SMTP_URL to send them.`,
    },
  ]);
  expect((await read('/installation/checks?part=storage')).body).toMatchObject([{ part: 'storage', state: 'works' }]);
  expect((await read('/installation/checks?part=none')).status).toBe(400);
});
