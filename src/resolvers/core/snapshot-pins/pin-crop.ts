import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { elementCrop } from '../../../infrastructure/images/element-picture.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import { meantPicture, meantThumbnail } from '../../../infrastructure/images/meant-picture.ts';
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
import { type Described, meantPart } from '../annotations/meant-part.ts';
import type { SnapshotPin } from './pins-of.ts';

/** Bounds of the margin around an element, CSS pixels. */
export const CROP_MARGIN = { minimum: 0, maximum: 400, default: 40 } satisfies Bounds;
/** Bounds of the scale, percent: image pixels of the crop per 100 CSS pixels. */
export const CROP_SCALE = { minimum: 10, maximum: 400, default: 100 } satisfies Bounds;
/** Max part of the page in a crop, CSS pixels, from its top left corner. */
export const MAX_CROP = { width: 1_600, height: 1_200 };

interface CropOptions {
  /** CSS pixels. */
  margin: number;
  /** Percent. */
  scale: number;
}

/**
 * File name of a crop, which is rendered on request.
 *
 * @throws BAD_USER_INPUT
 */
export function cropName(
  { id, snapshotId }: Pick<SnapshotPin, 'id' | 'snapshotId'>,
  args: { margin?: number | null; scale?: number | null },
): string {
  const margin = args.margin ?? CROP_MARGIN.default;
  const scale = args.scale ?? CROP_SCALE.default;
  assertWithin({ margin: [margin, CROP_MARGIN], scale: [scale, CROP_SCALE] });
  return `${id}_${snapshotId}_${margin}_${scale}.webp`;
}

/** Pictures with the outline of what was meant: large, and of the size of a row in a list. */
type OutlinedKind = 'meant' | 'thumbnail';

/** File name of a pin's picture with the outline of the meant part, rendered on request. */
export const outlinedName = (
  { id, snapshotId }: Pick<SnapshotPin, 'id' | 'snapshotId'>,
  kind: OutlinedKind = 'meant',
): string => `${id}_${snapshotId}_${kind}.webp`;

/** A crop of a pin's element, or of its place, in one snapshot. */
export interface PinCrop {
  pinId: string;
  snapshotId: string;
  form: CropOptions | OutlinedKind;
}

const NAME = /^([\da-f-]+)_([\da-f-]+)_(?:(\d+)_(\d+)|(meant|thumbnail))\.webp$/;

/** Reads the name of a crop; undefined for other names. */
export function pinCropOf(name: string): PinCrop | undefined {
  const [, pinId = '', snapshotId = '', margin, scale, kind] = NAME.exec(name) ?? [];
  const form = (kind as OutlinedKind | undefined) ?? { margin: Number(margin), scale: Number(scale) };
  return isId(pinId) && isId(snapshotId) ? { pinId, snapshotId, form } : undefined;
}

interface Found extends Described {
  imageKey: string;
  scale: number;
  box: Box;
}

/** Other snapshots of the series show the place of the pin at the same coordinates. */
const FIND = statement(
  'pin-crop/find',
  `SELECT s.image_key AS "imageKey!", s.device_scale_factor AS scale, p.box AS "box!",
         a.metadata - 'diagnostics' AS "metadata!", a.dom_fingerprint AS "domFingerprint"
   FROM snapshot_pins p JOIN snapshots s ON s.series_id = p.series_id JOIN annotations a ON a.id = p.annotation_id
  WHERE p.id = $pinId AND s.id = $snapshotId AND s.image_key IS NOT NULL AND p.box IS NOT NULL`,
).narrow<Pick<Found, 'box' | 'metadata' | 'domFingerprint'>>();

/** Each decodes a picture in memory. */
const limitCrops = createConcurrencyLimit({
  atOnce: 2,
  maxWaiting: 50,
  rejection: () =>
    new AppError('RATE_LIMITED', 'Too many crops are being rendered; retry in 5 seconds', { retryAfterSeconds: 5 }),
});

/**
 * Renders the crop of a pin's element from the picture of its snapshot.
 *
 * @returns WebP
 * @throws NOT_FOUND if pin or snapshot was deleted, or the picture does not show the element
 * @throws RATE_LIMITED
 * @throws ObjectMissing
 */
export async function renderPinCrop(
  ctx: Context<'objects' | 'pool'>,
  { pinId, snapshotId, form }: PinCrop,
): Promise<Buffer> {
  const found = await FIND.first(ctx.services.pool, { pinId, snapshotId });
  if (!found) throw notFound('Object');
  const crop = await limitCrops(
    async () => renderForm(await ctx.services.objects.get(found.imageKey), found, form),
    ctx.signal,
  );
  if (!crop) throw notFound('Object');
  ctx.responseBudget?.reserve(crop.length);
  return crop;
}

async function renderForm(
  image: Uint8Array,
  found: Found,
  form: CropOptions | OutlinedKind,
): Promise<Buffer | undefined> {
  const { box, scale: density } = found;
  if (typeof form === 'string') {
    const part = meantPart(found, box);
    if (!part) return undefined;
    return form === 'thumbnail' ? meantThumbnail(image, part, density) : meantPicture(image, part, density, 'webp');
  }
  const { margin, scale } = form;
  const part = {
    x: (box.x - margin) * density,
    y: (box.y - margin) * density,
    width: Math.min(box.width + 2 * margin, MAX_CROP.width) * density,
    height: Math.min(box.height + 2 * margin, MAX_CROP.height) * density,
  };
  return elementCrop(image, part, Math.min(1, scale / 100 / density));
}
