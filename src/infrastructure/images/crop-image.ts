import { type Box, boundingBox, intersection, toWholePixels } from './geometry.ts';

/** Cropped image with its box, limited to the source image, in its pixels. */
export interface CroppedImage {
  box: Box;
  /** Lossless WebP. */
  image: Buffer;
}

/**
 * Crops several boxes out of an image, which is decoded once.
 * @param boxes may be fractional; partially covered pixels are included
 * @returns one result per box; null for a box outside of the image
 */
export async function cropImage(png: Uint8Array, boxes: Box[]): Promise<(CroppedImage | null)[]> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(png).metadata();
  const crops = boxes.map((box) => intersection(toWholePixels(box), { x: 0, y: 0, width, height }));
  const [first, ...others] = crops.filter((box) => box !== undefined);
  if (!first) return crops.map(() => null);
  const all = others.reduce(boundingBox, first);
  const { data, info } = await sharp(png).extract(regionOf(all)).raw().toBuffer({ resolveWithObject: true });
  const results: (CroppedImage | null)[] = [];
  for (const crop of crops) results.push(crop ? { box: crop, image: await extract(crop) } : null);
  return results;

  function extract(box: Box): Promise<Buffer> {
    const region = regionOf({ ...box, x: box.x - all.x, y: box.y - all.y });
    return sharp(data, { raw: info }).extract(region).webp({ lossless: true }).toBuffer();
  }
}

/** Converts a box to sharp's region. */
const regionOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });
