import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, PASSWORD, registerMember } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { TIME, UUID } from '../support/response-shapes.ts';
import { createInvitationToken } from '../support/world.ts';

const app = useTestApp();
const owner = useOwner(app, beforeEach);

let made = 0;
const newSlug = () => `engines-${++made}`;
const call = (method: string, path = '', body?: object, user = owner, headers?: Record<string, string>) =>
  rest(app, method, `/organizations${path}`, { token: user.token, body, headers });

test('an organization can be created, read, listed, changed and deleted', async () => {
  const slug = newSlug();
  const { status, body } = await call('POST', '', { name: ' Engines ', slug });
  expect(status).toBe(201);
  expect(body).toStrictEqual({ id: UUID, name: 'Engines', slug, role: 'owner', createdAt: TIME, updatedAt: TIME });
  expect((await call('GET', `/${body.id}`)).body).toEqual(body);
  const changed = await call('PATCH', `/${body.id}`, { name: 'Looms' });
  expect(changed.body).toEqual({ ...body, name: 'Looms', updatedAt: TIME });
  const list = await call('GET');
  expect(list.body).toEqual([changed.body, expect.objectContaining({ id: owner.organizationId, role: 'owner' })]);
  const pages = await readAllPages(app, '/organizations', 1, { token: owner.token });
  expect(pages.flat()).toEqual(list.body);
  expect((await call('DELETE', `/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
  expect((await call('GET', `/${body.id}`)).status).toBe(404);
});

test('derives a missing slug from the name with a random suffix; rejects a taken one', async () => {
  const { body } = await call('POST', '', { name: 'Žižkov & Co' });
  expect(body.slug).toMatch(/^zizkov-co-[0-9a-f]{8}$/);
  const taken = errorBody(400, `slug: "${body.slug}" is taken; choose another`);
  expect((await call('POST', '', { name: 'A', slug: body.slug })).body).toEqual(taken);
  expect((await call('PATCH', `/${owner.organizationId}`, { slug: body.slug })).body).toEqual(taken);
  // A deleted one gives its slug free.
  await call('DELETE', `/${body.id}`);
  expect((await call('POST', '', { name: 'A', slug: body.slug })).status).toBe(201);
});

test('creates one organization for 20 equal calls with an Idempotency-Key', async () => {
  const body = { name: 'Once', slug: newSlug() };
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', '', body, owner, { 'idempotency-key': 'once' })),
  );
  for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
  expect(await app.services.db.organization.count({ where: { slug: body.slug } })).toBe(1);
});

describe('a deleted organization', () => {
  test('hides all its data immediately', async () => {
    const { organizationId } = owner;
    const viewer = await registerMember(app, organizationId, 'viewer');
    const project = await createProject(app, owner);
    const { id: annotationId } = await createAnnotation(app, owner, project.id);
    const environment = await rest(app, 'POST', '/environments', {
      token: owner.token,
      body: { projectId: project.id, name: 'Live', url: 'https://shop.example', kind: 'production' },
    });
    const invited = { email: `guest-${newSlug()}@example.com`, role: 'editor' };
    expect((await call('POST', `/${organizationId}/invitations`, invited)).status).toBe(201);
    expect((await call('DELETE', `/${organizationId}`)).status).toBe(200);

    const gone: [method: string, path: string, body?: object][] = [
      ['GET', `/organizations/${organizationId}`],
      ['PATCH', `/organizations/${organizationId}`, { name: 'A' }],
      ['DELETE', `/organizations/${organizationId}`],
      ['GET', `/organizations/${organizationId}/members`],
      ['GET', `/organizations/${organizationId}/invitations`],
      ['GET', `/organizations/${organizationId}/audit`],
      ['GET', `/projects/organization/${organizationId}`],
      ['POST', '/projects', { organizationId, name: 'A', slug: 'a' }],
      ['GET', `/projects/${project.id}`],
      ['GET', `/annotations/${annotationId}`],
      ['POST', '/annotations', { projectId: project.id, content: 'a', url: 'https://shop.example' }],
      ['PATCH', `/environments/${environment.body.id}`, { name: 'A' }],
      ['GET', `/environments/project/${project.id}`],
    ];
    for (const { token } of [owner, viewer]) {
      for (const [method, path, body] of gone) {
        expect((await rest(app, method, path, { token, body })).status, `${method} ${path}`).toBe(404);
      }
    }
    const { projectKey } = project;
    expect((await rest(app, 'GET', `/annotations/project/${projectKey}/public`)).status).toBe(401);
    const pin = { projectKey, content: 'a', url: 'https://shop.example' };
    expect((await rest(app, 'POST', '/annotations/public', { body: pin })).status).toBe(401);
    expect((await call('GET', '', undefined, viewer)).body).toHaveLength(1);
  });

  test('leaves its owner an account that can log in and create or join organizations', async () => {
    await call('DELETE', `/${owner.organizationId}`);
    const login = () => rest(app, 'POST', '/auth/login', { body: { email: owner.email, password: PASSWORD } });
    const first = await login();
    expect(first).toMatchObject({ status: 200, body: { user: { id: owner.id }, organization: null } });
    const token = first.body.accessToken;
    expect((await rest(app, 'GET', '/auth/me', { token })).body.memberships).toEqual([]);
    const refreshed = await rest(app, 'POST', '/auth/refresh', { body: { refreshToken: first.body.refreshToken } });
    expect(refreshed).toMatchObject({ status: 200, body: { organization: null } });
    const again = { email: owner.email, password: PASSWORD, name: 'Ada' };
    expect((await rest(app, 'POST', '/auth/register', { body: again })).body).toEqual(
      errorBody(400, 'email: already has an account; log in instead'),
    );
    const imported = await rest(app, 'POST', '/v1/import/projects', { token, body: { projects: [] } });
    expect(imported.body).toEqual(
      errorBody(400, 'organizationId: you have no organization; create one first (POST /organizations)'),
    );
    const made = await call('POST', '', { name: 'Anew', slug: newSlug() });
    expect((await login()).body.organization).toEqual({ id: made.body.id, name: 'Anew', slug: made.body.slug });

    await call('DELETE', `/${made.body.id}`);
    await rest(app, 'POST', '/invitations/accept', { token, body: { token: await createInvitationToken(app, owner) } });
    expect((await login()).body.organization).toMatchObject({ name: 'Third party' });
  });

  test('is not found by a concurrent create of a project', async () => {
    const { db } = app.services;
    for (let round = 0; round < 5; round++) {
      const { body } = await call('POST', '', { name: 'Race', slug: newSlug() });
      const body2 = (i: number) => ({ organizationId: body.id, name: 'A', slug: `a-${i}` });
      const posts = Array.from({ length: 10 }, (_, i) =>
        rest(app, 'POST', '/projects', { token: owner.token, body: body2(i) }),
      );
      const [deleted, ...responses] = await Promise.all([call('DELETE', `/${body.id}`), ...posts]);
      expect(deleted.status).toBe(200);
      for (const { status } of responses) expect([201, 404]).toContain(status);
      expect(await db.project.count({ where: { organizationId: body.id, deletedAt: null } })).toBe(0);
    }
  });

  test('is purged with its data after 30 days, not earlier', async () => {
    const { db } = app.services;
    const { organizationId: id } = owner;
    const project = await createProject(app, owner);
    await createAnnotation(app, owner, project.id);
    await call('DELETE', `/${id}`);
    const age = async (days: number) => {
      const deletedAt = new Date(Date.now() - days * 86_400_000);
      await db.organization.update({ where: { id }, data: { deletedAt } });
      await db.project.updateMany({ where: { organizationId: id }, data: { deletedAt } });
      await purgeExpired(systemContext(app.services));
      return [
        await db.organization.count({ where: { id } }),
        await db.annotation.count({ where: { projectId: project.id } }),
      ];
    };
    expect(await age(29)).toEqual([1, 1]);
    expect(await age(31)).toEqual([0, 0]);
  });
});

test('changes of an organization are audited', async () => {
  await call('PATCH', `/${owner.organizationId}`, { name: 'Looms' });
  const { body } = await call('GET', `/${owner.organizationId}/audit`);
  expect(body[0]).toMatchObject({
    action: 'organization_changed',
    targetId: owner.organizationId,
    targetName: 'Looms',
    changes: { name: { after: 'Looms' } },
    actorId: owner.id,
  });
  expect(body[0].changes).not.toHaveProperty('slug');
  await call('DELETE', `/${owner.organizationId}`);
  const kept = await app.services.db.auditEntry.findFirst({
    where: { organizationId: owner.organizationId, action: 'organization_deleted' },
  });
  expect(kept).toMatchObject({ actorId: owner.id, targetName: 'Looms' });
});
