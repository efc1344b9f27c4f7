import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/generated/prisma/client.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { waitUntilBlocked } from '../../support/blocked-sessions.ts';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { openEventStream } from '../support/event-stream.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let owner: TestUser;
let people: Record<Exclude<Role, 'guest'>, TestUser>;
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

test('every member can list all members, newest first, page by page', async () => {
  const { status, body } = await rest(app, 'GET', path(), { token: people.viewer.token });
  expect(status).toBe(200);
  const member = {
    ...{ id: UUID, userId: UUID, name: expect.any(String), email: expect.any(String), createdAt: TIME },
    ...{ allProjects: true, projectIds: [] },
  };
  expect(body).toStrictEqual(
    (['viewer', 'editor', 'admin', 'owner'] as const).map((role) => ({ ...member, email: people[role].email, role })),
  );
  expect((await readAllPages(app, path(), 3, { token: owner.token })).flat()).toEqual(body);
});

const REFUSED = (role: Role, needs: Role) =>
  errorBody(403, `Your role is ${role}; this requires ${needs}. Ask an ${needs} of the organization`);

describe('changing roles', () => {
  test.each<[caller: keyof typeof people, of: keyof typeof people, to: Role, needs: Role | null]>([
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
  ])('%s makes %s %s: requires %s', async (caller, of, to, needs) => {
    const { status, body } = await change(people[caller], people[of], to);
    if (needs) expect(body).toEqual(REFUSED(people[caller] === owner ? 'owner' : caller, needs));
    else expect([status, body.role, body.email]).toEqual([200, to, people[of].email]);
  });
});

describe('removing members', () => {
  test.each<[caller: keyof typeof people, of: keyof typeof people, needs: Role | null]>([
    ['viewer', 'editor', 'admin'],
    ['editor', 'viewer', 'admin'],
    ['viewer', 'viewer', null],
    ['admin', 'viewer', null],
    ['admin', 'editor', null],
    ['admin', 'admin', null],
    ['admin', 'owner', 'owner'],
    ['owner', 'admin', null],
  ])('%s removes %s: requires %s', async (caller, of, needs) => {
    const id = await memberId(people[of]);
    const { status, body } = await remove(people[caller], people[of]);
    if (needs) expect(body).toEqual(REFUSED(caller, needs));
    else expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect(await app.services.db.membership.count({ where: { id } })).toBe(needs ? 1 : 0);
  });
});

test('a role change and a removal apply to the next request with the same token', async () => {
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

describe('annotations assigned to a removed member', () => {
  type ReceivedChange = {
    data: { annotationChanged: { kind: string; annotation: { id: string; assigneeId: string | null } } };
  };
  const assign = (id: string, assigneeId: string) =>
    rest(app, 'PUT', `/annotations/${id}/assign`, { token: owner.token, body: { assigneeId } });
  const assigneeOf = async (id: string) =>
    (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body.assigneeId;

  test('are unassigned, with history and live updates; others stay assigned', async () => {
    const { id: projectId } = await createProject(app, owner);
    const made = [];
    for (const assignee of [people.viewer, people.viewer, people.editor]) {
      const { id } = await createAnnotation(app, owner, projectId);
      expect((await assign(id, assignee.id)).status).toBe(200);
      made.push(id);
    }
    // Of another organization, where the viewer stays.
    const other = await registerUser(app);
    await app.services.db.membership.create({
      data: { id: newId(), organizationId: other.organizationId, userId: people.viewer.id, role: 'viewer' },
    });
    const { id: elsewhere } = await createAnnotation(app, other, (await createProject(app, other)).id);
    const place = `/annotations/${elsewhere}/assign`;
    await rest(app, 'PUT', place, { token: other.token, body: { assigneeId: people.viewer.id } });
    const document =
      'subscription ($id: ID!) { annotationChanged(projectId: $id) { kind annotation { id assigneeId } } }';
    const events = await openEventStream(app, document, { id: projectId }, owner.token);

    await remove(people.admin, people.viewer);
    expect(await Promise.all(made.map(assigneeOf))).toEqual([null, null, people.editor.id]);
    const pending = new Set(made.slice(0, 2));
    while (pending.size > 0) {
      const { kind, annotation } = ((await events.next()) as ReceivedChange).data.annotationChanged;
      if (kind === 'updated' && annotation.assigneeId === null) pending.delete(annotation.id);
    }
    const { body: history } = await rest(app, 'GET', `/annotations/${made[0]}/history`, { token: owner.token });
    const { id: actorId } = people.admin;
    expect(history[0]).toMatchObject({ kind: 'assignee', before: people.viewer.id, after: null, actorId });
    const { body: kept } = await rest(app, 'GET', `/annotations/${elsewhere}`, { token: other.token });
    expect(kept.assigneeId).toBe(people.viewer.id);
  });

  test('stay unassigned when assigned concurrently', async () => {
    const { id: projectId } = await createProject(app, owner);
    const { id } = await createAnnotation(app, owner, projectId);
    const member = await memberId(people.viewer);
    const assigned = await inTransaction(app.services.pool, async (removal) => {
      await removal.query('DELETE FROM memberships WHERE id = $1', [member]);
      const response = assign(id, people.viewer.id);
      await waitUntilBlocked(app, 'FROM memberships');
      return { response };
    });
    expect((await assigned.response).body).toEqual(
      errorBody(
        400,
        "assigneeId: must be a member of the project's organization who has the project, or a service account whose token has the project and annotation.change",
      ),
    );
    expect(await assigneeOf(id)).toBeNull();
  });
});

describe('the last owner', () => {
  const LAST = () =>
    errorBody(
      400,
      `${owner.email} is the last owner of this organization; make another member owner first, or delete the organization`,
    );

  test('can neither be demoted nor leave until there is another owner', async () => {
    expect((await change(owner, owner, 'admin')).body).toEqual(LAST());
    expect((await remove(owner, owner)).body).toEqual(LAST());
    expect((await change(owner, owner, 'owner')).status).toBe(200);
    await change(owner, people.viewer, 'owner');
    expect((await remove(owner, owner)).status).toBe(200);
    expect(await owners()).toBe(1);
  });

  test('remains after 20 concurrent demotions and departures', async () => {
    const others = [people.admin, people.editor, people.viewer];
    for (const other of others) await change(owner, other, 'owner');
    const all = [owner, ...others];
    const ids = await Promise.all(all.map(memberId));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const { token } = all[i % 4] ?? owner;
        const place = `${path()}/${ids[(i + (i % 3)) % 4]}`;
        return i % 2
          ? rest(app, 'DELETE', place, { token })
          : rest(app, 'PATCH', place, { token, body: { role: 'viewer' } });
      }),
    );
    for (const { status } of responses) expect([200, 400, 403, 404]).toContain(status);
    expect(await owners()).toBe(1);
  });
});

test('the audit trail has actor, action and affected member', async () => {
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
