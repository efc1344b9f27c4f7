import type { Context } from '../../../context.ts';
import { AppError, badField, badFields, fieldProblem, notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import {
  boxInImage,
  type ElementStyle,
  type PageElement,
  type PageRecord,
  unpackRecord,
} from '../../../infrastructure/capture/page-record.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { area, type Box } from '../../../infrastructure/images/geometry.ts';
import { ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import type { JsonObject } from '../../platform/input/json-object.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { flagMissing } from '../../platform/objects/flag-missing.ts';
import { boxInPicture, insertPins } from '../reanchoring/record-pins.ts';
import { requireSnapshot, type SnapshotAccess } from '../snapshots/require-snapshot.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';

/** Point of a snapshot's picture, CSS pixels. */
interface Point {
  x: number;
  y: number;
}

/** Element of a page record at a point of its picture. */
export interface SnapshotPlace {
  snapshotId: string;
  /** Description of the element, like the overlay's. */
  metadata: JsonObject;
  /** The point in the document, CSS pixels. */
  position: Point;
  /** The element in the picture, CSS pixels. */
  box: Box;
  text: string;
  styles: ElementStyle;
}

/**
 * Finds the element that a point of a snapshot's picture shows.
 *
 * @throws FORBIDDEN
 * @throws NOT_FOUND also for a snapshot of another project
 * @throws BAD_USER_INPUT for a snapshot of another page, without a picture, or for a point outside
 * @throws INTERNAL if the page record was lost
 */
export async function findPlace(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  annotation: { projectId: string; url: string; snapshotId: string; point: Point },
): Promise<SnapshotPlace> {
  const { snapshotId, point } = annotation;
  const snapshot = await requireSnapshot(ctx, snapshotId, 'snapshot.read');
  if (snapshot.projectId !== annotation.projectId.toLowerCase()) throw notFound('Snapshot');
  assertUsable(snapshot, annotation);
  const record = await loadRecord(ctx, snapshot);
  const { x: left, y: top } = record.scroll ?? { x: 0, y: 0 };
  const { scale } = record;
  const element = elementAt(record, { x: point.x * scale, y: point.y * scale });
  if (!element) throw badField('snapshotId', 'the page record has no element at this point; choose another point');
  const [x, y, width, height] = element.box;
  const position = { x: point.x + left, y: point.y + top };
  return {
    snapshotId,
    metadata: {
      tag: element.tag,
      selector: element.selector,
      xpath: element.xpath,
      text: element.text,
      box: { x, y, width, height },
      offset: { x: fraction(position.x - x, width), y: fraction(position.y - y, height) },
    },
    position,
    box: boxInPicture({ x, y, width, height }, record),
    text: element.text,
    styles: element.style,
  };
}

function assertUsable(snapshot: SnapshotAccess, { url, point }: { url: string; point: Point }): void {
  const { status, urlKey, imageKey, imageWidth, imageHeight, deviceScaleFactor: scale } = snapshot;
  if (status !== 'completed' || imageKey === null || imageWidth === null || imageHeight === null) {
    throw badField('snapshotId', `the snapshot is ${status}; wait until it is completed, or take another one`);
  }
  if (normalizeUrl(url) !== urlKey) throw badField('url', 'is not the page of the snapshot; send its url');
  const [width, height] = [imageWidth / scale, imageHeight / scale];
  if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) {
    const problem = `is outside of the image, which has ${width} × ${height} CSS pixels`;
    throw badFields([
      ...(point.x < 0 || point.x >= width ? [fieldProblem('position_x', problem)] : []),
      ...(point.y < 0 || point.y >= height ? [fieldProblem('position_y', problem)] : []),
    ]);
  }
}

async function loadRecord(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  { recordKey }: SnapshotAccess,
): Promise<PageRecord> {
  const lost = (cause?: unknown) =>
    new AppError('INTERNAL', 'The page record of the snapshot is lost; take the snapshot again', { cause });
  if (recordKey === null) throw lost();
  try {
    return await unpackRecord(await ctx.services.objects.get(recordKey));
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    await flagMissing(ctx, recordKey);
    throw lost(error);
  }
}

/** The smallest element at a point of the picture, image pixels; of equal ones the innermost. */
export function elementAt(record: PageRecord, { x, y }: Point): PageElement | undefined {
  let found: { element: PageElement; area: number } | undefined;
  for (const element of record.elements) {
    const box = boxInImage(element, record);
    const contains = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
    if (contains && (!found || area(box) <= found.area)) found = { element, area: area(box) };
  }
  return found?.element;
}

/** Rounded to four decimals, as the overlay sends it. */
const fraction = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 10_000;

/** Locks the snapshot, so that it is deleted before or after. */
const LOCK = statement(
  'on-snapshot/lock',
  `SELECT image_key AS "imageKey", device_scale_factor AS scale, series_id AS "seriesId", series_number AS number
   FROM snapshots WHERE id = $snapshotId FOR KEY SHARE`,
);

const SEE = statement(
  'on-snapshot/see',
  `WITH a AS (
    UPDATE annotations SET last_seen_image_key = $imageKey, last_seen_box = $box, last_seen_scale = $scale, last_seen_at = created_at
     WHERE id = $id RETURNING *
  )
  SELECT ${ANNOTATION_COLUMNS} FROM a`,
);

/**
 * Pins a new annotation to its snapshot, in its transaction.
 *
 * @throws NOT_FOUND if the snapshot was deleted meanwhile
 */
export async function pinToSnapshot(
  sql: Queryable,
  annotation: Annotation,
  { snapshotId, box, text, styles }: SnapshotPlace,
): Promise<Annotation> {
  const snapshot = await LOCK.first(sql, { snapshotId });
  if (!snapshot?.imageKey) throw notFound('Snapshot');
  const { imageKey, scale, seriesId, number } = snapshot;
  if (seriesId !== null && number !== null) {
    const pin = { annotationId: annotation.id, state: 'bound', confidence: 1, box, text, styles } as const;
    await insertPins(sql, [pin], { seriesId, number });
  }
  const row = await SEE.first(sql, { id: annotation.id, imageKey, box: JSON.stringify(box), scale });
  return row ?? annotation;
}
