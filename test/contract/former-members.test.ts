import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { inTransaction } from '../../src/infrastructure/database/transaction.ts';
import { unassignMembersJob } from '../../src/jobs/scheduled-jobs.ts';
import { loadUpdates } from '../../src/resolvers/addons/live/load-updates.ts';
import { cancelUnassignment, scheduleUnassignment } from '../../src/resolvers/core/annotations/unassign-member.ts';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** More than two batches hold. */
const MANY = 2_500;

let app: TestApp;
let owner: TestUser;
let former: TestUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await registerUser(app);
  former = await registerMember(app, owner.organizationId, 'editor');
  projectId = (await createProject(app, owner)).id;
});

const query = async (text: string, values: unknown[]) => (await app.services.pool.query(text, values)).rows;
const assigned = async () => {
  const { id } = await createAnnotation(app, owner, projectId);
  const body = { assigneeId: former.id };
  expect((await rest(app, 'PUT', `/annotations/${id}/assign`, { token: owner.token, body })).status).toBe(200);
  return id;
};
const assignMany = () =>
  query(
    `INSERT INTO annotations (id, project_id, number, content, url, url_key, source, assignee_id, updated_at)
     SELECT gen_random_uuid(), $1, -n, 'c', 'https://shop.example/', 'https://shop.example', 'api', $2, now()
       FROM generate_series(1, $3::int) n`,
    [projectId, former.id, MANY],
  );
const get = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const historyOf = async (id: string) =>
  (await rest(app, 'GET', `/annotations/${id}/history`, { token: owner.token })).body;
const remove = async (caller: TestUser, of: TestUser) => {
  const where = { organizationId_userId: { organizationId: owner.organizationId, userId: of.id } };
  const { id } = await app.services.db.membership.findUniqueOrThrow({ where });
  const place = `/organizations/${owner.organizationId}/members/${id}`;
  return (await rest(app, 'DELETE', place, { token: caller.token })).status;
};
const ended = () => ({ organizationId: owner.organizationId, userId: former.id });
/** As a process does that dies after its commit. */
const removeAndDie = () =>
  inTransaction(app.services.pool, async (sql) => {
    await sql.query('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
      owner.organizationId,
      former.id,
    ]);
    await scheduleUnassignment(sql, { ...ended(), actorId: owner.id });
  });
const runJob = () => unassignMembersJob.run(systemContext(app.services));
const stillAssigned = () => app.services.db.annotation.count({ where: { projectId, assigneeId: former.id } });
const waiting = async () => (await query('SELECT FROM unassignments WHERE user_id = $1', [former.id])).length;

describe('many assigned annotations', () => {
  test.each([
    ['is removed', () => owner],
    ['leaves', () => former],
  ])('are unassigned once, a thousand per transaction, when a member %s', async (_what, callerOf) => {
    await assignMany();
    const { id: actorId } = callerOf();
    expect(await remove(callerOf(), former)).toBe(200);
    await runJob();
    expect([await stillAssigned(), await waiting()]).toEqual([0, 0]);
    const lines = await query(
      `SELECT count(*)::int AS lines, count(DISTINCT annotation_id)::int AS annotations FROM annotation_history h
        WHERE actor_id = $1 AND kind = 'assignee' AND before = to_jsonb($2::text) AND after IS NULL
          AND created_at = (SELECT updated_at FROM annotations WHERE id = h.annotation_id)`,
      [actorId, former.id],
    );
    expect(lines).toEqual([{ lines: MANY, annotations: MANY }]);
    const transactions = await query(
      `SELECT count(*)::int AS count FROM events
        WHERE project_id = $1 AND type = 'annotation.updated' GROUP BY created_at ORDER BY 1`,
      [projectId],
    );
    expect(transactions.map(({ count }) => count)).toEqual([500, 1_000, 1_000]);
  });

  test('do not delay the end of the membership while one is being changed', async () => {
    await assignMany();
    const { removal } = await inTransaction(app.services.pool, async (holder) => {
      await holder.query('SELECT FROM annotations WHERE project_id = $1 FOR UPDATE', [projectId]);
      const pending = remove(owner, former);
      const asFormer = async () => (await rest(app, 'GET', `/projects/${projectId}`, { token: former.token })).status;
      await expect.poll(asFormer).toBe(404);
      return { removal: pending };
    });
    expect(await removal).toBe(200);
  });
});

describe('before an annotation is unassigned', () => {
  test('it is shown as unassigned to every reader', async () => {
    const id = await assigned();
    await removeAndDie();
    expect(await stillAssigned()).toBe(1);
    expect((await get(id)).assigneeId).toBeNull();
    const { body: listed } = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: owner.token });
    expect(listed).toMatchObject([{ id, assigneeId: null }]);
    const document = 'query ($id: ID!) { annotation(id: $id) { assigneeId assignee { id } } }';
    const { data } = await graphql(app, document, { id }, { token: owner.token });
    expect(data?.annotation).toEqual({ assigneeId: null, assignee: null });
    const events = await app.services.db.event.findMany({ where: { annotationId: id } });
    const updates = await loadUpdates(
      app.services,
      events.map((event) => event.id),
    );
    expect(updates.map(({ update }) => 'annotation' in update && update.annotation.assigneeId)).toEqual([null, null]);
  });

  test('assignments in another organization are still shown', async () => {
    const other = await registerUser(app);
    const { id } = await createAnnotation(app, other, (await createProject(app, other)).id);
    await query('UPDATE annotations SET assignee_id = $1 WHERE id = $2', [former.id, id]);
    await removeAndDie();
    await runJob();
    const { body } = await rest(app, 'GET', `/annotations/${id}`, { token: other.token });
    expect(body.assigneeId).toBe(former.id);
  });

  test('a change unassigns it first, on behalf of the user who removed the member', async () => {
    const id = await assigned();
    const editor = await registerMember(app, owner.organizationId, 'editor');
    await removeAndDie();
    const { body } = await rest(app, 'PATCH', `/annotations/${id}`, { token: editor.token, body: { content: 'new' } });
    expect(body).toMatchObject({ content: 'new', assigneeId: null });
    const lines = [
      { kind: 'content', after: 'new', actorId: editor.id },
      { kind: 'assignee', before: former.id, after: null, actorId: owner.id },
      { kind: 'assignee', before: null, after: former.id, actorId: owner.id },
    ];
    expect(await historyOf(id)).toMatchObject(lines);
    await runJob();
    expect([await historyOf(id), await waiting()]).toMatchObject([lines, 0]);
    expect(await app.services.db.event.count({ where: { annotationId: id, type: 'annotation.updated' } })).toBe(3);
  });

  test('unassigning changes nothing, assigning to the former member is rejected, to another accepted', async () => {
    const id = await assigned();
    await removeAndDie();
    const assign = (assigneeId: string | null) =>
      rest(app, 'PUT', `/annotations/${id}/assign`, { token: owner.token, body: { assigneeId } });
    expect([(await assign(null)).body.assigneeId, (await historyOf(id)).length]).toEqual([null, 1]);
    expect((await assign(former.id)).status).toBe(400);
    expect((await assign(owner.id)).body.assigneeId).toBe(owner.id);
    await runJob();
    expect((await get(id)).assigneeId).toBe(owner.id);
    expect(await historyOf(id)).toMatchObject([
      { before: null, after: owner.id },
      { before: former.id, after: null },
      { before: null, after: former.id },
    ]);
  });

  test('a member who joins again keeps the remaining assignments', async () => {
    const id = await assigned();
    await removeAndDie();
    await inTransaction(app.services.pool, async (sql) => {
      await cancelUnassignment(sql, ended());
      await sql.query("INSERT INTO memberships (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'editor')", [
        id,
        owner.organizationId,
        former.id,
      ]);
    });
    await runJob();
    expect((await get(id)).assigneeId).toBe(former.id);
  });
});
