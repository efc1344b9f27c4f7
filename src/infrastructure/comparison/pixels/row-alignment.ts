import type { Box } from '../../images/geometry.ts';
import type { RowSpan, Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { MovedRows } from './guided-alignment.ts';
import type { Run } from './match-rows.ts';

/**
 * Range of canvas rows: aligned rows of both images, or rows of only one. In the latter case the
 * other image's top is the row it continues with.
 */
export interface RowSegment {
  /**
   * `revealed`: rows of only the comparison that do not count as changed, because they lay below
   * the baseline's viewport or come from rounding.
   */
  kind: 'both' | 'removed' | 'inserted' | 'revealed';
  top: number;
  baselineTop: number;
  comparisonTop: number;
  rows: number;
  /** Further rows by which parts may have moved (`MovedRows`). */
  drift: MovedRows['drift'];
  /**
   * Whether rows of only one image do not count as changed: background beside a column that grew.
   */
  isBlank?: boolean;
}

/** Minimum block of equal rows that indicates a shift: less than a line of text. */
const MIN_BLOCK_ROWS = 8;
/** Cost of a shift, in rows that it must additionally align. */
const MOVE_COST = 16;

/** Aligns rows by index, followed by the remaining rows of the higher image. */
export const unalignedSegments = (baseline: Size, comparison: Size): RowSegment[] =>
  buildSegments([{ a: 0, b: 0, rows: 0 }], baseline.height, comparison.height);

/**
 * Aligns equal rows, so that content after an insertion or removal is compared with itself. Keeps
 * rows in place if that explains as much.
 * @param runs equal rows from `matchRows`, top down
 * @param equalInPlace number of rows that equal the row with the same index
 */
export function alignedSegments(
  runs: readonly Run[],
  equalInPlace: number,
  baseline: Size,
  comparison: Size,
): RowSegment[] {
  const blocks = stableBlocks(runs);
  const segments = buildSegments(blocks, baseline.height, comparison.height);
  const equalRows = blocks.reduce((sum, { equal }) => sum + equal, 0);
  const moves = segments.filter(({ kind }) => kind !== 'both').length;
  const canvasRows = segments.reduce((sum, { rows }) => sum + rows, 0);
  const cost = canvasRows - equalRows + moves * MOVE_COST;
  const plain = unalignedSegments(baseline, comparison);
  const costInPlace = Math.max(baseline.height, comparison.height) - equalInPlace + (plain.length - 1) * MOVE_COST;
  return cost < costInPlace ? segments : plain;
}

/**
 * Aligns ranges of rows that elements moved with. Rows between two ranges belong to the range whose
 * offset makes more of them equal.
 *
 * @param isEqual whether a row of the baseline equals a row of the comparison
 * @param scale image pixels per CSS pixel
 */
export function guidedSegments(
  moved: readonly MovedRows[],
  isEqual: (baselineRow: number, comparisonRow: number) => boolean,
  baseline: Size,
  comparison: Size,
  scale: number,
): RowSegment[] {
  const rounding = Math.ceil(scale);
  const blocks: (MovedRows & { isRounded?: boolean })[] = [
    { a: 0, b: 0, rows: 0, dy: 0, drift: [] },
    ...moved.map((block) => ({ ...block })),
    { a: baseline.height, b: comparison.height, rows: 0, dy: comparison.height - baseline.height, drift: [] },
  ];
  for (const [index, below] of blocks.entries()) {
    const above = blocks[index - 1];
    if (!above) continue;
    const [aTop, bTop] = [above.a + above.rows, above.b + above.rows];
    const rows = Math.min(below.a - aTop, below.b - bTop);
    const equalAbove = (row: number) => isEqualWithin(isEqual, above.drift, aTop + row, bTop + row);
    const equalBelow = (row: number) => isEqualWithin(isEqual, below.drift, below.a - rows + row, below.b - rows + row);
    const split = bestSplit(rows, equalAbove, equalBelow);
    below.isRounded = Math.abs(below.dy - above.dy) < scale;
    // Edges of containers below the last element are rounded like the elements.
    if (below.isRounded && index === blocks.length - 1) below.drift = driftFrom(above, below);
    // Rounding can leave rows at the edges of an insertion that no row of the baseline equals.
    let [last, first] = [split, split];
    while (!below.isRounded && last > 0 && split - last < rounding && !equalAbove(last - 1)) last--;
    while (!below.isRounded && first < rows && first - last < rounding && !equalBelow(first)) first++;
    above.rows += last;
    below.a -= rows - first;
    below.b -= rows - first;
    below.rows += rows - first;
  }
  return buildSegments(blocks, baseline.height, comparison.height, rounding);
}

/** Drift of the range above, relative to the offset of the range below. */
function driftFrom(above: MovedRows, below: MovedRows): number[] {
  const further = above.b - above.a - (below.b - below.a);
  return [0, ...above.drift].map((rows) => rows + further).filter((rows) => rows !== 0);
}

function isEqualWithin(
  isEqual: (baselineRow: number, comparisonRow: number) => boolean,
  drift: readonly number[],
  baselineRow: number,
  comparisonRow: number,
): boolean {
  return (
    isEqual(baselineRow, comparisonRow) ||
    drift.some((rows) => Number.isInteger(rows) && isEqual(baselineRow - rows, comparisonRow))
  );
}

/** Number of first rows to compare above, so that as many rows as possible are equal. */
function bestSplit(rows: number, equalAbove: (row: number) => boolean, equalBelow: (row: number) => boolean): number {
  let score = 0;
  let [best, split] = [0, 0];
  for (let row = 0; row < rows; row++) {
    score += Number(equalAbove(row)) - Number(equalBelow(row));
    if (score > best || (score === best && equalAbove(row))) [best, split] = [score, row + 1];
  }
  return split;
}

/**
 * Adapts an alignment of viewport captures: rows that moved out of the viewport are left out, rows
 * that moved into it do not count as inserted.
 *
 * @param continues whether the page of a side continues below its image
 */
export function withinViewport(segments: RowSegment[], continues: Record<Side, boolean>): RowSegment[] {
  const last = segments.at(-1);
  if (segments.length < 2 || !last) return segments;
  const above = segments.slice(0, -1);
  if (last.kind === 'removed' && continues.comparison) return above;
  return last.kind === 'inserted' && continues.baseline ? [...above, { ...last, kind: 'revealed' }] : segments;
}

/** Rows with a common offset between the images; `equal` of them are equal. */
interface Block extends Run {
  equal: number;
}

/** Joins runs with equal offset, then drops the smallest block until none is below the minimum. */
function stableBlocks(runs: readonly Run[]): Block[] {
  let blocks = joined(runs.map((run) => ({ ...run, equal: run.rows })));
  // Blocks that join after a drop exceed the dropped one, so one pass for each size drops all.
  for (let rows = 1; rows < MIN_BLOCK_ROWS; rows++) blocks = joined(blocks, rows);
  return blocks;
}

/** Drops blocks of a number of equal rows from the top down, and joins blocks with equal offset. */
function joined(blocks: readonly Block[], dropped = 0): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last && last.b - last.a === block.b - block.a) {
      last.rows = block.a + block.rows - last.a;
      last.equal += block.equal;
    } else if (block.equal !== dropped) {
      result.push({ ...block });
    }
  }
  return result;
}

/**
 * Aligns the rows between two blocks from the top, followed by the remaining rows of one image.
 *
 * @param rounding rows between blocks that are left out instead, beside rows of one image
 */
function buildSegments(
  blocks: readonly (Run & Partial<MovedRows> & { isRounded?: boolean })[],
  baselineHeight: number,
  comparisonHeight: number,
  rounding = 0,
): RowSegment[] {
  const segments: RowSegment[] = [];
  const at = { top: 0, baselineTop: 0, comparisonTop: 0 };
  let drift: MovedRows['drift'] = [];
  const add = (kind: RowSegment['kind'], rows: number) => {
    if (rows === 0) return;
    const last = segments.at(-1);
    const isContinued =
      last?.kind === kind &&
      (kind !== 'both' || (last.drift === drift && last.baselineTop + last.rows === at.baselineTop));
    if (isContinued) last.rows += rows;
    else segments.push({ kind, ...at, rows, drift });
    at.top += rows;
    if (kind === 'both' || kind === 'removed') at.baselineTop += rows;
    if (kind !== 'removed') at.comparisonTop += rows;
  };
  for (const { a, b, rows, drift: blockDrift = [], isRounded = false } of [
    ...blocks,
    { a: baselineHeight, b: comparisonHeight, rows: 0 },
  ]) {
    const [removed, inserted] = [a - at.baselineTop, b - at.comparisonTop];
    const shared = Math.min(removed, inserted);
    if (isRounded) {
      add('both', shared);
      at.baselineTop += removed - shared;
      add('revealed', inserted - shared);
    } else if (shared > rounding || removed === inserted) {
      add('both', shared);
      add('removed', removed - shared);
      add('inserted', inserted - shared);
    } else if (removed > inserted) {
      add('removed', removed);
      add('revealed', inserted);
    } else {
      at.baselineTop += removed;
      add('inserted', inserted);
    }
    drift = blockDrift;
    add('both', rows);
  }
  return segments;
}

const topIn = (segment: RowSegment, side: Side) => (side === 'baseline' ? segment.baselineTop : segment.comparisonTop);
const has = ({ kind }: RowSegment, side: Side) =>
  side === 'baseline' ? kind === 'both' || kind === 'removed' : kind !== 'removed';

/**
 * Maps a box of one image to the canvas; several boxes if rows of the other image lie in between.
 */
export function toCanvasBoxes(segments: readonly RowSegment[], side: Side, box: Box): Box[] {
  return segments.flatMap((segment) => {
    const from = topIn(segment, side);
    const top = Math.max(box.y, from);
    const bottom = Math.min(box.y + box.height, from + segment.rows);
    return has(segment, side) && top < bottom ? [{ ...box, y: top - from + segment.top, height: bottom - top }] : [];
  });
}

/** Maps a canvas row to a row of an image; null if the image has none there. */
export function imageRow(segments: readonly RowSegment[], side: Side, row: number): number | null {
  const segment = segments.find(({ top, rows }) => row >= top && row < top + rows);
  return segment && has(segment, side) ? row - segment.top + topIn(segment, side) : null;
}

/** Rows of an image that lie between two canvas rows. */
export function imageSpan(segments: readonly RowSegment[], side: Side, { top, bottom }: RowSpan): RowSpan {
  const spans = segments
    .filter((segment) => has(segment, side) && segment.top < bottom && segment.top + segment.rows > top)
    .map((segment) => ({
      top: topIn(segment, side) + Math.max(0, top - segment.top),
      bottom: topIn(segment, side) + Math.min(segment.rows, bottom - segment.top),
    }));
  return { top: spans[0]?.top ?? 0, bottom: spans.at(-1)?.bottom ?? 0 };
}

/** Maps a row of an image to the canvas; rows beyond the image continue below it. */
export function canvasRow(segments: readonly RowSegment[], side: Side, row: number): number {
  const segment = segments.findLast((found) => has(found, side) && topIn(found, side) <= row) ?? segments[0];
  return segment ? row - topIn(segment, side) + segment.top : row;
}
