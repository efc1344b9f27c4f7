import { type Box, intersection, toWholePixels } from './geometry.ts';

/** Max width in pixels: mails show it at up to 560 CSS pixels. */
const MAX_WIDTH = 1_120;

/** Converts an image for a mail: PNG. */
export async function mailedPicture(image: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(image).resize({ width: MAX_WIDTH, withoutEnlargement: true }).png().toBuffer();
}

/**
 * Crops one box out of an image.
 *
 * @param factor size of the result relative to the box, 0–1
 * @returns WebP; undefined for a box outside of the image
 */
export async function elementCrop(image: Uint8Array, box: Box, factor: number): Promise<Buffer | undefined> {
  const crop = await extract(image, box);
  return crop?.picture
    .resize({ width: Math.max(1, Math.round(crop.width * factor)) })
    .webp({ quality: 90 })
    .toBuffer();
}

async function extract(image: Uint8Array, box: Box) {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(image).metadata();
  const crop = intersection(toWholePixels(box), { x: 0, y: 0, width, height });
  if (!crop) return undefined;
  const picture = sharp(image).extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height });
  return { picture, width: crop.width };
}
