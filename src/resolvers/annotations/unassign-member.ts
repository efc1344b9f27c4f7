import { newIds } from '../../infrastructure/database/ids.ts';
import type { Queryable } from '../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../events/event-types.ts';
import { nextMoment } from '../sql/next-moment.ts';

const LOCK = `SELECT a.id FROM annotations a JOIN projects p ON p.id = a.project_id
  WHERE a.assignee_id = $1 AND p.organization_id = $2 AND a.deleted_at IS NULL ORDER BY a.id FOR UPDATE OF a`;

const UNASSIGN = `WITH assigned AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS a(id, history_id, event_id)
  ), changed AS (
    UPDATE annotations a SET assignee_id = NULL, updated_at = ${nextMoment('a.updated_at')} FROM assigned WHERE a.id = assigned.id
    RETURNING assigned.*, a.project_id, a.updated_at
  ), history AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, before, created_at)
    SELECT history_id, id, $4, 'assignee', to_jsonb($5::text), updated_at FROM changed
  )
  INSERT INTO events (id, type, organization_id, project_id, annotation_id, data)
  SELECT event_id, 'annotation.updated', $6, project_id, id, '${NO_EVENT_DATA}' FROM changed`;

/**
 * Unassigns all that is assigned to a user in an organization, each with its line in the history and its event. The user's
 * membership must be gone in the same transaction: what assigns waits for its end.
 */
export async function unassignMember(
  sql: Queryable,
  { organizationId, userId, actorId }: { organizationId: string; userId: string; actorId: string },
): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(LOCK, [userId, organizationId]);
  if (rows.length === 0) return;
  const [historyIds, eventIds] = [newIds(rows.length), newIds(rows.length)];
  await sql.query(UNASSIGN, [rows.map(({ id }) => id), historyIds, eventIds, actorId, userId, organizationId]);
}
