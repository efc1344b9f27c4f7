import type { Context } from '../../../../context.ts';
import type { Snapshot } from '../../../../generated/prisma/client.ts';
import type { ComparedElements } from '../../../../infrastructure/comparison/task.ts';
import type { Side } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Box } from '../../../../infrastructure/images/geometry.ts';
import { normalizeUrl } from '../../../platform/input/page-url.ts';
import type { PictureFacts, PinFacts } from './types.ts';

/** Columns of a snapshot that verdicts read. */
export type JudgedSnapshot = Pick<
  Snapshot,
  | 'id'
  | 'projectId'
  | 'environmentId'
  | 'urlKey'
  | 'finalUrl'
  | 'httpStatus'
  | 'browser'
  | 'viewportWidth'
  | 'viewportHeight'
  | 'deviceScaleFactor'
  | 'pendingRequests'
  | 'isCut'
  | 'imageWidth'
  | 'imageHeight'
  | 'imageKey'
  | 'recordKey'
  | 'seriesId'
  | 'seriesNumber'
  | 'createdAt'
>;

/** Select list of a JudgedSnapshot for `FROM snapshots s`. */
export const JUDGED_COLUMNS = `s.id, s.project_id AS "projectId", s.environment_id AS "environmentId", s.url_key AS "urlKey", s.final_url AS "finalUrl", s.http_status AS "httpStatus",
  s.browser, s.viewport_width AS "viewportWidth", s.viewport_height AS "viewportHeight",
  s.device_scale_factor AS "deviceScaleFactor", s.pending_requests AS "pendingRequests", s.is_cut AS "isCut", s.image_width AS "imageWidth",
  s.image_height AS "imageHeight", s.image_key AS "imageKey", s.record_key AS "recordKey", s.series_id AS "seriesId",
  s.series_number AS "seriesNumber", s.created_at AS "createdAt"`;

/** SQL: the snapshot has a picture on which no resource was pending. */
export const showsAll = (alias: string): string =>
  `${alias}.image_key IS NOT NULL AND coalesce(${alias}.pending_requests, 0) = 0`;

const SNAPSHOT = statement(
  'load-sightings/snapshot',
  `SELECT ${JUDGED_COLUMNS} FROM snapshots s WHERE s.id = $snapshotId`,
);

/**
 * The newest earlier snapshot of the series whose picture is left, and was not taken too early;
 * with whether another load of the page looked the same.
 */
const EARLIER = statement(
  'load-sightings/earlier',
  `SELECT ${JUDGED_COLUMNS},
    EXISTS (SELECT FROM snapshots p
             WHERE p.series_id = s.series_id AND p.series_number < s.series_number AND p.image_key = s.image_key) AS "isSteady"
  FROM snapshots s
  WHERE s.series_id = $seriesId? AND s.series_number < $seriesNumber? AND ${showsAll('s')}
    AND ($until?::timestamptz IS NULL OR s.created_at < $until)
  ORDER BY s.series_number DESC LIMIT 1`,
);

/** Earlier snapshots whose pins show whether an element changes by itself. */
const WATCHED = 3;

/** Pins of both snapshots, with the number of their states in the last earlier ones. */
const PINS = statement(
  'load-sightings/pins',
  `SELECT a.id AS "annotationId", a.content AS comment, ${pinJson('now')} AS "after!", ${pinJson('earlier')} AS before,
         (SELECT count(*) FROM snapshot_pins p WHERE p.annotation_id = a.id AND p.series_id = $seriesId?
             AND p.last_number > $earlierNumber?::int - ${WATCHED} AND p.first_number <= $earlierNumber)::int AS "states!"
    FROM snapshot_pins now
    JOIN annotations a ON a.id = now.annotation_id AND a.deleted_at IS NULL
    LEFT JOIN snapshot_pins earlier ON earlier.annotation_id = a.id AND earlier.series_id = $seriesId
         AND $earlierNumber BETWEEN earlier.first_number AND earlier.last_number
   WHERE now.series_id = $seriesId AND $seriesNumber? BETWEEN now.first_number AND now.last_number
     AND ($annotationIds?::uuid[] IS NULL OR a.id = ANY($annotationIds))
   ORDER BY a.id`,
).narrow<Pick<PinnedAnnotation, 'after' | 'before'>>();

/** SQL: a StoredPin from a row of `snapshot_pins`; null without one. */
export function pinJson(alias: string): string {
  return `CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object('id', ${alias}.id, 'state', ${alias}.state,
    'confidence', ${alias}.confidence, 'box', ${alias}.box, 'text', ${alias}.text, 'styles', ${alias}.styles) END`;
}

/** Snapshot pin as stored. */
export type StoredPin = PinFacts & { id: string };

/** An annotation in a snapshot and in the one before. */
export interface PinnedAnnotation {
  annotationId: string;
  comment: string;
  after: StoredPin;
  before: StoredPin | null;
  /** Whether each of the last earlier snapshots shows it otherwise. */
  isVolatile: boolean;
}

/** A snapshot, the one before, and the annotations that both may show. */
export interface SnapshotPair {
  after: JudgedSnapshot;
  before: JudgedSnapshot | null;
  /** Whether two loads of the earlier page looked the same. */
  isSteady: boolean;
  annotations: PinnedAnnotation[];
}

/**
 * Loads the pins of a snapshot and of the last snapshot of its series before it.
 *
 * @param options.until time before which the earlier snapshot was requested; null: any
 * @param options.annotationIds null: all
 * @returns undefined if the snapshot was deleted
 */
export async function loadPair(
  ctx: Context<'pool'>,
  snapshotId: string,
  { until, annotationIds }: { until: Date | null; annotationIds: readonly string[] | null },
): Promise<SnapshotPair | undefined> {
  const { pool } = ctx.services;
  const after = await SNAPSHOT.first(pool, { snapshotId });
  if (!after) return undefined;
  const { seriesId, seriesNumber } = after;
  const before = (await EARLIER.first(pool, { seriesId, seriesNumber, until })) ?? null;
  const earlierNumber = before?.seriesNumber;
  const rows = await PINS.rows(pool, { seriesId, seriesNumber, earlierNumber, annotationIds });
  const annotations = rows.map(({ states, ...row }) => ({ ...row, isVolatile: states >= WATCHED }));
  return { after, before, isSteady: before?.isSteady ?? false, annotations };
}

/** @param isStill from the page record; null if unknown */
export function pictureFacts(snapshot: JudgedSnapshot, isStill: boolean | null): PictureFacts {
  const { finalUrl, urlKey, deviceScaleFactor: scale, pendingRequests, isCut } = snapshot;
  const isElsewhere = finalUrl !== null && normalizeUrl(finalUrl) !== urlKey;
  return {
    browser: snapshot.browser,
    viewport: { width: snapshot.viewportWidth, height: snapshot.viewportHeight },
    scale,
    isComplete: pendingRequests === null ? null : pendingRequests === 0 && !isCut,
    isStill,
    status: snapshot.httpStatus,
    redirectedTo: isElsewhere ? finalUrl : null,
    size: { width: (snapshot.imageWidth ?? 0) / scale, height: (snapshot.imageHeight ?? 0) / scale },
  };
}

/** An element that two pictures show. */
interface ShownElement {
  annotationId: string;
  boxes: Record<Side, Box>;
}

/** Lists the elements of annotations that both pictures show. */
export const shownElements = (annotations: readonly PinnedAnnotation[]): ShownElement[] =>
  annotations.flatMap(({ annotationId, before, after }) =>
    before?.box && after.box ? [{ annotationId, boxes: { baseline: before.box, comparison: after.box } }] : [],
  );

/** Color distance at which pixels differ: the default of comparisons. */
const THRESHOLD = 0.1;

/** Elements of a pair to compare, in the order of `shownElements`. */
export const comparedElements = ({ after, annotations }: SnapshotPair): ComparedElements => ({
  pairs: shownElements(annotations).map(({ boxes }) => boxes),
  scale: after.deviceScaleFactor,
  threshold: THRESHOLD,
});
