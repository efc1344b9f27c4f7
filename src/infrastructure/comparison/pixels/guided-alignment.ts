import type { Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Displacement } from './displacement.ts';
import type { Run } from './match-rows.ts';

/** Rows of both images that moved together. */
export interface MovedRows extends Run {
  /** Unrounded distance that the rows moved down, pixels. */
  dy: number;
  /**
   * Further pixels that parts of the rows may have moved: a browser rounds each line of text and
   * each edge on its own, so a move by 65.6 pixels moves some by 65 and others by 66. A fraction
   * stands for rows drawn between two pixels, which occurs if `scale` has one.
   */
  drift: readonly number[];
}

/** Displacements within this distance are one move, pixels: layout rounds to 1/64 CSS pixel. */
const SAME_MOVE = 0.3;
/** Displacements that are considered, those of most content first. */
const MAX_MOVES = 24;
/** Content, in rows of the full width, that a further move must explain. */
const MOVE_COST = 4;

interface Move {
  dy: number;
  elements: Displacement[];
}

/**
 * Divides the comparison into ranges of rows that moved by the same distance, from the elements in
 * them. Where elements side by side moved differently, the wider ones decide.
 *
 * @param scale image pixels per CSS pixel
 * @returns ranges of rows that elements occupy, top down
 */
export function movedRows(
  displacements: readonly Displacement[],
  sizes: Record<Side, Size>,
  scale: number,
): MovedRows[] {
  const moves = movesOf(displacements);
  if (moves.length === 0) return [];
  const blocks = divide(moves, sizes.comparison.width);
  const rows = blocks.map(({ move, elements }) => toRows(move, elements, scale));
  return increasing(
    rows.map((block, index) => withContainers(block, blocks[index], rows[index - 1], rows[index + 1])),
    sizes,
  );
}

/**
 * Extends rows to the edges of containers that moved with all of their elements. Their padding can
 * change in every row, and then equals rows of what was inserted.
 */
function withContainers(
  block: MovedRows,
  moved: { elements: Displacement[] } | undefined,
  above: MovedRows | undefined,
  below: MovedRows | undefined,
): MovedRows {
  const result = { ...block };
  const offset = block.b - block.a;
  for (const { parent } of moved?.elements ?? [])
    for (let container = parent; container; container = container.parent) {
      const { baseline, comparison } = container;
      const isSame =
        Math.abs(comparison.y - baseline.y - block.dy) < SAME_MOVE &&
        Math.abs(comparison.height - baseline.height) < SAME_MOVE;
      const top = Math.round(comparison.y);
      const bottom = Math.round(comparison.y + comparison.height);
      const isBetween =
        (!above || (top >= above.b + above.rows && top - offset >= above.a + above.rows)) &&
        (!below || (bottom <= below.b && bottom - offset <= below.a));
      if (!isSame || !isBetween) break;
      const end = Math.max(result.b + result.rows, bottom);
      result.b = Math.min(result.b, top);
      result.a = result.b - offset;
      result.rows = end - result.b;
    }
  return result;
}

/** Groups displacements by distance. */
function movesOf(displacements: readonly Displacement[]): Move[] {
  const dyOf = ({ baseline, comparison }: Displacement) => comparison.y - baseline.y;
  const moves: (Move & { last: number })[] = [];
  for (const element of [...displacements].sort((a, b) => dyOf(a) - dyOf(b))) {
    const dy = dyOf(element);
    const move = moves.at(-1);
    if (move && dy - move.last < SAME_MOVE) {
      move.elements.push(element);
      move.last = dy;
    } else moves.push({ dy, last: dy, elements: [element] });
  }
  const contentOf = ({ elements }: Move) =>
    elements.reduce((sum, { comparison: { width, height } }) => sum + width * height, 0);
  return moves
    .map((move) => ({ move, content: contentOf(move) }))
    .sort((a, b) => b.content - a.content)
    .slice(0, MAX_MOVES)
    .map(({ move }) => move);
}

/**
 * Chooses a move for each range of rows so that the content that moved otherwise, plus the cost of
 * changes from one move to the next, is least (Viterbi).
 */
function divide(moves: readonly Move[], width: number): { move: Move; elements: Displacement[] }[] {
  const edges = [
    ...new Set(moves.flatMap(({ elements }) => elements.flatMap(({ comparison: { y, height } }) => [y, y + height]))),
  ].sort((a, b) => a - b);
  const indexOf = new Map(edges.map((edge, index) => [edge, index]));
  const intervals = edges.length - 1;
  /** Content of each move by interval, pixels. */
  const content = moves.map(({ elements }) => {
    const changes = new Float64Array(edges.length);
    for (const { comparison: box } of elements) {
      const [from, to] = [indexOf.get(box.y) ?? 0, indexOf.get(box.y + box.height) ?? 0];
      changes[from] = (changes[from] ?? 0) + box.width;
      changes[to] = (changes[to] ?? 0) - box.width;
    }
    let sum = 0;
    return Float64Array.from({ length: intervals }, (_, index) => {
      sum += changes[index] ?? 0;
      return sum * ((edges[index + 1] ?? 0) - (edges[index] ?? 0));
    });
  });
  const change = MOVE_COST * width;
  let costs = moves.map(() => 0);
  const from: Uint8Array[] = [];
  for (let index = 0; index < intervals; index++) {
    const total = content.reduce((sum, ofMove) => sum + (ofMove[index] ?? 0), 0);
    const cheapest = costs.indexOf(Math.min(...costs));
    const changed = (costs[cheapest] ?? 0) + change;
    from.push(Uint8Array.from(costs, (cost, move) => (cost <= changed ? move : cheapest)));
    costs = costs.map((cost, move) => Math.min(cost, changed) + total - (content[move]?.[index] ?? 0));
  }
  const chosen = new Uint8Array(intervals);
  for (let index = intervals - 1, move = costs.indexOf(Math.min(...costs)); index >= 0; index--) {
    chosen[index] = move;
    move = from[index]?.[move] ?? 0;
  }
  const blocks: { move: Move; elements: Displacement[] }[] = [];
  for (let start = 0; start < intervals; ) {
    let end = start;
    while (end < intervals && chosen[end] === chosen[start]) end++;
    const move = moves[chosen[start] ?? 0];
    const [top, bottom] = [edges[start] ?? 0, edges[end] ?? 0];
    const elements = move?.elements.filter(({ comparison: { y, height } }) => y >= top && y + height <= bottom) ?? [];
    if (move && elements.length > 0) blocks.push({ move, elements });
    start = end;
  }
  return blocks;
}

/**
 * Rows from the first to the last element. Chromium rounds boxes to whole CSS pixels, and text also
 * to whole image pixels.
 */
function toRows({ dy }: Move, elements: readonly Displacement[], scale: number): MovedRows {
  const toPixels = (y: number) => Math.round(y / scale) * scale;
  const content = new Map<number, number>();
  for (const { baseline, comparison } of elements) {
    const moved = Math.round(toPixels(comparison.y) - toPixels(baseline.y));
    content.set(moved, (content.get(moved) ?? 0) + comparison.width);
  }
  const [[offset] = [Math.round(dy)]] = [...content].sort(([, a], [, b]) => b - a);
  const top = Math.min(...elements.map(({ comparison: { y } }) => Math.round(toPixels(y))));
  const bottom = Math.max(...elements.map(({ comparison: { y, height } }) => Math.round(toPixels(y + height))));
  const moves = [Math.floor(dy / scale + ROUNDING), Math.ceil(dy / scale - ROUNDING)].map((css) => css * scale);
  const drift = [...new Set(moves.flatMap((move) => [Math.floor(move), Math.ceil(move), move]))]
    .filter((move) => move !== offset)
    .map((move) => move - offset)
    .sort((a, b) => Math.abs(a) - Math.abs(b));
  return { a: top - offset, b: top, rows: bottom - top, dy, drift };
}

/**
 * Deviation of a move by whole pixels, CSS pixels: inexact arithmetic alone, because positions keep
 * their fractions. A move by 1/64 more, the least that layout knows, can round a line otherwise.
 */
const ROUNDING = 0.005;

/**
 * Drops rows outside of the images, ranges in another order than in the baseline, and rows that an
 * earlier range covers in either image.
 */
function increasing(blocks: readonly MovedRows[], sizes: Record<Side, Size>): MovedRows[] {
  const result: MovedRows[] = [];
  for (const { a, b, rows, ...move } of inOrder(blocks)) {
    const last = result.at(-1);
    const [aTop, bTop] = last ? [last.a + last.rows, last.b + last.rows] : [0, 0];
    const above = Math.max(0, aTop - a, bTop - b);
    const below = Math.max(0, a + rows - sizes.baseline.height, b + rows - sizes.comparison.height);
    const left = rows - above - below;
    if (left > 0) {
      result.push({ a: a + above, b: b + above, rows: left, ...move });
    } else if (a >= sizes.baseline.height || b >= sizes.comparison.height) {
      // Rows below the images still tell how far the last visible rows moved.
      const over = Math.max(a - sizes.baseline.height, b - sizes.comparison.height);
      result.push({ a: Math.max(aTop, a - over), b: Math.max(bTop, b - over), rows: 0, ...move });
      break;
    }
  }
  return result;
}

/**
 * Chooses the ranges with the most rows that have the same order in both images: what moved past
 * them is removed at one place and inserted at another.
 */
function inOrder(blocks: readonly MovedRows[]): MovedRows[] {
  /** Best sequences by their last range. */
  const sequences: Sequence[] = [];
  let best: Sequence | undefined;
  for (const last of blocks) {
    let above: Sequence | undefined;
    for (const sequence of sequences) {
      const { a, rows } = sequence.last;
      const isAbove = a <= last.a && a + rows <= last.a + last.rows;
      if (isAbove && sequence.rows > (above?.rows ?? 0)) above = sequence;
    }
    const sequence = { last, above, rows: last.rows + (above?.rows ?? 0) };
    sequences.push(sequence);
    if (sequence.rows > (best?.rows ?? 0)) best = sequence;
  }
  const chosen: MovedRows[] = [];
  for (let sequence = best; sequence; sequence = sequence.above) chosen.push(sequence.last);
  return chosen.reverse();
}

interface Sequence {
  last: MovedRows;
  /** Ranges above the last one. */
  above: Sequence | undefined;
  /** Rows of all ranges. */
  rows: number;
}
