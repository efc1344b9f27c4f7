/** Rows `a`, `a + 1`, … of one image that equal rows `b`, `b + 1`, … of the other. */
export interface Run {
  a: number;
  b: number;
  rows: number;
}

type Hashes = ArrayLike<number>;

interface Range {
  aTop: number;
  aBottom: number;
  bTop: number;
  bBottom: number;
}

/** Real pages need two or three; more than this only an image that is made for it. */
const MAX_DEPTH = 32;

/**
 * Finds the rows of one image again in the other, top down (patience diff): what is equal from both ends first, the rest
 * between rows that each image has only once.
 */
export function matchRows(a: Hashes, b: Hashes): Run[] {
  const runs: Run[] = [];
  matchRange({ aTop: 0, aBottom: a.length, bTop: 0, bBottom: b.length }, 0);
  return slidDown(runs, a, b);

  function matchRange(range: Range, depth: number): void {
    let { aTop, aBottom, bTop, bBottom } = range;
    while (aTop < aBottom && bTop < bBottom && a[aTop] === b[bTop]) [aTop, bTop] = [aTop + 1, bTop + 1];
    append(range.aTop, range.bTop, aTop - range.aTop);
    while (aTop < aBottom && bTop < bBottom && a[aBottom - 1] === b[bBottom - 1])
      [aBottom, bBottom] = [aBottom - 1, bBottom - 1];

    const anchors = depth < MAX_DEPTH ? anchorsIn({ aTop, aBottom, bTop, bBottom }, a, b) : [];
    for (const [anchorA, anchorB] of anchors) {
      matchRange({ aTop, aBottom: anchorA, bTop, bBottom: anchorB }, depth + 1);
      append(anchorA, anchorB, 1);
      [aTop, bTop] = [anchorA + 1, anchorB + 1];
    }
    if (anchors.length > 0) matchRange({ aTop, aBottom, bTop, bBottom }, depth + 1);
    append(aBottom, bBottom, range.aBottom - aBottom);
  }

  function append(aRow: number, bRow: number, rows: number): void {
    if (rows === 0) return;
    const last = runs.at(-1);
    if (last && last.a + last.rows === aRow && last.b + last.rows === bRow) last.rows += rows;
    else runs.push({ a: aRow, b: bRow, rows });
  }
}

/** Of the places where inserted or removed rows may stand, when their neighbours are like them, takes the lowest. */
function slidDown(runs: readonly Run[], a: Hashes, b: Hashes): Run[] {
  const slid: Run[] = [];
  for (const { ...run } of runs) {
    const above = slid.at(-1);
    if (above && (above.a + above.rows === run.a || above.b + above.rows === run.b)) {
      while (run.rows > 0 && a[above.a + above.rows] === b[above.b + above.rows]) {
        above.rows++;
        run.a++;
        run.b++;
        run.rows--;
      }
    }
    if (run.rows > 0) slid.push(run);
  }
  return slid;
}

/** The most rows, in the order of both images, that each of them has exactly once. */
function anchorsIn(range: Range, a: Hashes, b: Hashes): [a: number, b: number][] {
  const inB = onlyOnce(b, range.bTop, range.bBottom);
  const pairs: [number, number][] = [];
  for (const [hash, row] of onlyOnce(a, range.aTop, range.aBottom)) {
    const partner = inB.get(hash);
    if (partner !== undefined && partner >= 0 && row >= 0) pairs.push([row, partner]);
  }
  return longestRising(pairs.sort(([one], [other]) => one - other));
}

/** Where each hash stands; -1 when it does more than once. */
function onlyOnce(hashes: Hashes, top: number, bottom: number): Map<number, number> {
  const rows = new Map<number, number>();
  for (let row = top; row < bottom; row++) {
    const hash = hashes[row] ?? 0;
    rows.set(hash, rows.has(hash) ? -1 : row);
  }
  return rows;
}

/** Of pairs in the order of their first members, the most whose second members rise too (patience sorting). */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  /** The pair that ends the best sequence of each length, and each pair's predecessor in its sequence. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length);
  const second = (index: number | undefined) => pairs[index ?? -1]?.[1] ?? -1;
  for (let index = 0; index < pairs.length; index++) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (second(ends[middle]) < second(index)) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const longest: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) longest.push(pair);
  }
  return longest.reverse();
}
