import { beforeEach, describe, expect, test } from 'vitest';
import { PLANS } from '../../../src/resolvers/platform/quotas/plans.ts';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { invitationToken, waitForMail } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const app = useTestApp();
let owner: TestUser;
let project: { id: string };
let second: { id: string };
beforeEach(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
  second = await createProject(app, owner);
});

const call = (method: string, path: string, body?: object) =>
  rest(app, method, `/organizations/${owner.organizationId}${path}`, { token: owner.token, body });
const invite = (email: string, body: object) => call('POST', '/invitations', { email, ...body });
const memberId = async ({ id: userId }: TestUser): Promise<string> => {
  const { organizationId } = owner;
  const where = { organizationId_userId: { organizationId, userId } };
  return (await app.services.db.membership.findUniqueOrThrow({ where })).id;
};
const change = async (of: TestUser, body: object) => call('PATCH', `/members/${await memberId(of)}`, body);

const FOREIGN = '01a1fd86-45a3-7745-a8e8-2afef6252f96';
const NEEDS_PROJECT = 'projectIds: a guest needs at least one project, and cannot have all; list the projects to share';
const HAS_ALL = 'projectIds: owners and admins have all projects; omit allProjects and projectIds';

/** Rejected projects of a role, with the message. */
const REJECTED: [role: string, access: object, message: string][] = [
  ['guest', {}, NEEDS_PROJECT],
  ['guest', { projectIds: [] }, NEEDS_PROJECT],
  ['guest', { allProjects: true }, NEEDS_PROJECT],
  ['admin', { allProjects: false }, HAS_ALL],
  ['owner', { projectIds: [FOREIGN] }, HAS_ALL],
  ['editor', { allProjects: true, projectIds: [FOREIGN] }, 'projectIds: must be omitted if allProjects is true'],
  ['editor', { projectIds: ['x'] }, 'projectIds.0: must be a UUID'],
  ['viewer', { projectIds: [FOREIGN] }, `projectIds: ${FOREIGN} is not a project of this organization`],
  ['viewer', { projectIds: Array(501).fill(FOREIGN) }, 'projectIds: must list at most 500 projects'],
];

describe('projects that a role cannot have are rejected', () => {
  test.each(REJECTED)('for an invited %s: %j', async (role, access, message) => {
    expect((await invite('grace@example.com', { role, ...access })).body).toEqual(errorBody(400, message));
  });

  test.each(REJECTED)('for a member who becomes %s: %j', async (role, access, message) => {
    const member = await registerMember(app, owner.organizationId, 'editor');
    expect((await change(member, { role, ...access })).body).toEqual(errorBody(400, message));
  });

  test('for an imported member', async () => {
    const { organizationId, token } = owner;
    const members = [
      ...REJECTED.map(([role, access], i) => ({ email: `m${i}@example.com`, role, ...access })),
      { email: 'client@example.com', role: 'guest', projectIds: [project.id] },
    ];
    const { body } = await rest(app, 'POST', '/v1/import/members', { token, body: { organizationId, members } });
    expect(body.data).toMatchObject({ imported: 1, skipped: 0 });
    const failed = body.data.failed.sort((a: { index: number }, b: { index: number }) => a.index - b.index);
    expect(failed).toEqual(REJECTED.map(([, , message], index) => ({ index, message })));
    expect((await call('GET', '/invitations')).body).toMatchObject([
      { email: 'client@example.com', role: 'guest', allProjects: false, projectIds: [project.id] },
    ]);
  });
});

test('a project of another organization, and a deleted one, cannot be given', async () => {
  const other = await createProject(app, await registerUser(app));
  await rest(app, 'DELETE', `/projects/${second.id}`, { token: owner.token });
  for (const { id } of [other, second]) {
    const { body } = await invite('grace@example.com', { role: 'guest', projectIds: [project.id, id] });
    expect(body).toEqual(errorBody(400, `projectIds: ${id} is not a project of this organization`));
  }
});

test('an accepted invitation gives the listed projects that still exist', async () => {
  const guest = await registerUser(app);
  const invited = await invite(guest.email, { role: 'guest', projectIds: [project.id, second.id, project.id] });
  expect(invited.body).toMatchObject({ allProjects: false, projectIds: [project.id, second.id].sort() });
  const token = invitationToken(await waitForMail(app, guest.email));
  await rest(app, 'DELETE', `/projects/${second.id}`, { token: owner.token });
  const accepted = await rest(app, 'POST', '/invitations/accept', { token: guest.token, body: { token } });
  expect(accepted).toMatchObject({ status: 200, body: { id: owner.organizationId, role: 'guest' } });
  const list = await rest(app, 'GET', `/projects/organization/${owner.organizationId}`, { token: guest.token });
  expect(list.body.map(({ id }: { id: string }) => id)).toEqual([project.id]);
  const [member] = (await call('GET', '/members?limit=1')).body;
  expect(member).toMatchObject({ role: 'guest', allProjects: false, projectIds: [project.id] });
});

test('a role change keeps the projects unless it names them, and is audited with them', async () => {
  const member = await registerMember(app, owner.organizationId, 'editor');
  const all = { allProjects: true, projectIds: [] };
  const one = { allProjects: false, projectIds: [project.id] };
  const none = { allProjects: false, projectIds: [] };
  for (const [body, expected] of [
    [{ role: 'viewer' }, { role: 'viewer', ...all }],
    [
      { role: 'viewer', projectIds: [project.id] },
      { role: 'viewer', ...one },
    ],
    [{ role: 'guest' }, { role: 'guest', ...one }],
    [{ role: 'editor' }, { role: 'editor', ...one }],
    [
      { role: 'editor', allProjects: false },
      { role: 'editor', ...none },
    ],
    [{ role: 'admin' }, { role: 'admin', ...all }],
    [{ role: 'editor' }, { role: 'editor', ...all }],
  ] as const) {
    expect(await change(member, body)).toMatchObject({ status: 200, body: expected });
  }
  const { body: audit } = await call('GET', '/audit');
  expect(audit.map(({ action }: { action: string }) => action).slice(0, 7)).toEqual([
    'member_role_changed',
    'member_role_changed',
    'member_projects_changed',
    'member_role_changed',
    'member_role_changed',
    'member_projects_changed',
    'member_role_changed',
  ]);
  expect(audit[5].changes).toEqual({
    allProjects: { before: true, after: false },
    projectIds: { before: [], after: [project.id] },
  });
});

describe('the plan', () => {
  const LIMIT = PLANS.free.limits.members;
  const atLimit = async () => {
    await setPlan(app, owner.organizationId, 'free');
    for (let used = 1; used < LIMIT; used += 1) await registerMember(app, owner.organizationId, 'viewer');
  };
  const guestAccess = () => ({ role: 'guest', projectIds: [project.id] });

  test('does not count guests, nor their invitations', async () => {
    await atLimit();
    await registerMember(app, owner.organizationId, 'guest', [project.id]);
    expect((await invite('client@example.com', guestAccess())).status).toBe(201);
    expect((await invite('colleague@example.com', { role: 'viewer' })).status).toBe(403);
  });

  test('needs a seat for a guest who gets another role', async () => {
    await atLimit();
    const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
    expect((await change(guest, { role: 'viewer' })).status).toBe(403);
    expect((await change(guest, { role: 'guest', projectIds: [second.id] })).status).toBe(200);
  });
});

test('the database rejects a guest who has all projects, and an admin who does not', async () => {
  await expect(registerMember(app, owner.organizationId, 'guest')).rejects.toThrow('all_projects_of_role');
  await expect(registerMember(app, owner.organizationId, 'admin', [project.id])).rejects.toThrow(
    'all_projects_of_role',
  );
});
