import { around, type Box, intersection, onWholePixels } from './geometry.ts';

/** A part of a picture, as far as the picture has it; in its pixels. */
export interface CutOut {
  box: Box;
  /** WebP, without loss. */
  image: Buffer;
}

/**
 * Cuts parts out of a picture, which is decoded once.
 * @param parts need not lie on whole pixels: those that they touch belong to them
 * @returns of each part, null for one that is not in the picture
 */
export async function cutOut(png: Uint8Array, parts: Box[]): Promise<(CutOut | null)[]> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(png).metadata();
  const boxes = parts.map((part) => intersection(onWholePixels(part), { x: 0, y: 0, width, height }));
  const [first, ...others] = boxes.filter((box) => box !== undefined);
  if (!first) return boxes.map(() => null);
  const all = others.reduce(around, first);
  const { data, info } = await sharp(png).extract(regionOf(all)).raw().toBuffer({ resolveWithObject: true });
  const results: (CutOut | null)[] = [];
  for (const box of boxes) results.push(box ? { box, image: await cut(box) } : null);
  return results;

  function cut(box: Box): Promise<Buffer> {
    const region = regionOf({ ...box, x: box.x - all.x, y: box.y - all.y });
    return sharp(data, { raw: info }).extract(region).webp({ lossless: true }).toBuffer();
  }
}

/** As sharp names it. */
const regionOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });
