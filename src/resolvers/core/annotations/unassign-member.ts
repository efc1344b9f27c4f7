import type { Context } from '../../../context.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { ChangeEventData } from '../../platform/events/event-types.ts';
import { BATCH, type BatchRun, BY_JOB, inBatches, runWithinRequest, SKIP } from '../../platform/sql/batches.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';

/** A user, or a service account, whose membership in an organization ended. */
interface FormerMember {
  organizationId: string;
  userId: string;
}

const BEGIN = statement(
  'unassign-member/begin',
  `INSERT INTO unassignments (user_id, organization_id, actor_id) VALUES ($userId, $organizationId, $actorId)
  ON CONFLICT (user_id, organization_id) DO UPDATE SET actor_id = excluded.actor_id`,
);

const TAKE = statement(
  'unassign-member/take',
  `SELECT actor_id AS "actorId" FROM unassignments WHERE user_id = $userId AND organization_id = $organizationId FOR UPDATE ${SKIP}`,
);

const END = statement(
  'unassign-member/end',
  'DELETE FROM unassignments WHERE user_id = $userId AND organization_id = $organizationId',
);

const CHOOSE = statement(
  'unassign-member/choose',
  `SELECT a.id FROM annotations a JOIN projects p ON p.id = a.project_id
  WHERE a.assignee_id = $userId AND p.organization_id = $organizationId AND a.deleted_at IS NULL LIMIT ${BATCH}`,
);

const LOCK = statement(
  'unassign-member/lock',
  `SELECT id FROM annotations WHERE id = ANY($ids::uuid[]) AND assignee_id = $userId AND deleted_at IS NULL
  ORDER BY id FOR NO KEY UPDATE`,
);

const UNASSIGN = statement(
  'unassign-member/unassign',
  `WITH assigned AS (
    SELECT * FROM unnest($ids::uuid[], $historyIds::uuid[], $eventIds::uuid[]) AS a(id, history_id, event_id)
  ), changed AS (
    UPDATE annotations a SET assignee_id = NULL, updated_at = ${monotonicNow('a.updated_at')} FROM assigned WHERE a.id = assigned.id
    RETURNING assigned.*, a.project_id, a.updated_at, a.visibility
  ), history AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, visibility, before, created_at)
    SELECT history_id, id, $actorId?, 'assignee', visibility, to_jsonb($userId::text), updated_at FROM changed
  )
  INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data)
  SELECT event_id, 'annotation.updated', $organizationId, project_id, id, visibility, $data FROM changed`,
);

/**
 * Unassigns a former member for all readers as of the commit. Call it in the transaction that ends
 * the membership; concurrent assignments wait for it.
 */
export async function scheduleUnassignment(
  sql: Queryable,
  { userId, organizationId, actorId }: FormerMember & { actorId: string },
): Promise<void> {
  await BEGIN.run(sql, { userId, organizationId, actorId });
}

/** Cancels the unassignment of a member who joined again. Waits for a running batch. */
export async function cancelUnassignment(sql: Queryable, { userId, organizationId }: FormerMember): Promise<void> {
  await END.run(sql, { userId, organizationId });
}

/**
 * Unassigns a former member's annotations, each with its history entry and event. Call it after the
 * commit. Returns when all are unassigned, or after a second; a job finishes the rest, also after a
 * failure.
 */
export async function unassignMember(
  ctx: Context<'pool' | 'stopping' | 'wakeRelay'>,
  member: FormerMember,
): Promise<void> {
  await runWithinRequest(ctx, (run) => unassignAll(ctx, member, run), {
    message: 'unassignment of a former member failed; retry scheduled',
    of: member,
  });
}

const PENDING = statement(
  'unassign-member/pending',
  'SELECT user_id AS "userId", organization_id AS "organizationId" FROM unassignments ORDER BY random()',
);

/**
 * Finishes scheduled unassignments until the process stops, skipping those that other processes
 * run.
 */
export async function finishUnassignments(ctx: Context<'pool' | 'stopping' | 'wakeRelay'>): Promise<void> {
  const rows = await PENDING.rows(ctx.services.pool);
  for (const member of rows) await unassignAll(ctx, member, BY_JOB);
}

const unassignAll = (ctx: Context<'pool' | 'stopping' | 'wakeRelay'>, member: FormerMember, run: BatchRun) =>
  inBatches(
    ctx,
    run,
    (sql) => unassignBatch(sql, member, run),
    () => ctx.services.wakeRelay(),
  );

/** Unassigns one batch and returns whether there may be more. */
async function unassignBatch(sql: Queryable, member: FormerMember, { skip }: BatchRun): Promise<boolean> {
  const key = { userId: member.userId, organizationId: member.organizationId };
  const taken = await TAKE.with({ skip }).first(sql, key);
  if (!taken) return false;
  const chosen = await CHOOSE.rows(sql, key);
  const locked = await LOCK.rows(sql, { ids: chosen.map(({ id }) => id), userId: member.userId });
  await unassign(sql, { ...member, ...taken }, locked);
  if (chosen.length === BATCH) return true;
  await cancelUnassignment(sql, member);
  return false;
}

const ACTOR = statement(
  'unassign-member/actor',
  'SELECT actor_id AS "actorId" FROM unassignments WHERE user_id = $userId AND organization_id = $organizationId',
);

/**
 * Unassigns one locked annotation of a former member ahead of the batches, because it changes now.
 */
export async function unassignNow(sql: Queryable, member: FormerMember, annotationId: string): Promise<void> {
  const row = await ACTOR.first(sql, { userId: member.userId, organizationId: member.organizationId });
  await unassign(sql, { ...member, actorId: row?.actorId ?? null }, [{ id: annotationId }]);
}

async function unassign(
  sql: Queryable,
  { organizationId, userId, actorId }: FormerMember & { actorId: string | null },
  annotations: { id: string }[],
): Promise<void> {
  const { length } = annotations;
  if (length === 0) return;
  const ids = annotations.map(({ id }) => id);
  const data: ChangeEventData = { changes: { assigneeId: { before: userId, after: null } } };
  await UNASSIGN.run(sql, {
    ids,
    historyIds: newIds(length),
    eventIds: newIds(length),
    actorId,
    userId,
    organizationId,
    data: JSON.stringify(data),
  });
}
