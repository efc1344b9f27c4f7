import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import {
  JUDGED_COLUMNS,
  type JudgedSnapshot,
  type PinnedAnnotation,
  pinJson,
  type SnapshotPair,
  type StoredPin,
} from '../verdicts/load-sightings.ts';
import { loadReported, type SeenLook } from '../verdicts/reported-look.ts';
import type { GuardedLooks } from './load-looks.ts';

/** Pictures of the accepted looks: those of the deployment that showed them, or of the verdict. */
const ACCEPTED = statement(
  'pairs-by-look/accepted',
  `SELECT g.annotation_id AS "annotationId", ${pinJson('p')} AS "pin!", ${JUDGED_COLUMNS}
    FROM guards g
    JOIN snapshots s ON s.series_id = $seriesId? AND s.series_number < $seriesNumber? AND s.image_key IS NOT NULL AND s.id = coalesce(
         (SELECT c.snapshot_id FROM deployment_captures c
           WHERE c.deployment_id = g.deployment_id AND c.url_key = g.url_key AND (c.viewport_width, c.viewport_height,
                 c.device_scale_factor) = (g.viewport_width, g.viewport_height, g.device_scale_factor)),
         (SELECT v.after_snapshot_id FROM deployment_verdicts v WHERE v.id = g.verdict_id))
    JOIN snapshot_pins p ON p.annotation_id = g.annotation_id AND p.series_id = s.series_id
         AND s.series_number BETWEEN p.first_number AND p.last_number
   WHERE g.id = ANY($guardIds::uuid[])`,
).narrow<{ pin: StoredPin }>();

/**
 * Pairs the pins of a snapshot with the looks that verdicts compare with: the accepted look of a
 * guarded annotation, otherwise the reported one. A guard whose picture was deleted compares with
 * the snapshot before.
 *
 * @param previous pins of the snapshot and of the one before
 * @param options.until time before which the reported look was captured; null: any time before
 * @returns one pair for each earlier snapshot
 */
export async function pairsByLook(
  ctx: Context<'pool'>,
  previous: SnapshotPair,
  { guards, until }: { guards: GuardedLooks; until: Date | null },
): Promise<SnapshotPair[]> {
  const { after, annotations } = previous;
  const guarded = new Set([...guards.values()].flatMap(({ isHere, annotationId }) => (isHere ? [annotationId] : [])));
  const ids = annotations.flatMap(({ annotationId }) => (guarded.has(annotationId) ? [] : [annotationId]));
  const guardIds = [...guards.values()].flatMap(({ isHere, guardId }) => (isHere ? [guardId] : []));
  const [reported, accepted] = await Promise.all([
    loadReported(ctx, ids, after, until),
    loadAccepted(ctx, guardIds, after),
  ]);
  const before = (annotation: PinnedAnnotation): SeenLook | null => {
    const { annotationId } = annotation;
    if (!guarded.has(annotationId)) return reported.get(annotationId) ?? null;
    return accepted.get(annotationId) ?? lookBefore(previous, annotation);
  };
  const pairs = new Map<string | null, SnapshotPair>();
  for (const annotation of annotations) {
    const look = before(annotation);
    const id = look?.snapshot.id ?? null;
    const pair = pairs.get(id) ?? { ...previous, before: look?.snapshot ?? null, annotations: [] };
    pair.annotations.push({ ...annotation, before: look?.pin ?? null });
    pairs.set(id, pair);
  }
  return [...pairs.values()];
}

async function loadAccepted(
  { services: { pool } }: Context<'pool'>,
  guardIds: readonly string[],
  { seriesId, seriesNumber }: JudgedSnapshot,
): Promise<Map<string, SeenLook>> {
  if (guardIds.length === 0) return new Map();
  const rows = await ACCEPTED.rows(pool, { guardIds, seriesId, seriesNumber });
  return new Map(rows.map(({ annotationId, pin, ...snapshot }) => [annotationId, { annotationId, pin, snapshot }]));
}

const lookBefore = ({ before }: SnapshotPair, { annotationId, before: pin }: PinnedAnnotation): SeenLook | null =>
  before && pin && { annotationId, pin, snapshot: before };
