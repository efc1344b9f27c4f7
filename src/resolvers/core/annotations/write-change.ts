import type { Annotation, HistoryKind } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type NewEvent, withChange } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { changedValues } from './changed-values.ts';
import { ANNOTATION_COLUMNS, type LockedAnnotation } from './columns.ts';
import { unassignNow } from './unassign-member.ts';

/** Columns that a change may set. */
type Changeable = Pick<
  Annotation,
  | 'content'
  | 'mentions'
  | 'status'
  | 'visibility'
  | 'assigneeId'
  | 'domFingerprint'
  | 'anchorState'
  | 'anchorConfidence'
  | 'anchorCheckedAt'
  | 'anchorCandidates'
  | 'latestFingerprint'
  | 'rank'
>;

/** A change: its columns, history entry and event. */
export interface AnnotationChange {
  data: Partial<Changeable>;
  /** Absent for a change of rank or mentions only. */
  history?: { kind: HistoryKind; before: unknown; after: unknown };
  event: Pick<NewEvent, 'type' | 'data' | 'visibility'>;
}

const WRITE = {
  name: 'change-annotation',
  text: `WITH change AS (SELECT ${monotonicNow('updated_at')} AS at FROM annotations WHERE id = $1
  ), a AS (
    UPDATE annotations
       SET content = $2, mentions = $20, status = $3::"AnnotationStatus", assignee_id = $4, dom_fingerprint = $5, anchor_state = $6,
           anchor_confidence = $7, anchor_checked_at = $8, anchor_candidates = $9, latest_fingerprint = $10,
           resolved_at = CASE WHEN $3 <> 'resolved' THEN NULL WHEN status = 'resolved' THEN resolved_at ELSE change.at END,
           resolution = CASE WHEN $3 <> 'resolved' THEN NULL WHEN status = 'resolved' THEN resolution ELSE 'fixed' END::"Resolution",
           duplicate_of_id = CASE WHEN $3 = 'resolved' THEN duplicate_of_id END,
           rank = $19, visibility = $16::"Visibility",
           public_updated_at = CASE WHEN $16 = 'public' THEN NULL WHEN visibility = 'public' THEN change.at ELSE public_updated_at END,
           updated_at = change.at
      FROM change WHERE id = $1
    RETURNING *
  ), kept AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, visibility, before, after, created_at, via)
    SELECT $11, id, $12, $13::"HistoryKind", $17::"Visibility", $14, $15, updated_at, $18 FROM a WHERE $13 IS NOT NULL
  ), released AS (
    DELETE FROM annotation_claims c USING a WHERE c.annotation_id = a.id AND a.status = 'resolved'
  )
  SELECT ${ANNOTATION_COLUMNS} FROM a`,
};

/**
 * Writes a change of an annotation with its history entry and event. Both have its visibility; the
 * entry is internal if the annotation was or becomes so. A resolution ends the claim.
 *
 * @param before the current, locked row; columns that the change omits stay unchanged
 * @param actorId null for a change made in a tracker
 * @param by the access token that makes it, or the visitor who wrote the annotation
 */
export async function writeChange(
  sql: Queryable,
  before: LockedAnnotation & { organizationId: string },
  { data, history, event }: AnnotationChange,
  actorId: string | null,
  { via = null, byVisitor }: { via?: string | null; byVisitor?: boolean } = {},
): Promise<Annotation> {
  const { id: annotationId, projectId, organizationId, storedAssigneeId: userId } = before;
  if (userId !== null && userId !== before.assigneeId) await unassignNow(sql, { userId, organizationId }, annotationId);
  const now: Changeable = { ...before, ...data };
  const { rows } = await sql.query<Annotation>({
    ...WRITE,
    values: [
      annotationId,
      now.content,
      now.status,
      now.assigneeId,
      json(now.domFingerprint),
      now.anchorState,
      now.anchorConfidence,
      now.anchorCheckedAt,
      json(now.anchorCandidates),
      json(now.latestFingerprint),
      newId(),
      actorId,
      history?.kind,
      json(history?.before),
      json(history?.after),
      now.visibility,
      before.visibility === 'internal' ? 'internal' : now.visibility,
      via,
      now.rank,
      now.mentions,
    ],
  });
  const after = rows[0] as Annotation;
  const recorded = {
    ...event,
    data: withChange(event.data, { changes: changedValues(before, after), via, byVisitor }),
  };
  await recordEvent(sql, { visibility: now.visibility, ...recorded, organizationId, projectId, annotationId, actorId });
  return after;
}

/** Serializes JSON explicitly: pg converts arrays to PostgreSQL arrays. */
const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
