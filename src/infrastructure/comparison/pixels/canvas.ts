import type { Box } from '../../images/geometry.ts';
import { differingRows, type RowSpan, type Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import { ImageRows, readSize } from './image-rows.ts';
import { type Layer, REACH } from './match-pixels.ts';
import { matchRows, type Run } from './match-rows.ts';
import { hashRows } from './row-hashes.ts';
import { aligned, inPlace, type Stretch } from './stretches.ts';

/** One of the two images to compare. */
export interface ImageInput {
  /** As a PNG, or any other format that sharp reads. */
  bytes: Uint8Array;
  /** From `hashTiles`; without them all rows are decoded. */
  tileHashes?: Uint8Array;
  /** What does not count, in pixels of this image. */
  ignored: readonly Box[];
}

export interface ImagePair {
  baseline: ImageInput;
  comparison: ImageInput;
  /** Whether rows may be found again at another height. */
  alignRows: boolean;
}

/** Both images, laid on one canvas: from the left, and by rows as the stretches say. */
export interface Canvas extends Size {
  sizes: Record<Side, Size>;
  stretches: Stretch[];
  /** The columns that both images have. */
  sharedWidth: number;
  /** Rows outside of which rows of one number are equal. */
  mayDiffer: RowSpan;
  layers: Record<Side, Layer>;
}

/** @throws UnreadableImage */
export async function layOnCanvas(pair: ImagePair): Promise<Canvas> {
  const { baseline, comparison } = pair;
  const sizes = {
    baseline: await readSize(baseline.bytes, 'baseline'),
    comparison: await readSize(comparison.bytes, 'comparison'),
  };
  const sharedWidth = Math.min(sizes.baseline.width, sizes.comparison.width);
  const mayDiffer = spanOf(pair, sizes);
  const layers = {
    baseline: layer('baseline', baseline, sizes, sharedWidth, mayDiffer),
    comparison: layer('comparison', comparison, sizes, sharedWidth, mayDiffer),
  };
  const stretches =
    pair.alignRows && mayDiffer.top < mayDiffer.bottom
      ? await align(layers, sizes, sharedWidth, mayDiffer)
      : inPlace(sizes.baseline, sizes.comparison);
  return {
    width: Math.max(sizes.baseline.width, sizes.comparison.width),
    height: stretches.reduce((sum, { rows }) => sum + rows, 0),
    sizes,
    stretches,
    sharedWidth,
    mayDiffer,
    layers,
  };
}

/** From the first tile that differs to the last; to the end when the images are not of one size. */
function spanOf({ baseline, comparison }: ImagePair, sizes: Record<Side, Size>): RowSpan {
  const end = Math.max(sizes.baseline.height, sizes.comparison.height);
  if (!baseline.tileHashes || !comparison.tileHashes) return { top: 0, bottom: end };
  const spans = differingRows(baseline.tileHashes, comparison.tileHashes);
  if (!spans) return { top: 0, bottom: end };
  const top = spans[0]?.top ?? end;
  return { top, bottom: sizes.baseline.height === sizes.comparison.height ? (spans.at(-1)?.bottom ?? end) : end };
}

/** Only the rows that are needed for comparing what may differ are ever decoded. */
function layer(
  side: Side,
  { bytes, ignored }: ImageInput,
  sizes: Record<Side, Size>,
  width: number,
  mayDiffer: RowSpan,
): Layer {
  const height = Math.min(sizes[side].height, mayDiffer.bottom + REACH);
  return { image: new ImageRows(bytes, side, { width, height }, ignored), ignored };
}

async function align(
  layers: Record<Side, Layer>,
  sizes: Record<Side, Size>,
  width: number,
  { top, bottom }: RowSpan,
): Promise<Stretch[]> {
  const [a, b] = await Promise.all(
    (['baseline', 'comparison'] as const).map((side) =>
      hashesOf(layers[side].image, width, top, Math.min(bottom, sizes[side].height)),
    ),
  );
  if (!a || !b) return inPlace(sizes.baseline, sizes.comparison);
  const below = sizes.baseline.height - top - a.length;
  const runs: Run[] = [
    { a: 0, b: 0, rows: top },
    ...matchRows(a, b).map((run) => ({ a: run.a + top, b: run.b + top, rows: run.rows })),
    { a: top + a.length, b: top + b.length, rows: below },
  ].filter(({ rows }) => rows > 0);
  const equalInPlace = top + below + a.reduce((sum, hash, row) => sum + (hash === b[row] ? 1 : 0), 0);
  return aligned(runs, equalInPlace, sizes.baseline, sizes.comparison);
}

const HASHED_AT_ONCE = 1024;

async function hashesOf(image: ImageRows, width: number, top: number, bottom: number): Promise<Float64Array> {
  const hashes = new Float64Array(Math.max(0, bottom - top));
  for (let row = top; row < bottom; row += HASHED_AT_ONCE)
    hashes.set(hashRows(await image.rows(row, Math.min(row + HASHED_AT_ONCE, bottom)), width), row - top);
  return hashes;
}
