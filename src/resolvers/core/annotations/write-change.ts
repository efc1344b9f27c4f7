import type { Annotation, HistoryKind } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
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

const WRITE = statement(
  'write-change/write',
  `WITH change AS (SELECT ${monotonicNow('updated_at')} AS at FROM annotations WHERE id = $annotationId
  ), a AS (
    UPDATE annotations
       SET content = $content, mentions = $mentions, status = $status::"AnnotationStatus", assignee_id = $assigneeId?, dom_fingerprint = $domFingerprint?, anchor_state = $anchorState,
           anchor_confidence = $anchorConfidence, anchor_checked_at = $anchorCheckedAt, anchor_candidates = $anchorCandidates?, latest_fingerprint = $latestFingerprint?,
           resolved_at = CASE WHEN $status <> 'resolved' THEN NULL WHEN status = 'resolved' THEN resolved_at ELSE change.at END,
           resolution = CASE WHEN $status <> 'resolved' THEN NULL WHEN status = 'resolved' THEN resolution ELSE 'fixed' END::"Resolution",
           duplicate_of_id = CASE WHEN $status = 'resolved' THEN duplicate_of_id END,
           rank = $rank?, visibility = $visibility::"Visibility",
           public_updated_at = CASE WHEN $visibility = 'public' THEN NULL WHEN visibility = 'public' THEN change.at ELSE public_updated_at END,
           updated_at = change.at
      FROM change WHERE id = $annotationId
    RETURNING *
  ), kept AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, visibility, before, after, created_at, via)
    SELECT $historyId, id, $actorId?, $kind?::"HistoryKind", $historyVisibility::"Visibility", $before?, $after?, updated_at, $via? FROM a WHERE $kind? IS NOT NULL
  ), released AS (
    DELETE FROM annotation_claims c USING a WHERE c.annotation_id = a.id AND a.status = 'resolved'
  )
  SELECT ${ANNOTATION_COLUMNS} FROM a`,
  { prepared: true },
);

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
  const row = await WRITE.first(sql, {
    annotationId,
    content: now.content,
    status: now.status,
    assigneeId: now.assigneeId,
    domFingerprint: json(now.domFingerprint),
    anchorState: now.anchorState,
    anchorConfidence: now.anchorConfidence,
    anchorCheckedAt: now.anchorCheckedAt,
    anchorCandidates: json(now.anchorCandidates),
    latestFingerprint: json(now.latestFingerprint),
    historyId: newId(),
    actorId,
    kind: history?.kind,
    before: json(history?.before),
    after: json(history?.after),
    visibility: now.visibility,
    historyVisibility: before.visibility === 'internal' ? 'internal' : now.visibility,
    via,
    rank: now.rank,
    mentions: now.mentions,
  });
  const after = row as Annotation;
  const recorded = {
    ...event,
    data: withChange(event.data, { changes: changedValues(before, after), via, byVisitor }),
  };
  await recordEvent(sql, { visibility: now.visibility, ...recorded, organizationId, projectId, annotationId, actorId });
  return after;
}

/** Serializes JSON explicitly: pg converts arrays to PostgreSQL arrays. */
const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
