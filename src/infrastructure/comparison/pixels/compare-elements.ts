import pixelmatch from 'pixelmatch';
import { area, type Box, intersection } from '../../images/geometry.ts';
import type { Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import { ImageRows, readSize, SharedImage } from './image-rows.ts';
import { isBetweenNeighbors, isFlat, isRepeatedBand, MARGIN, type Patch, standsOut, windowOf } from './patches.ts';

/** An element in two images, in their CSS pixels; rounded boxes will do. */
export type ElementBoxes = Record<Side, Box>;

/** Difference of the pixels of one element. */
export interface ElementDifference {
  /** Pixels that differ otherwise than by drift and subpixel rendering, except those of the rim. */
  pixels: number;
  /** The same within one CSS pixel of the edge, where a rounded box may show a neighbor. */
  rimPixels: number;
  /** Pixels of the element. */
  total: number;
  /** Whether the element only grew or shrank by repetitions of one row or column. */
  isStretched: boolean;
  /** Whether all pixels are equal, those below the threshold as well. */
  isIdentical: boolean;
}

export const NO_DIFFERENCE: ElementDifference = {
  pixels: 0,
  rimPixels: 0,
  total: 0,
  isStretched: false,
  isIdentical: true,
};

/** Larger elements are compared in place only, pixels. */
const MAX_SEARCHED = 2_000_000;
/** Differing pixels that do not count: single pixels of rounded corners. */
const NOISE = 3;

interface Images {
  rows: Record<Side, ImageRows>;
  sizes: Record<Side, Size>;
  scale: number;
  threshold: number;
}

/**
 * Compares the pixels of elements in two images. Each image is decoded once.
 * @returns one result per pair; null where one of the images does not show the element
 * @throws UnreadableImageError
 */
export async function compareElements(
  images: Record<Side, Uint8Array | SharedImage>,
  pairs: readonly ElementBoxes[],
  { scale, threshold }: { scale: number; threshold: number },
): Promise<(ElementDifference | null)[]> {
  const sizes = {
    baseline: await sizeOf(images.baseline, 'baseline'),
    comparison: await sizeOf(images.comparison, 'comparison'),
  };
  const rows = {
    baseline: new ImageRows(images.baseline, 'baseline', sizes.baseline),
    comparison: new ImageRows(images.comparison, 'comparison', sizes.comparison),
  };
  const results: (ElementDifference | null)[] = pairs.map(() => null);
  // From the top down, so that images of several strips are decoded once.
  const ordered = [...pairs.entries()].sort(([, a], [, b]) => a.comparison.y - b.comparison.y);
  for (const [index, pair] of ordered) results[index] = await compareElement({ rows, sizes, scale, threshold }, pair);
  return results;
}

const sizeOf = async (image: Uint8Array | SharedImage, side: Side): Promise<Size> =>
  image instanceof SharedImage ? image.size : readSize(image, side);

async function compareElement(images: Images, pair: ElementBoxes): Promise<ElementDifference | null> {
  const { scale } = images;
  const [before, after] = [toPixels(pair.baseline, scale), toPixels(pair.comparison, scale)];
  const rounding = Math.ceil(scale);
  const isSameSize =
    Math.abs(before.width - after.width) <= rounding && Math.abs(before.height - after.height) <= rounding;
  return isSameSize ? compareInPlace(images, before, after) : compareResized(images, before, after);
}

const toPixels = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: Math.round(x * scale),
  y: Math.round(y * scale),
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** Compares elements of one size at every offset that rounding can explain. */
async function compareInPlace(images: Images, before: Box, after: Box): Promise<ElementDifference | null> {
  const size = { width: Math.min(before.width, after.width), height: Math.min(before.height, after.height) };
  const shown = visiblePart(images, before, after, size);
  if (!shown) return null;
  const reach = area(shown.before) > MAX_SEARCHED ? 0 : Math.ceil(images.scale);
  const [one, other] = await patchesAround(images, shown.before, shown.after, reach + 1);
  let best: ElementDifference | undefined;
  for (const [dx, dy] of offsets(reach)) {
    const moved = { ...shown.after, x: shown.after.x + dx, y: shown.after.y + dy };
    const found = differenceOf(one, shown.before, other, moved, images);
    if (found && (!best || isNearer(found, best))) best = found;
    if (best?.isIdentical) break;
  }
  return best ?? null;
}

const isNearer = (one: ElementDifference, other: ElementDifference): boolean =>
  one.pixels + one.rimPixels < other.pixels + other.rimPixels || (one.isIdentical && !other.isIdentical);

/**
 * Compares elements of different sizes. Those that gained or lost only blank space of the page are
 * equal.
 */
async function compareResized(images: Images, before: Box, after: Box): Promise<ElementDifference | null> {
  const size = { width: Math.min(before.width, after.width), height: Math.min(before.height, after.height) };
  const larger = Math.max(area(before), area(after));
  let best: ElementDifference | undefined;
  for (const [x, y] of ANCHORS) {
    const [one, other] = [anchored(before, size, x, y), anchored(after, size, x, y)];
    const found = await compareInPlace(images, one, other);
    if (!found) continue;
    const extra = larger - area(size);
    const isBlank =
      found.pixels + found.rimPixels === 0 &&
      (await isFlatAround(images, 'baseline', before, one)) &&
      (await isFlatAround(images, 'comparison', after, other));
    const isSurfaceOf =
      area(before) > area(after)
        ? isSurface(images, 'baseline', before, one)
        : isSurface(images, 'comparison', after, other);
    if (isBlank && !(await isSurfaceOf)) return { ...found, total: larger };
    const pixels = found.pixels + found.rimPixels + extra;
    if (!best || pixels < best.pixels)
      best = { pixels, rimPixels: 0, total: larger, isStretched: false, isIdentical: false };
  }
  return best ? { ...best, isStretched: await isStretched(images, before, after) } : null;
}

/** Shares of the growth before the content, horizontally and vertically. */
const ANCHORS = [0, 0.5, 1].flatMap((y) => [0, 0.5, 1].map((x) => [x, y] as const));

const anchored = (box: Box, { width, height }: Size, x: number, y: number): Box => ({
  x: Math.round(box.x + (box.width - width) * x),
  y: Math.round(box.y + (box.height - height) * y),
  width,
  height,
});

async function isFlatAround(images: Images, side: Side, box: Box, content: Box): Promise<boolean> {
  const shown = intersection(box, frameOf(images.sizes[side]));
  return !shown || isFlat(await patchOf(images, side, shown), shown, content);
}

/** Whether the blank space of an element is a surface of its own, such as that of a button. */
async function isSurface(images: Images, side: Side, box: Box, content: Box): Promise<boolean> {
  const shown = intersection(box, frameOf(images.sizes[side]));
  return shown !== undefined && standsOut(await patchAround(images, side, shown, MARGIN), shown, content);
}

async function isStretched(images: Images, before: Box, after: Box): Promise<boolean> {
  const shown = [
    intersection(before, frameOf(images.sizes.baseline)),
    intersection(after, frameOf(images.sizes.comparison)),
  ];
  const [one, other] = shown;
  if (!one || !other || area(one) !== area(before) || area(other) !== area(after)) return false;
  return isRepeatedBand(await patchOf(images, 'baseline', one), await patchOf(images, 'comparison', other));
}

/** Counts differing pixels of two windows; undefined if one lies outside of its patch. */
function differenceOf(
  one: Patch,
  before: Box,
  other: Patch,
  after: Box,
  { scale, threshold }: Images,
): ElementDifference | undefined {
  const [a, b] = [windowOf(one, before), windowOf(other, after)];
  if (!a || !b) return undefined;
  const { width, height } = before;
  const total = width * height;
  if (Buffer.compare(a, b) === 0) return { ...NO_DIFFERENCE, total };
  const mask = new Uint8Array(total * 4);
  const differing = pixelmatch(a, b, mask, width, height, { threshold, includeAA: false, diffMask: true });
  if (differing === 0) return { ...NO_DIFFERENCE, total, isIdentical: false };
  const rim = Math.ceil(scale);
  let [pixels, rimPixels] = [0, 0];
  for (let at = 0; at < total; at++) {
    if (mask[at * 4 + 3] === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const isRendering =
      isBetweenNeighbors(one, before.x + x, before.y + y, other, after.x + x, after.y + y) &&
      isBetweenNeighbors(other, after.x + x, after.y + y, one, before.x + x, before.y + y);
    if (isRendering) continue;
    const isRim = x < rim || y < rim || x >= width - rim || y >= height - rim;
    if (isRim) rimPixels++;
    else pixels++;
  }
  return { pixels: pixels <= NOISE ? 0 : pixels, rimPixels, total, isStretched: false, isIdentical: false };
}

/** Part of both elements that both images show. */
function visiblePart({ sizes }: Images, before: Box, after: Box, { width, height }: Size) {
  const left = Math.max(0, -before.x, -after.x);
  const top = Math.max(0, -before.y, -after.y);
  const right = Math.min(width, sizes.baseline.width - before.x, sizes.comparison.width - after.x);
  const bottom = Math.min(height, sizes.baseline.height - before.y, sizes.comparison.height - after.y);
  if (left >= right || top >= bottom) return undefined;
  const part = ({ x, y }: Box) => ({ x: x + left, y: y + top, width: right - left, height: bottom - top });
  return { before: part(before), after: part(after) };
}

async function patchesAround(images: Images, before: Box, after: Box, margin: number): Promise<[Patch, Patch]> {
  return [
    await patchAround(images, 'baseline', before, margin),
    await patchAround(images, 'comparison', after, margin),
  ];
}

function patchAround(images: Images, side: Side, { x, y, width, height }: Box, margin: number): Promise<Patch> {
  const around = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  return patchOf(images, side, intersection(around, frameOf(images.sizes[side])) ?? { x, y, width, height });
}

/** Copies a part of an image. */
async function patchOf({ rows, sizes }: Images, side: Side, box: Box): Promise<Patch> {
  const whole = await rows[side].rows(box.y, box.y + box.height);
  const rowBytes = sizes[side].width * 4;
  const pixels = new Uint8Array(box.width * box.height * 4);
  for (let row = 0; row < box.height; row++) {
    const start = row * rowBytes + box.x * 4;
    pixels.set(whole.subarray(start, start + box.width * 4), row * box.width * 4);
  }
  return { box, pixels };
}

const frameOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** Offsets up to a distance, the nearest first. */
function offsets(reach: number): (readonly [number, number])[] {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  const all = steps.flatMap((y) => steps.map((x) => [x, y] as const));
  return all.sort(([a, b], [c, d]) => Math.abs(a) + Math.abs(b) - Math.abs(c) - Math.abs(d));
}
