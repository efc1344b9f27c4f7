import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { grantOf, joinProjectMember, requireUser, viaOf } from '../../platform/policies/access.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { snakeCase } from '../../platform/sql/select-list.ts';
import { CAN_BE_ASSIGNED } from '../annotations/assignable.ts';
import { LOCKED_ANNOTATION_COLUMNS, type LockedAnnotation } from '../annotations/columns.ts';
import { unassignNow } from '../annotations/unassign-member.ts';
import { requireInProjects } from '../organizations/require-organization.ts';
import { type BulkChange, readBulkChange } from './change-input.ts';
import { type ChangeFacts, type ChangeRow, decideChange, WRITTEN_COLUMNS } from './decide-change.ts';

/** Result for one annotation of a bulk change. */
export interface ChangeResult {
  id: string;
  /** Whether the annotation had other values before. */
  isChanged: boolean;
  error: AppError | null;
}

/** Locks annotations in the order of their ids, like every statement that locks several. */
const LOCK = statement(
  'change-annotations/lock',
  `SELECT ${LOCKED_ANNOTATION_COLUMNS} FROM annotations a
   JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL AND p.organization_id = $organizationId
   ${joinProjectMember('$userId')}
  WHERE a.id = ANY($ids::uuid[]) AND a.deleted_at IS NULL AND ($granted?::uuid[] IS NULL OR p.id = ANY($granted))
  ORDER BY a.id FOR NO KEY UPDATE OF a`,
);

/**
 * Locks the membership: a member removed concurrently is either rejected here or unassigned there.
 */
const ASSIGNEE_PROJECTS = statement(
  'change-annotations/assignee-projects',
  `SELECT p.id FROM projects p
   JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $assigneeId AND ${CAN_BE_ASSIGNED}
  WHERE p.id = ANY($projectIds::uuid[]) FOR KEY SHARE OF m`,
);

const LABEL_PROJECTS = statement(
  'change-annotations/label-projects',
  'SELECT id, project_id AS "projectId" FROM labels WHERE id = ANY($addLabelIds::uuid[]) FOR KEY SHARE',
);

const DUPLICATE_PROJECT = statement(
  'change-annotations/duplicate-project',
  `SELECT project_id AS "projectId" FROM annotations
  WHERE id = $duplicateOfId AND project_id = ANY($projectIds::uuid[]) AND deleted_at IS NULL`,
);

const WRITTEN = Object.entries(WRITTEN_COLUMNS);

const WRITE = statement(
  'change-annotations/write',
  `WITH change AS (
    SELECT * FROM jsonb_to_recordset($columns)
                     AS c(id uuid, ${WRITTEN.map(([name, type]) => `"${name}" ${type}`).join(', ')})
  ), changed AS (
    UPDATE annotations a
       SET ${WRITTEN.map(([name]) => `${snakeCase(name)} = c."${name}"`).join(', ')},
           resolved_at = CASE WHEN c.status <> 'resolved' THEN NULL WHEN a.status = 'resolved' THEN a.resolved_at
                              ELSE ${monotonicNow('a.updated_at')} END,
           public_updated_at = CASE WHEN a.visibility = 'public' THEN NULL ELSE a.public_updated_at END,
           updated_at = ${monotonicNow('a.updated_at')}
      FROM change c WHERE a.id = c.id
    RETURNING a.id, a.project_id, a.visibility, a.updated_at, a.status
  ), released AS (
    DELETE FROM annotation_claims c USING changed WHERE c.annotation_id = changed.id AND changed.status = 'resolved'
  ), history AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, visibility, before, after, created_at, via)
    SELECT h.id, h."annotationId", $actorId, h.kind, changed.visibility, h.before, h.after, changed.updated_at, $via?
      FROM jsonb_to_recordset($history) AS h(id uuid, "annotationId" uuid, kind "HistoryKind", before jsonb, after jsonb)
      JOIN changed ON changed.id = h."annotationId"
  )
  INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data, actor_id)
  SELECT e.id, e.type, $organizationId, changed.project_id, changed.id, changed.visibility, e.data, $actorId
    FROM jsonb_to_recordset($events) AS e(id uuid, type text, "annotationId" uuid, data text)
    JOIN changed ON changed.id = e."annotationId"`,
);

/**
 * Changes up to 500 annotations of an organization in one transaction, each with its history and
 * events. An annotation that the member cannot change is reported and does not affect the others.
 *
 * @returns results in the order of the ids
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function changeAnnotations(
  ctx: Context<'pool' | 'wakeRelay'>,
  { organizationId, ...args }: { organizationId: string; ids: readonly string[]; change: object },
): Promise<ChangeResult[]> {
  await requireInProjects(ctx, organizationId, 'annotation.change', { field: 'organizationId' });
  const { ids, change } = readBulkChange(args);
  const results = await inTransaction(ctx.services.pool, (sql) =>
    applyChange(sql, ctx, { organizationId, ids, change, path: 'change.' }),
  );
  ctx.services.wakeRelay();
  return results;
}

/**
 * Changes annotations in a transaction.
 *
 * @param path that of the change in the arguments, for messages
 */
export async function applyChange(
  sql: Queryable,
  ctx: Context<'pool'>,
  { organizationId, ids, change, path }: { organizationId: string; ids: string[]; change: BulkChange; path: string },
): Promise<ChangeResult[]> {
  const [actorId, via] = [requireUser(ctx), viaOf(ctx)];
  const rows = await lockAnnotations(sql, ctx, ids, organizationId);
  const facts = await readFacts(sql, change, [...new Set([...rows.values()].map(({ projectId }) => projectId))]);
  const decided = ids.map((id) => decide(id, rows, (before) => decideChange(before, change, { ...facts, path }, via)));
  const changes = new Map(decided.flatMap(({ id, row }) => (row ? [[id, row]] : [])));
  for (const id of changes.keys()) await unassignFormerMember(sql, organizationId, rows.get(id));
  await write(sql, [...changes.values()], { actorId, via, organizationId });
  return decided.map(({ id, row, error }) => ({ id, isChanged: row !== null, error }));
}

async function lockAnnotations(
  sql: Queryable,
  ctx: Context<'pool'>,
  ids: readonly string[],
  organizationId: string,
): Promise<Map<string, LockedAnnotation>> {
  const granted = grantOf(ctx)?.projects;
  const values = { ids, organizationId, userId: requireUser(ctx), granted: granted ? [...granted.keys()] : null };
  const rows = await LOCK.rows(sql, values);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readFacts(sql: Queryable, change: BulkChange, projectIds: string[]): Promise<Omit<ChangeFacts, 'path'>> {
  const { assigneeId, duplicateOfId } = change;
  const addLabelIds = change.addLabelIds ?? change.labelIds;
  const assignable = assigneeId && (await ASSIGNEE_PROJECTS.rows(sql, { projectIds, assigneeId }));
  const labels = addLabelIds && (await LABEL_PROJECTS.rows(sql, { addLabelIds }));
  const duplicate = duplicateOfId && (await DUPLICATE_PROJECT.first(sql, { duplicateOfId, projectIds }));
  return {
    assigneeProjects: new Set((assignable || []).map(({ id }) => id)),
    labelProjects: new Map((labels ?? []).map(({ id, projectId }) => [id, projectId])),
    duplicateProject: duplicate ? duplicate.projectId : undefined,
  };
}

interface Decided {
  id: string;
  row: ChangeRow | null;
  error: AppError | null;
}

function decide(
  id: string,
  rows: Map<string, LockedAnnotation>,
  change: (before: LockedAnnotation) => ChangeRow | null,
): Decided {
  const before = rows.get(id.toLowerCase());
  if (!before) return { id, row: null, error: notFound('Annotation') };
  try {
    return { id: before.id, row: change(before), error: null };
  } catch (error) {
    if (error instanceof AppError) return { id, row: null, error };
    throw error;
  }
}

/** Completes the unassignment of a former member, whose id the change would otherwise restore. */
async function unassignFormerMember(
  sql: Queryable,
  organizationId: string,
  before: LockedAnnotation | undefined,
): Promise<void> {
  const userId = before?.storedAssigneeId ?? null;
  if (!before || userId === null || userId === before.assigneeId) return;
  await unassignNow(sql, { userId, organizationId }, before.id);
}

async function write(
  sql: Queryable,
  rows: ChangeRow[],
  { actorId, via, organizationId }: { actorId: string; via: string | null; organizationId: string },
): Promise<void> {
  if (rows.length === 0) return;
  const names = ['id', ...Object.keys(WRITTEN_COLUMNS)];
  const history = rows.flatMap((row) => row.history);
  const events = rows.flatMap((row) => row.events.map((event) => ({ ...event, annotationId: row.columns.id })));
  await WRITE.run(sql, {
    // JSON of these members only.
    columns: JSON.stringify(
      rows.map((row) => row.columns),
      names,
    ),
    history: JSON.stringify(history),
    events: JSON.stringify(events),
    actorId,
    via,
    organizationId,
  });
}
