import { type Box, intersection, toWholePixels } from './geometry.ts';

/** Longest side, pixels: models scale larger pictures down themselves. */
const MAX_SIDE = 1_568;
/** Largest picture, bytes. */
const MAX_BYTES = 1024 * 1024;
/** WebP qualities, until the picture is small enough. */
const QUALITIES = [80, 50, 20];

/**
 * Converts a picture, or a part of it, for a model.
 *
 * @param part image pixels; the whole picture by default
 * @returns WebP of at most 1 MiB; undefined for a part outside of the picture
 */
export async function modelPicture(image: Uint8Array, part?: Box): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(image).metadata();
  const crop = intersection(toWholePixels(part ?? { x: 0, y: 0, width, height }), { x: 0, y: 0, width, height });
  if (!crop) return undefined;
  const scaled = sharp(image)
    .extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
  for (const quality of QUALITIES) {
    const picture = await scaled.clone().webp({ quality }).toBuffer();
    if (picture.length <= MAX_BYTES) return picture;
  }
  return undefined;
}
