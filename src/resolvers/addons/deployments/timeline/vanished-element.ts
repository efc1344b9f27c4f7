import type { Context } from '../../../../context.ts';
import { type PageElement, type PageRecord, unpackRecord } from '../../../../infrastructure/capture/page-record.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { area, type Box } from '../../../../infrastructure/images/geometry.ts';
import { ObjectMissing } from '../../../../infrastructure/storage/object-storage.ts';
import { elementAt } from '../../../core/annotations/on-snapshot.ts';
import { requireAnnotation } from '../../../core/annotations/require-annotation.ts';
import { boxInPicture } from '../../../core/reanchoring/record-pins.ts';

/** An element that stands at the place of another one. */
export interface StandingElement {
  selector: string;
  tag: string;
  text: string;
  /** In the picture, whole CSS pixels. */
  box: Box;
}

/** Captures between which the element of an orphan vanished; null in each member if unknown. */
export interface VanishedElement {
  annotationId: string;
  /** The last certain pin. */
  pinId: string | null;
  text: string | null;
  box: Box | null;
  /** The last snapshot with the element, the first one without, and the newest one. */
  lastSnapshotId: string | null;
  lastSeenAt: Date | null;
  missingSnapshotId: string | null;
  missingSince: Date | null;
  currentSnapshotId: string | null;
  /** Element of the newest snapshot at the place; null if there is none but the page itself. */
  standing: StandingElement | null;
}

/**
 * The series in which the orphan was seen last: its last certain pin, the newest snapshot of that
 * range, the oldest later one without the element, and the newest one. Only captures of the
 * annotation's own page count.
 */
const FIND = statement(
  'vanished-element/find',
  `WITH latest AS (
    SELECT DISTINCT ON (p.series_id) p.series_id, p.state, p.last_number FROM snapshot_pins p
     WHERE p.annotation_id = $id ORDER BY p.series_id, p.last_number DESC
  )
  SELECT seen.id AS "pinId", seen.text, seen.box AS "box!", last.id AS "lastSnapshotId", last.completed_at AS "lastSeenAt",
         missing.id AS "missingSnapshotId", missing.completed_at AS "missingSince", current.id AS "currentSnapshotId",
         current.record_key AS "recordKey", current.image_width AS "imageWidth!", current.image_height AS "imageHeight!",
         current.device_scale_factor AS scale
    FROM latest
   CROSS JOIN LATERAL (
     SELECT * FROM snapshot_pins p
      WHERE p.annotation_id = $id AND p.series_id = latest.series_id AND p.state IN ('bound', 'rebound') AND p.box IS NOT NULL
      ORDER BY p.last_number DESC LIMIT 1) seen
   CROSS JOIN LATERAL (
     SELECT s.id, s.completed_at FROM snapshots s
      WHERE s.series_id = latest.series_id AND s.url_key = $urlKey AND s.series_number BETWEEN seen.first_number AND seen.last_number
      ORDER BY s.series_number DESC LIMIT 1) last
   CROSS JOIN LATERAL (
     SELECT s.id, s.completed_at FROM snapshot_pins p
       JOIN snapshots s ON s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
      WHERE p.annotation_id = $id AND p.series_id = latest.series_id AND p.state = 'orphaned' AND p.first_number > seen.last_number
      ORDER BY s.series_number LIMIT 1) missing
   CROSS JOIN LATERAL (
     SELECT s.* FROM snapshots s
      WHERE s.series_id = latest.series_id AND s.series_number <= latest.last_number AND s.image_key IS NOT NULL
      ORDER BY s.series_number DESC LIMIT 1) current
   WHERE latest.state = 'orphaned'
   ORDER BY missing.completed_at DESC, missing.id DESC LIMIT 1`,
).narrow<Pick<FoundRow, 'box'>>();

type FoundRow = Omit<VanishedElement, 'annotationId' | 'standing'> & {
  box: Box;
  recordKey: string | null;
  imageWidth: number;
  imageHeight: number;
  scale: number;
};

/**
 * Finds the captures between which the element of an orphan vanished, and the element that stands
 * at its place now.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function vanishedElement(
  ctx: Context<'logger' | 'objects' | 'pool'>,
  { id }: { id: string },
): Promise<VanishedElement> {
  const annotation = await requireAnnotation(ctx, id, 'snapshot.read');
  const nothing = { ...UNKNOWN, annotationId: annotation.id };
  if (annotation.anchorState !== 'orphaned') return nothing;
  const found = await FIND.first(ctx.services.pool, { id: annotation.id, urlKey: annotation.urlKey });
  if (!found) return nothing;
  const { recordKey, imageWidth: _, imageHeight: __, scale: ___, ...captures } = found;
  const record = recordKey === null ? undefined : await readRecord(ctx, recordKey);
  return { ...nothing, ...captures, standing: record ? standingAt(record, found) : null };
}

const UNKNOWN = {
  pinId: null,
  text: null,
  box: null,
  lastSnapshotId: null,
  lastSeenAt: null,
  missingSnapshotId: null,
  missingSince: null,
  currentSnapshotId: null,
  standing: null,
};

/** Page record of a snapshot; undefined if it was lost, which the object sweep reports. */
async function readRecord(ctx: Context<'objects'>, key: string): Promise<PageRecord | undefined> {
  try {
    return await unpackRecord(await ctx.services.objects.get(key));
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

/** The smallest element around the center of a box, unless it is more than half of the page. */
function standingAt(
  record: PageRecord,
  { box, imageWidth, imageHeight, scale }: Pick<FoundRow, 'box' | 'imageWidth' | 'imageHeight' | 'scale'>,
): StandingElement | null {
  const center = { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale };
  const element = elementAt(record, center);
  if (!element) return null;
  const place = boxInPicture(toBox(element), record);
  if (area(place) > (imageWidth * imageHeight) / scale / scale / 2) return null;
  return { selector: element.selector, tag: element.tag, text: element.text, box: place };
}

const toBox = ({ box: [x, y, width, height] }: PageElement): Box => ({ x, y, width, height });
