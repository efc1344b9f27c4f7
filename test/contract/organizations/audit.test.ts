import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let owner: TestUser;
beforeEach(async () => {
  owner = await registerUser(app);
});

const call = (method: string, path: string, body?: object, user = owner) =>
  rest(app, method, path, { token: user.token, body, headers: { 'user-agent': 'audit-test/1' } });
const trail = async (query = '', user = owner) =>
  call('GET', `/organizations/${owner.organizationId}/audit${query}`, undefined, user);
const newProject = async (slug: string) =>
  (await call('POST', '/projects', { organizationId: owner.organizationId, name: 'Shop', slug })).body;

test('an entry has actor, action, target, time and address', async () => {
  const { id } = await newProject('shop');
  expect((await trail()).body).toStrictEqual([
    {
      id: UUID,
      action: 'project_created',
      targetType: 'project',
      targetId: id,
      targetName: 'Shop',
      changes: {},
      actorId: owner.id,
      via: null,
      ip: '127.0.0.1',
      userAgent: 'audit-test/1',
      createdAt: TIME,
    },
  ]);
});

test('lists every change of a project and its environments with details, newest first', async () => {
  const { id } = await newProject('shop');
  await call('PATCH', `/projects/${id}`, { name: 'Store', slug: 'shop', publicFeedback: false });
  await call('POST', `/projects/${id}/rotate-key`);
  const environment = { projectId: id, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const made = (await call('POST', '/environments', environment)).body;
  await call('PATCH', `/environments/${made.id}`, { kind: 'staging', name: 'Live' });
  await call('DELETE', `/environments/${made.id}`);
  await call('DELETE', `/projects/${id}`);
  const entries = (await trail()).body.map(({ action, targetName, changes }: Record<string, unknown>) => ({
    action,
    targetName,
    changes,
  }));
  expect(entries).toEqual([
    { action: 'project_deleted', targetName: 'Store', changes: {} },
    { action: 'environment_deleted', targetName: 'Live', changes: {} },
    {
      action: 'environment_changed',
      targetName: 'Live',
      changes: { kind: { before: 'production', after: 'staging' } },
    },
    { action: 'environment_created', targetName: 'Live', changes: {} },
    { action: 'project_key_rotated', targetName: 'Store', changes: {} },
    {
      action: 'project_changed',
      targetName: 'Store',
      changes: { name: { before: 'Shop', after: 'Store' }, publicFeedback: { before: true, after: false } },
    },
    { action: 'project_created', targetName: 'Shop', changes: {} },
  ]);
});

test('concurrent changes each start from the result of the previous one', async () => {
  const { id: projectId } = await newProject('shop');
  const environment = { projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const { id } = (await call('POST', '/environments', environment)).body;
  const names = Array.from({ length: 8 }, (_, i) => `Live ${i}`);
  await Promise.all(names.map((name) => call('PATCH', `/environments/${id}`, { name })));
  expect(new Set(await chain('environment_changed', 'name', 'Live'))).toEqual(new Set(names));

  const hook = { organizationId: owner.organizationId, url: 'http://127.0.0.1:9100/', events: ['comment.created'] };
  const webhook = (await call('POST', '/v1/webhooks', hook)).body.data;
  const origins = Array.from({ length: 8 }, (_, i) => `http://127.0.0.1:${9101 + i}`);
  await Promise.all(origins.map((origin) => call('PATCH', `/v1/webhooks/${webhook.id}`, { url: `${origin}/` })));
  expect(new Set(await chain('webhook_changed', 'url', 'http://127.0.0.1:9100'))).toEqual(new Set(origins));
});

/** Follows the role changes of a member; each starts where the previous one ended. */
async function chain(action: string, member: string, first: string): Promise<string[]> {
  const { body } = await trail(`?action=${action}`);
  const left = new Map<string, string>(
    body.map(({ changes }: { changes: Record<string, { before: string; after: string }> }) => [
      changes[member]?.before,
      changes[member]?.after,
    ]),
  );
  const found: string[] = [];
  for (let at = left.get(first); at !== undefined; at = left.get(at)) found.push(at);
  return found;
}

test('contains neither the old nor the new key', async () => {
  const { id, projectKey } = await newProject('shop');
  const rotated = (await call('POST', `/projects/${id}/rotate-key`)).body;
  const text = JSON.stringify((await trail()).body);
  expect(text).not.toContain(projectKey);
  expect(text).not.toContain(rotated.projectKey);
});

test('any filter is accepted or rejected with a message', async () => {
  await newProject('shop');
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.uuid(), fc.constantFrom('', '0', 'null'));
  const time = fc.oneof(
    anything,
    fc.date({ noInvalidDate: false }).map((date) => (Number.isNaN(+date) ? 'NaN' : date.toISOString())),
  );
  const filters = fc.record({ action: anything, actorId: anything, from: time, to: time }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(filters, async (given) => {
      const { status, body } = await trail(`?${new URLSearchParams(given)}`);
      if (status !== 200)
        expect([status, body]).toEqual([400, errorBody(400, expect.stringMatching(/^(action|actorId|from|to): /))]);
    }),
    { numRuns: 100 },
  );
});

test('a rejected change leaves no entry', async () => {
  await newProject('one');
  const { id } = await newProject('two');
  expect((await call('PATCH', `/projects/${id}`, { slug: 'one' })).status).toBe(400);
  expect((await trail('?action=project_changed')).body).toEqual([]);
});

test('filters by action, actor and time, with pages', async () => {
  const admin = await registerMember(app, owner.organizationId, 'admin');
  const [one, two] = [await newProject('one'), await newProject('two')];
  await call('DELETE', `/projects/${one.id}`, undefined, admin);
  expect((await trail('?action=project_deleted')).body).toMatchObject([{ targetId: one.id, actorId: admin.id }]);
  expect((await trail(`?actorId=${owner.id}`)).body).toMatchObject([{ targetId: two.id }, { targetId: one.id }]);
  expect((await trail(`?actorId=${randomUUID()}`)).body).toEqual([]);
  expect((await trail('?from=2100-01-01')).body).toEqual([]);
  expect((await trail('?to=2020-01-01')).body).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  await app.services.pool.query(`UPDATE audit_entries SET created_at = $1 WHERE organization_id = $2`, [
    `${today}T23:59:59.999Z`,
    owner.organizationId,
  ]);
  expect((await trail(`?from=${today}&to=${today}`)).body).toHaveLength(3);
  expect((await trail(`?to=${today}T23:59:59.998Z`)).body).toEqual([]);
  const path = `/organizations/${owner.organizationId}/audit`;
  const pages = await readAllPages(app, path, 2, { token: owner.token });
  expect(pages.map(({ length }) => length)).toEqual([2, 1]);
});

test.each([
  ['action=project_made', /^action: must be one of organization_changed, /],
  ['actorId=me', 'actorId: must be a UUID'],
  ['from=yesterday', /^from: must be an ISO 8601 date/],
  ['to=2026-02-30', /^to: must be an ISO 8601 date/],
  ['from=2026-02-01&to=2026-01-01', 'from: must not be after to'],
])('rejects the filter %s', async (query, message) => {
  const { status, body } = await trail(`?${query}`);
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('is shown to owners and admins only', async () => {
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const response = await trail('', editor);
  expect(response.body).toEqual(
    errorBody(403, 'Your role is editor; this requires admin. Ask an admin of the organization'),
  );
  expect((await trail('', await registerUser(app))).status).toBe(404);
});
