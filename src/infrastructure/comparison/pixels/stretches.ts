import type { Box } from '../../images/geometry.ts';
import type { Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Run } from './match-rows.ts';

/**
 * Some rows of the canvas on which both images are laid: rows of both side by side, or rows that one of them has alone.
 * The other image's place is then where it would go on.
 */
export interface Stretch {
  kind: 'both' | 'removed' | 'inserted';
  top: number;
  baselineTop: number;
  comparisonTop: number;
  rows: number;
}

/** Fewer equal rows than these are no sign that the page has moved: a line of text is higher. */
const MIN_BLOCK_ROWS = 8;
/** How many rows each move must bring side by side more than it costs. */
const MOVE_COSTS = 16;

/** Row y opposite row y, and then what only the higher image has. */
export const inPlace = (baseline: Size, comparison: Size): Stretch[] =>
  layOut([{ a: 0, b: 0, rows: 0 }], baseline.height, comparison.height);

/**
 * Rows opposite the rows that they equal, so that what follows an inserted or removed stretch is compared with itself.
 * In place when that explains as much.
 * @param runs equal rows, top down, from `matchRows`
 * @param equalInPlace how many rows equal the row of the same number
 */
export function aligned(runs: readonly Run[], equalInPlace: number, baseline: Size, comparison: Size): Stretch[] {
  const blocks = steadyBlocks(runs);
  const stretches = layOut(blocks, baseline.height, comparison.height);
  const equalRows = blocks.reduce((sum, { equal }) => sum + equal, 0);
  const moves = stretches.filter(({ kind }) => kind !== 'both').length;
  const canvasRows = stretches.reduce((sum, { rows }) => sum + rows, 0);
  const cost = canvasRows - equalRows + moves * MOVE_COSTS;
  const plain = inPlace(baseline, comparison);
  const costInPlace = Math.max(baseline.height, comparison.height) - equalInPlace + (plain.length - 1) * MOVE_COSTS;
  return cost < costInPlace ? stretches : plain;
}

/** Rows with one offset between the images; `equal` of them are equal. */
interface Block extends Run {
  equal: number;
}

/** Joins runs of one offset, then drops the smallest block until none is too small. */
function steadyBlocks(runs: readonly Run[]): Block[] {
  let blocks = joined(runs.map((run) => ({ ...run, equal: run.rows })));
  for (;;) {
    const least = Math.min(...blocks.map(({ equal }) => equal));
    if (least >= MIN_BLOCK_ROWS || blocks.length === 0) return blocks;
    const dropped = blocks.findIndex(({ equal }) => equal === least);
    blocks = joined(blocks.filter((_, index) => index !== dropped));
  }
}

function joined(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last && last.b - last.a === block.b - block.a) {
      last.rows = block.a + block.rows - last.a;
      last.equal += block.equal;
    } else {
      result.push({ ...block });
    }
  }
  return result;
}

/** Between two blocks, rows go side by side from the top, and then comes what one image has more. */
function layOut(blocks: readonly Run[], baselineHeight: number, comparisonHeight: number): Stretch[] {
  const stretches: Stretch[] = [];
  const at = { top: 0, baselineTop: 0, comparisonTop: 0 };
  const add = (kind: Stretch['kind'], rows: number) => {
    if (rows === 0) return;
    const last = stretches.at(-1);
    if (last?.kind === kind) last.rows += rows;
    else stretches.push({ kind, ...at, rows });
    at.top += rows;
    if (kind !== 'inserted') at.baselineTop += rows;
    if (kind !== 'removed') at.comparisonTop += rows;
  };
  for (const { a, b, rows } of [...blocks, { a: baselineHeight, b: comparisonHeight, rows: 0 }]) {
    const [removed, inserted] = [a - at.baselineTop, b - at.comparisonTop];
    add('both', Math.min(removed, inserted));
    add('removed', Math.max(0, removed - inserted));
    add('inserted', Math.max(0, inserted - removed));
    add('both', rows);
  }
  return stretches;
}

const topIn = (stretch: Stretch, side: Side) => (side === 'baseline' ? stretch.baselineTop : stretch.comparisonTop);
const has = ({ kind }: Stretch, side: Side) => kind !== (side === 'baseline' ? 'inserted' : 'removed');

/** Where a box of one image lies on the canvas: in several parts when rows of the other image come between. */
export function onCanvas(stretches: readonly Stretch[], side: Side, box: Box): Box[] {
  return stretches.flatMap((stretch) => {
    const from = topIn(stretch, side);
    const top = Math.max(box.y, from);
    const bottom = Math.min(box.y + box.height, from + stretch.rows);
    return has(stretch, side) && top < bottom ? [{ ...box, y: top - from + stretch.top, height: bottom - top }] : [];
  });
}

/** Which row of an image lies on a row of the canvas; null where it has none. */
export function rowIn(stretches: readonly Stretch[], side: Side, row: number): number | null {
  const stretch = stretches.find(({ top, rows }) => row >= top && row < top + rows);
  return stretch && has(stretch, side) ? row - stretch.top + topIn(stretch, side) : null;
}

/** The row of the canvas on which a row of an image lies; rows beyond the image go on below it. */
export function canvasRow(stretches: readonly Stretch[], side: Side, row: number): number {
  const stretch = stretches.findLast((found) => has(found, side) && topIn(found, side) <= row) ?? stretches[0];
  return stretch ? row - topIn(stretch, side) + stretch.top : row;
}
