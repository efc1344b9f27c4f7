import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type Box, intersection } from '../../../infrastructure/images/geometry.ts';
import { storableTexts } from '../../platform/input/storable-text.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import type { Anchor } from './anchor-after.ts';
import type { Pin } from './find-pins.ts';

/** Whether the picture before stays: a picture in which an element is hidden replaces none. */
const KEEPS = '(c.box IS NULL OR c."isHidden" AND a.last_seen_image_key IS NOT NULL)';

/**
 * Stores the results of a sweep. Skips annotations that were re-anchored by hand or checked by
 * another sweep since `checkedAt`. Only a change of state or candidates adds history and an event.
 */
const APPLY = statement(
  'apply-anchors/apply',
  `WITH found AS (
    SELECT * FROM jsonb_to_recordset($rows) AS f(id uuid, "checkedAt" timestamptz, state "AnchorState", confidence float8,
      candidates jsonb, fingerprint jsonb, box jsonb, "isHidden" boolean, "historyId" uuid, "eventId" uuid)
  ), before AS (
    SELECT a.id AS annotation_id, a.anchor_state, a.anchor_confidence, a.anchor_candidates, a.project_id, a.visibility
      FROM annotations a JOIN found f ON f.id = a.id
     WHERE a.deleted_at IS NULL AND a.anchor_checked_at = f."checkedAt"
     ORDER BY a.id FOR NO KEY UPDATE OF a
  ), changed AS (
    SELECT b.*, f.*, (b.anchor_state <> f.state OR b.anchor_candidates <> f.candidates) AS is_changed
      FROM before b JOIN found f ON f.id = b.annotation_id
  ), updated AS (
    UPDATE annotations a
       SET anchor_state = c.state, anchor_confidence = c.confidence, anchor_checked_at = now(),
           anchor_candidates = c.candidates,
           latest_fingerprint = coalesce(c.fingerprint, a.latest_fingerprint),
           last_seen_box = CASE WHEN ${KEEPS} THEN a.last_seen_box ELSE c.box END,
           last_seen_image_key = CASE WHEN ${KEEPS} THEN a.last_seen_image_key ELSE $imageKey END,
           last_seen_scale = CASE WHEN ${KEEPS} THEN a.last_seen_scale ELSE $scale END,
           last_seen_at = CASE WHEN ${KEEPS} THEN a.last_seen_at ELSE now() END,
           updated_at = CASE WHEN c.is_changed THEN ${monotonicNow('a.updated_at')} ELSE a.updated_at END
      FROM changed c WHERE a.id = c.annotation_id
    RETURNING c.*, a.updated_at
  ), history AS (
    INSERT INTO annotation_history (id, annotation_id, kind, visibility, before, after, created_at)
    SELECT "historyId", annotation_id, 'anchor', visibility,
           jsonb_build_object('state', anchor_state, 'confidence', anchor_confidence),
           jsonb_build_object('state', state, 'confidence', confidence, 'candidates', jsonb_array_length(candidates)), updated_at
      FROM updated WHERE is_changed
  )
  INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data)
  SELECT "eventId", 'annotation.anchored', $organizationId, project_id, annotation_id, visibility,
         json_build_object('changes', json_build_object('anchorState', json_build_object('before', anchor_state, 'after', state)))::text
    FROM changed WHERE is_changed`,
);

/** A picture of a page. */
export interface Picture {
  imageKey: string;
  /** Image pixels per CSS pixel. */
  scale: number;
  /** Shown part of the document, CSS pixels. */
  window: Box;
}

/**
 * Stores anchors. An element that is hidden or outside the picture keeps the picture that last
 * showed it. Without its content, an element keeps its earlier fingerprint.
 */
export async function applyAnchors(
  sql: Queryable,
  anchors: { pin: Pin; anchor: Anchor }[],
  { picture, organizationId, hidesContent }: { picture: Picture; organizationId: string; hidesContent: boolean },
): Promise<void> {
  if (anchors.length === 0) return;
  const rows = anchors.map(({ pin, anchor: { found, ...anchor } }) => ({
    id: pin.id,
    checkedAt: pin.checkedAt,
    ...anchor,
    fingerprint: hidesContent ? null : (found?.fingerprint ?? null),
    box: found ? boxIn(picture.window, found.box) : null,
    isHidden: found?.box.width === 0 && found.box.height === 0,
    historyId: newId(),
    eventId: newId(),
  }));
  await APPLY.run(sql, {
    rows: JSON.stringify(rows, storableTexts),
    imageKey: picture.imageKey,
    organizationId,
    scale: picture.scale,
  });
}

/**
 * Converts a box of the document to the picture, CSS pixels; null if it is outside. A box
 * without extent counts as one pixel.
 */
function boxIn(window: Box, box: Box): Box | null {
  const visible = intersection(window, { ...box, width: Math.max(1, box.width), height: Math.max(1, box.height) });
  return visible ? { ...box, x: box.x - window.x, y: box.y - window.y } : null;
}
