import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA, withChange } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';

/** An element that is gone from a snapshot, although its pin is bound or has candidates there. */
interface GoneElement {
  annotationId: string;
  snapshotId: string;
}

/**
 * The pins that show other elements, with the numbers of the snapshot and of the first one that
 * shows the same. A hidden element, without an extent, keeps its pin.
 */
const FIND = statement(
  'orphan-gone/find',
  `SELECT p.id, p.annotation_id AS "annotationId", s.series_number AS "number!", p.first_number AS first
   FROM unnest($annotationIds::uuid[], $snapshotIds::uuid[]) AS gone(annotation_id, snapshot_id)
   JOIN snapshots s ON s.id = gone.snapshot_id
   JOIN snapshot_pins p ON p.annotation_id = gone.annotation_id AND p.series_id = s.series_id AND p.state <> 'orphaned'
        AND (p.state = 'moved' OR (p.box->>'width')::float8 > 0) AND s.series_number BETWEEN p.first_number AND p.last_number
  ORDER BY p.annotation_id`,
);

/**
 * Annotations that no snapshot with other elements looked for since. The element to which one was
 * bound becomes a rejected candidate, and its picture is shown no more.
 */
const ORPHAN = statement(
  'orphan-gone/orphan',
  `WITH gone AS (
    SELECT a.id, a.anchor_confidence AS confidence, a.anchor_state AS state FROM annotations a
     WHERE a.id = ANY($annotationIds::uuid[]) AND a.deleted_at IS NULL AND a.anchor_state <> 'orphaned'
       AND EXISTS (SELECT FROM snapshot_pins p
                     JOIN snapshots s ON s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
                    WHERE p.id = ANY($ids::uuid[]) AND p.annotation_id = a.id AND s.completed_at = a.anchor_checked_at)
     ORDER BY a.id FOR NO KEY UPDATE
  ), updated AS (
    UPDATE annotations a
       SET anchor_state = 'orphaned', updated_at = ${monotonicNow('a.updated_at')},
           anchor_candidates = CASE WHEN gone.state = 'moved' OR a.latest_fingerprint IS NULL THEN a.anchor_candidates
             ELSE jsonb_build_array(jsonb_build_object('confidence', gone.confidence, 'fingerprint', a.latest_fingerprint, 'box', a.last_seen_box)) END,
           latest_fingerprint = CASE WHEN gone.state = 'moved' THEN a.latest_fingerprint END,
           last_seen_box = CASE WHEN gone.state = 'moved' THEN a.last_seen_box END,
           last_seen_image_key = CASE WHEN gone.state = 'moved' THEN a.last_seen_image_key END,
           last_seen_at = CASE WHEN gone.state = 'moved' THEN a.last_seen_at END
      FROM gone WHERE a.id = gone.id
    RETURNING a.id, a.project_id, a.visibility, a.updated_at, gone.confidence, gone.state
  ), history AS (
    INSERT INTO annotation_history (id, annotation_id, kind, visibility, before, after, created_at)
    SELECT ids.history_id, u.id, 'anchor', u.visibility, jsonb_build_object('state', u.state, 'confidence', u.confidence),
           jsonb_build_object('state', 'orphaned', 'confidence', u.confidence, 'candidates', 0), u.updated_at
      FROM updated u JOIN unnest($annotationIds::uuid[], $historyIds::uuid[]) AS ids(id, history_id) ON ids.id = u.id
  )
  SELECT u.id AS "annotationId", u.visibility, u.state, p.id AS "projectId", p.organization_id AS "organizationId"
    FROM updated u JOIN projects p ON p.id = u.project_id ORDER BY u.id`,
);

const MOVE = statement('orphan-gone/move', 'UPDATE snapshot_pins SET first_number = $number WHERE id = $id');

const KEEP_EARLIER = statement(
  'orphan-gone/keep-earlier',
  `INSERT INTO snapshot_pins (id, annotation_id, series_id, first_number, last_number, state, confidence, box, text, styles)
  SELECT $newId, annotation_id, series_id, $first, $lastNumber, state, confidence, box, text, styles FROM snapshot_pins WHERE id = $id`,
);

const ORPHAN_PIN = statement(
  'orphan-gone/orphan-pin',
  `UPDATE snapshot_pins SET state = 'orphaned', box = NULL, text = NULL, styles = NULL WHERE id = $id`,
);

/**
 * Says `orphaned` of pins that show other elements: from the snapshot on, and of the
 * annotations unless a later snapshot has other ones. Annotations keep the rejected ones, so
 * that later sweeps do not offer them again (`withoutRejected`).
 */
export async function orphanGone(sql: Queryable, gone: readonly GoneElement[]): Promise<void> {
  if (gone.length === 0) return;
  const pins = await FIND.rows(sql, {
    annotationIds: gone.map(({ annotationId }) => annotationId),
    snapshotIds: gone.map(({ snapshotId }) => snapshotId),
  });
  if (pins.length === 0) return;
  const annotationIds = pins.map(({ annotationId }) => annotationId);
  const rows = await ORPHAN.rows(sql, {
    annotationIds,
    ids: pins.map(({ id }) => id),
    historyIds: pins.map(() => newId()),
  });
  for (const { state: before, ...subject } of rows) {
    const changes = { anchorState: { before, after: 'orphaned' } };
    const data = withChange(NO_EVENT_DATA, { changes, via: null });
    await recordEvent(sql, { type: 'annotation.anchored', ...subject, data });
  }
  for (const { id, number, first } of pins) {
    if (first < number) {
      await MOVE.run(sql, { id, number });
      await KEEP_EARLIER.run(sql, { id, newId: newId(), first, lastNumber: number - 1 });
    }
    await ORPHAN_PIN.run(sql, { id });
  }
}
