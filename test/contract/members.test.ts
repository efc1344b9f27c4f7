import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import { rest } from '../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { refusal } from './support/call.ts';
import { walk } from './support/paging.ts';
import { TIME, UUID } from './support/shapes.ts';

let app: TestApp;
let owner: TestUser;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await registerUser(app);
  const join = (role: Role) => registerMember(app, owner.organizationId, role);
  people = { owner, admin: await join('admin'), editor: await join('editor'), viewer: await join('viewer') };
});

const path = () => `/organizations/${owner.organizationId}/members`;
const memberId = async ({ id: userId }: TestUser): Promise<string> => {
  const { organizationId } = owner;
  const where = { organizationId_userId: { organizationId, userId } };
  return (await app.services.db.membership.findUniqueOrThrow({ where })).id;
};
const change = async (caller: TestUser, of: TestUser, role: Role) =>
  rest(app, 'PATCH', `${path()}/${await memberId(of)}`, { token: caller.token, body: { role } });
const remove = async (caller: TestUser, of: TestUser) =>
  rest(app, 'DELETE', `${path()}/${await memberId(of)}`, { token: caller.token });
const owners = () =>
  app.services.db.membership.count({ where: { organizationId: owner.organizationId, role: 'owner' } });

test('every member sees all members, who joined last first, page by page', async () => {
  const { status, body } = await rest(app, 'GET', path(), { token: people.viewer.token });
  expect(status).toBe(200);
  const member = { id: UUID, userId: UUID, name: expect.any(String), email: expect.any(String), createdAt: TIME };
  expect(body).toStrictEqual(
    (['viewer', 'editor', 'admin', 'owner'] as const).map((role) => ({ ...member, email: people[role].email, role })),
  );
  expect((await walk(app, path(), 3, { token: owner.token })).flat()).toEqual(body);
});

const REFUSED = (role: Role, needs: Role) =>
  refusal(403, `Your role is ${role}; this needs ${needs}. Ask an ${needs} of the organization`);

describe('who may give which role', () => {
  test.each<[caller: Role, of: Role, to: Role, needs: Role | null]>([
    ['viewer', 'editor', 'viewer', 'admin'],
    ['editor', 'viewer', 'editor', 'admin'],
    ['admin', 'editor', 'viewer', null],
    ['admin', 'viewer', 'editor', null],
    ['admin', 'viewer', 'admin', 'owner'],
    ['admin', 'editor', 'owner', 'owner'],
    ['admin', 'admin', 'editor', 'owner'],
    ['admin', 'owner', 'viewer', 'owner'],
    ['owner', 'viewer', 'owner', null],
    ['owner', 'admin', 'editor', null],
  ])('%s makes %s %s: refused for want of %s', async (caller, of, to, needs) => {
    const { status, body } = await change(people[caller], people[of], to);
    if (needs) expect(body).toEqual(REFUSED(people[caller] === owner ? 'owner' : caller, needs));
    else expect([status, body.role, body.email]).toEqual([200, to, people[of].email]);
  });
});

describe('who may remove whom', () => {
  test.each<[caller: Role, of: Role, needs: Role | null]>([
    ['viewer', 'editor', 'admin'],
    ['editor', 'viewer', 'admin'],
    ['viewer', 'viewer', null],
    ['admin', 'viewer', null],
    ['admin', 'editor', null],
    ['admin', 'admin', null],
    ['admin', 'owner', 'owner'],
    ['owner', 'admin', null],
  ])('%s removes %s: refused for want of %s', async (caller, of, needs) => {
    const id = await memberId(people[of]);
    const { status, body } = await remove(people[caller], people[of]);
    if (needs) expect(body).toEqual(REFUSED(caller, needs));
    else expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect(await app.services.db.membership.count({ where: { id } })).toBe(needs ? 1 : 0);
  });
});

test('a change of role and a removal count from the next request on, with the same token', async () => {
  const { id } = await createProject(app, owner);
  const pin = () =>
    rest(app, 'POST', '/annotations', {
      token: people.editor.token,
      body: { projectId: id, content: 'a', url: 'https://shop.example' },
    });
  expect((await pin()).status).toBe(201);
  await change(owner, people.editor, 'viewer');
  expect((await pin()).status).toBe(403);
  await change(owner, people.editor, 'editor');
  expect((await pin()).status).toBe(201);
  await remove(owner, people.editor);
  expect((await pin()).status).toBe(404);
});

describe('the last owner', () => {
  const LAST = () =>
    refusal(
      400,
      `${owner.email} is the last owner of this organization; make another member owner first, or delete the organization`,
    );

  test('can neither be demoted nor leave, until somebody else owns too', async () => {
    expect((await change(owner, owner, 'admin')).body).toEqual(LAST());
    expect((await remove(owner, owner)).body).toEqual(LAST());
    expect((await change(owner, owner, 'owner')).status).toBe(200);
    await change(owner, people.viewer, 'owner');
    expect((await remove(owner, owner)).status).toBe(200);
    expect(await owners()).toBe(1);
  });

  test('stays under 20 demotions and departures at once', async () => {
    const others = [people.admin, people.editor, people.viewer];
    for (const other of others) await change(owner, other, 'owner');
    const all = [owner, ...others];
    const ids = await Promise.all(all.map(memberId));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const { token } = all[i % 4] ?? owner;
        const place = `${path()}/${ids[(i + (i % 3)) % 4]}`;
        return i % 2
          ? rest(app, 'DELETE', place, { token })
          : rest(app, 'PATCH', place, { token, body: { role: 'viewer' } });
      }),
    );
    for (const { status } of answers) expect([200, 400, 403, 404]).toContain(status);
    expect(await owners()).toBe(1);
  });
});

test('the audit trail has who did what to whom', async () => {
  await change(people.admin, people.viewer, 'editor');
  await remove(owner, people.editor);
  await remove(people.viewer, people.viewer);
  const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/audit`, { token: owner.token });
  expect(body).toMatchObject([
    { action: 'member_left', actorId: people.viewer.id, targetName: people.viewer.email },
    { action: 'member_removed', actorId: owner.id, targetName: people.editor.email },
    {
      action: 'member_role_changed',
      actorId: people.admin.id,
      targetName: people.viewer.email,
      changes: { role: { before: 'viewer', after: 'editor' } },
    },
  ]);
});
