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

/** Maximum recursion depth. Real pages need two or three; only crafted images need more. */
const MAX_DEPTH = 32;

/**
 * Matches the rows of two images (patience diff): common rows at both ends first, the rest between
 * rows that are unique in each image.
 */
export function matchRows(a: Hashes, b: Hashes): Run[] {
  const runs: Run[] = [];
  matchRange({ aTop: 0, aBottom: a.length, bTop: 0, bBottom: b.length }, 0);
  return slideDown(runs, a, b);

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

/** Moves inserted or removed rows to the lowest position that equal neighbors allow. */
function slideDown(runs: readonly Run[], a: Hashes, b: Hashes): Run[] {
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

/** Returns the longest sequence of rows, in the order of both images, that are unique in each. */
function anchorsIn(range: Range, a: Hashes, b: Hashes): [a: number, b: number][] {
  const inB = uniqueRows(b, range.bTop, range.bBottom);
  const pairs: [number, number][] = [];
  for (const [hash, row] of uniqueRows(a, range.aTop, range.aBottom)) {
    const partner = inB.get(hash);
    if (partner !== undefined && partner >= 0 && row >= 0) pairs.push([row, partner]);
  }
  return longestIncreasing(pairs.sort(([one], [other]) => one - other));
}

/** Maps each hash to its row, or to -1 if it occurs more than once. */
function uniqueRows(hashes: Hashes, top: number, bottom: number): Map<number, number> {
  const rows = new Map<number, number>();
  for (let row = top; row < bottom; row++) {
    const hash = hashes[row] ?? 0;
    rows.set(hash, rows.has(hash) ? -1 : row);
  }
  return rows;
}

/** Returns the longest subsequence of pairs with increasing second members (patience sorting). */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  /** Index of the pair that ends the best sequence of each length. */
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
