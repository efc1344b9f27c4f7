import pixelmatch from 'pixelmatch';
import { invariant } from '../../../errors.ts';
import type { Box } from '../../images/geometry.ts';
import type { RowSpan } from '../../images/tile-hashes.ts';
import { type ImageRows, paint } from './image-rows.ts';
import type { Stretch } from './stretches.ts';

/** Whether a pixel counts as anti-aliased depends on pixels up to 2 away: on its neighbours, and on theirs. */
export const REACH = 2;
/** Compared at once. Small enough for the processor's cache, large enough that the rows around it cost little. */
const CHUNK_ROWS = 64;

/** An image whose rows are read, and the boxes of it that are ignored. */
export interface Layer {
  image: ImageRows;
  ignored: readonly Box[];
}

/** Differing pixels of some rows. */
export interface Differences {
  /** Of the first row, on the canvas. */
  top: number;
  /** One word for each pixel, row after row; not 0: it differs. It is overwritten by the next. */
  mask: Uint32Array;
}

/**
 * Runs pixelmatch on the rows that differ, and tells of each. The pixels that it counts are those that it counts over the
 * whole stretch at once, because rows are given to it with the rows around them. Anti-aliased pixels do not count.
 * @param mayDiffer rows outside of which rows of one number are equal
 */
export async function matchPixels(
  layers: { baseline: Layer; comparison: Layer },
  stretch: Stretch,
  options: { width: number; threshold: number; mayDiffer: RowSpan },
  visit: (differences: Differences) => void,
): Promise<void> {
  const { width, threshold } = options;
  const mask = new Uint32Array((CHUNK_ROWS + 2 * REACH) * width);
  const mayDiffer =
    stretch.baselineTop === stretch.comparisonTop ? options.mayDiffer : { top: 0, bottom: Number.POSITIVE_INFINITY };
  const first = Math.max(0, mayDiffer.top - stretch.baselineTop);
  const end = Math.min(stretch.rows, mayDiffer.bottom - stretch.baselineTop);

  for (let chunk = first; chunk < end; chunk += CHUNK_ROWS) {
    const core = { top: chunk, bottom: Math.min(chunk + CHUNK_ROWS, end) };
    const read = { top: Math.max(0, core.top - REACH), bottom: Math.min(stretch.rows, core.bottom + REACH) };
    const [one, other] = await Promise.all([
      layers.baseline.image.rows(stretch.baselineTop + read.top, stretch.baselineTop + read.bottom),
      layers.comparison.image.rows(stretch.comparisonTop + read.top, stretch.comparisonTop + read.bottom),
    ]);
    for (const box of layers.baseline.ignored)
      paint(other, width, { ...box, y: box.y - stretch.baselineTop - read.top });
    for (const box of layers.comparison.ignored)
      paint(one, width, { ...box, y: box.y - stretch.comparisonTop - read.top });

    const differing = differingRows(one, other, width, { top: core.top - read.top, bottom: core.bottom - read.top });
    if (!differing) continue;
    const around = {
      top: Math.max(0, differing.top - REACH),
      bottom: Math.min(read.bottom - read.top, differing.bottom + REACH),
    };
    const rows = around.bottom - around.top;
    const words = mask.subarray(0, rows * width).fill(0);
    const part = (pixels: Uint8Array) => pixels.subarray(around.top * width * 4, around.bottom * width * 4);
    pixelmatch(part(one), part(other), new Uint8Array(words.buffer, 0, words.byteLength), width, rows, {
      threshold,
      includeAA: false,
      diffMask: true,
      checkerboard: false,
    });
    visit({
      top: stretch.top + read.top + differing.top,
      mask: words.subarray((differing.top - around.top) * width, (differing.bottom - around.top) * width),
    });
  }
}

/** From the first row that differs to the last, among some rows. */
function differingRows(
  one: Uint8Array,
  other: Uint8Array,
  width: number,
  { top, bottom }: RowSpan,
): RowSpan | undefined {
  invariant(one.length === other.length, 'rows that lie side by side are equally many and equally wide');
  const rowBytes = width * 4;
  const differs = (row: number) =>
    Buffer.compare(
      one.subarray(row * rowBytes, (row + 1) * rowBytes),
      other.subarray(row * rowBytes, (row + 1) * rowBytes),
    ) !== 0;
  let [first, end] = [top, bottom];
  while (first < end && !differs(first)) first++;
  while (end > first && !differs(end - 1)) end--;
  return first < end ? { top: first, bottom: end } : undefined;
}
