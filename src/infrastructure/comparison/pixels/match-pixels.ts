import pixelmatch from 'pixelmatch';
import { invariant } from '../../../errors.ts';
import type { Box } from '../../images/geometry.ts';
import type { RowSpan } from '../../images/tile-hashes.ts';
import { DriftFilter } from './drift-filter.ts';
import { paint } from './image-rows.ts';
import type { Differences, Layer } from './layer.ts';
import type { RowSegment } from './row-alignment.ts';
import type { Seam } from './seams.ts';

/** Anti-aliasing detection reads pixels up to 2 away: neighbors and their neighbors. */
export const ANTI_ALIASING_RADIUS = 2;
/** Rows compared at once: fits the CPU cache, and keeps the overhead of the context rows small. */
const CHUNK_ROWS = 64;

/**
 * Runs pixelmatch on the differing rows and visits each result. Rows are passed with context rows,
 * so the result equals one run over the whole segment. Anti-aliased pixels do not count, and
 * neither does rounding in a segment that moved by a fraction of a pixel.
 * @param options.mayDiffer span of the rows that may differ; others equal the row with the same
 *   index
 * @param options.markers places of list markers in the comparison
 * @param options.seams gaps between elements, for moves by a fraction of a pixel
 * @param options.excluded boxes on the canvas that are not compared
 */
export async function matchPixels(
  layers: { baseline: Layer; comparison: Layer },
  segment: RowSegment,
  options: {
    width: number;
    threshold: number;
    mayDiffer: RowSpan;
    excluded?: readonly Box[];
    seams?: readonly Seam[];
    markers?: readonly Box[];
  },
  visit: (differences: Differences) => void,
): Promise<void> {
  const { width, threshold } = options;
  const filter = segment.drift.length === 0 ? undefined : new DriftFilter(layers, segment, options, visit);
  const mask = new Uint32Array((CHUNK_ROWS + 2 * ANTI_ALIASING_RADIUS) * width);
  const mayDiffer =
    segment.baselineTop === segment.comparisonTop ? options.mayDiffer : { top: 0, bottom: Number.POSITIVE_INFINITY };
  const first = Math.max(0, mayDiffer.top - segment.baselineTop);
  const end = Math.min(segment.rows, mayDiffer.bottom - segment.baselineTop);

  for (let chunk = first; chunk < end; chunk += CHUNK_ROWS) {
    const core = { top: chunk, bottom: Math.min(chunk + CHUNK_ROWS, end) };
    const read = {
      top: Math.max(0, core.top - ANTI_ALIASING_RADIUS),
      bottom: Math.min(segment.rows, core.bottom + ANTI_ALIASING_RADIUS),
    };
    const [one, other] = await Promise.all([
      layers.baseline.image.rows(segment.baselineTop + read.top, segment.baselineTop + read.bottom),
      layers.comparison.image.rows(segment.comparisonTop + read.top, segment.comparisonTop + read.bottom),
    ]);
    for (const box of layers.baseline.ignored)
      paint(other, width, { ...box, y: box.y - segment.baselineTop - read.top });
    for (const box of layers.comparison.ignored)
      paint(one, width, { ...box, y: box.y - segment.comparisonTop - read.top });
    for (const box of options.excluded ?? [])
      for (const pixels of [one, other]) paint(pixels, width, { ...box, y: box.y - segment.top - read.top });

    for (const differing of differingRuns(one, other, width, core, read.top)) {
      const around = {
        top: Math.max(0, differing.top - ANTI_ALIASING_RADIUS),
        bottom: Math.min(read.bottom - read.top, differing.bottom + ANTI_ALIASING_RADIUS),
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
      const differences = {
        top: segment.top + read.top + differing.top,
        mask: words.subarray((differing.top - around.top) * width, (differing.bottom - around.top) * width),
      };
      if (filter) await filter.add(differences);
      else visit(differences);
    }
  }
  await filter?.flush();
}

/** Yields the spans of differing rows. Those whose context rows would overlap are one span. */
function* differingRuns(
  one: Uint8Array,
  other: Uint8Array,
  width: number,
  core: RowSpan,
  firstRow: number,
): Generator<RowSpan> {
  invariant(one.length === other.length, 'aligned rows have equal count and width');
  const rowBytes = width * 4;
  let run: RowSpan | undefined;
  for (let row = core.top - firstRow; row < core.bottom - firstRow; row++) {
    const [start, end] = [row * rowBytes, (row + 1) * rowBytes];
    if (Buffer.compare(one.subarray(start, end), other.subarray(start, end)) === 0) continue;
    if (run && row - run.bottom > 2 * ANTI_ALIASING_RADIUS) {
      yield run;
      run = undefined;
    }
    run = { top: run?.top ?? row, bottom: row + 1 };
  }
  if (run) yield run;
}
