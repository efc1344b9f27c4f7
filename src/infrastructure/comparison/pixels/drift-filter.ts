import type { Box } from '../../images/geometry.ts';
import type { RowSpan } from '../../images/tile-hashes.ts';
import type { Differences, Layer } from './layer.ts';
import { isMarker } from './list-markers.ts';
import type { RowSegment } from './row-alignment.ts';
import type { Seam } from './seams.ts';

/** Rows examined at once. */
const BAND_ROWS = 1024;
/** Largest difference of two colors in pixelmatch's measure. */
const MAX_DELTA = 35_215;

/**
 * Drops differences that come from rounding: connected pixels that equal the baseline once they are
 * moved by the drift of their segment. All of them and their neighbors must equal it, so a changed
 * letter or a border that became wider stays a difference. At a seam, the pixels above and below it
 * may have moved by one drift each. A list marker may have gained or lost a row.
 */
export class DriftFilter {
  private top = 0;
  private readonly rows: Uint32Array[] = [];

  constructor(
    private readonly layers: { baseline: Layer; comparison: Layer },
    private readonly segment: RowSegment,
    private readonly options: {
      width: number;
      threshold: number;
      seams?: readonly Seam[];
      markers?: readonly Box[];
    },
    private readonly visit: (differences: Differences) => void,
  ) {}

  /** Takes the differences of further rows, from the top down. */
  async add({ top, mask }: Differences): Promise<void> {
    const { width } = this.options;
    if (this.rows.length > 0 && (top > this.top + this.rows.length || this.rows.length >= BAND_ROWS))
      await this.flush();
    if (this.rows.length === 0) this.top = top;
    for (let at = 0; at < mask.length; at += width) this.rows.push(mask.slice(at, at + width));
  }

  /** Reports the remaining differences of the rows so far. */
  async flush(): Promise<void> {
    const { rows, top, segment, layers } = this;
    if (rows.length === 0) return;
    const { width, threshold } = this.options;
    const mask = new Uint32Array(rows.length * width);
    for (const [index, row] of rows.entries()) mask.set(row, index * width);
    rows.length = 0;
    const height = mask.length / width;
    const inSegment = top - segment.top;
    const margin = 2 + Math.ceil(Math.max(...segment.drift.map(Math.abs)));
    const [baseline, comparison] = await Promise.all([
      rowsAround(layers.baseline, segment.baselineTop + inSegment, height, margin, width),
      rowsAround(layers.comparison, segment.comparisonTop + inSegment, height, margin, width),
    ]);
    const maxDelta = MAX_DELTA * threshold * threshold;
    const indexOf = (x: number, y: number) => ((y + margin) * width + x) * 4;
    // Beyond the segment are other rows, beyond the images none.
    const isInside = (y: number, low: number, high: number) =>
      inSegment + y >= 0 &&
      inSegment + y < segment.rows &&
      segment.baselineTop + inSegment + y - high >= 0 &&
      segment.baselineTop + inSegment + y - low < layers.baseline.image.height &&
      segment.comparisonTop + inSegment + y + high - low < layers.comparison.image.height;
    const isMoved = (x: number, y: number, drift: number) =>
      !isInside(y, drift, drift) || !differs(baseline, indexOf(x, y - drift), comparison, indexOf(x, y), maxDelta);
    const isBetween = (x: number, y: number, low: number, high: number) => {
      if (!isInside(y, low, high)) return true;
      return (
        isBlend(comparison, indexOf(x, y), baseline, indexOf(x, y - low), indexOf(x, y - high), width, maxDelta) &&
        isBlend(baseline, indexOf(x, y - low), comparison, indexOf(x, y), indexOf(x, y + high - low), width, maxDelta)
      );
    };
    const seams = this.seamsIn({ top: inSegment, bottom: inSegment + height });
    const firstRow = segment.comparisonTop + inSegment;
    const markers = (this.options.markers ?? [])
      .map((place) => ({ ...place, y: place.y - firstRow }))
      .filter(({ y, height: rows }) => y < height && y + rows > 0);
    const isAtSeam = (seam: PlacedSeam, x: number, y: number) => {
      if (y < seam.above) return isMoved(x, y, seam.driftAbove);
      if (y >= seam.below) return isMoved(x, y, seam.driftBelow);
      if (seam.isNew && x >= seam.left && x < seam.right) return true;
      return isMoved(x, y, seam.driftAbove) || isMoved(x, y, seam.driftBelow);
    };
    for (const component of componentsOf(mask, width)) {
      const isDrift = segment.drift.some((drift) => {
        const [low, high] = [Math.floor(drift), Math.ceil(drift)];
        const isEqual = low === high ? isMoved : isBetween;
        return isEqualAround(component, mask, width, (x, y) => isEqual(x, y, low, high));
      });
      const isSeam = () => {
        const box = boxOf(component, width);
        return seams.some(
          (seam) => touches(box, seam) && isEqualAround(component, mask, width, (x, y) => isAtSeam(seam, x, y)),
        );
      };
      const isRoundedMarker = () => {
        if (!isMarker(boxOf(component, width), markers)) return false;
        return segment.drift.some((drift) =>
          isEqualAround(component, mask, width, (x, y) =>
            isBetween(x, y, Math.min(0, Math.floor(drift)), Math.max(0, Math.ceil(drift))),
          ),
        );
      };
      if (isDrift || isSeam() || isRoundedMarker()) for (const at of component) mask[at] = 0;
    }
    this.visit({ top, mask });
  }

  /** Places the seams of a span of the segment, whose edges moved by its drift. */
  private seamsIn({ top, bottom }: RowSpan): PlacedSeam[] {
    const { baselineTop, comparisonTop, drift } = this.segment;
    const first = comparisonTop + top;
    const isDrift = (rows: number) => rows === 0 || drift.includes(rows);
    return (this.options.seams ?? [])
      .filter(({ comparison }) => comparison.bottom >= first && comparison.top <= comparisonTop + bottom)
      .map(({ baseline, comparison, left, right, isGap }) => ({
        left,
        right,
        isGap,
        above: comparison.top - first,
        below: comparison.bottom - first,
        driftAbove: comparison.top - baseline.top - (comparisonTop - baselineTop),
        driftBelow: comparison.bottom - baseline.bottom - (comparisonTop - baselineTop),
        isNew: isGap && baseline.top === baseline.bottom,
      }))
      .filter(({ driftAbove, driftBelow }) => isDrift(driftAbove) && isDrift(driftBelow));
  }
}

/** Seam with its rows counted from the first examined row. */
interface PlacedSeam extends Pick<Seam, 'left' | 'right' | 'isGap'> {
  /** First row below the upper element, and first row of the lower one. */
  above: number;
  below: number;
  /** Rows that each of the two edges moved, beyond the offset of the segment. */
  driftAbove: number;
  driftBelow: number;
  /** Whether the baseline has no rows between the edges. */
  isNew: boolean;
}

/** Whether a component is at the rows of a seam, and between lines of text also at its columns. */
const touches = ({ x, y, width, height }: Box, { left, right, above, below, isGap }: PlacedSeam): boolean =>
  y <= Math.max(above, below) && y + height >= Math.min(above, below) && (isGap || (x >= left && x + width <= right));

/** Rows with a margin above and below; absent ones are transparent. */
async function rowsAround(
  { image }: Layer,
  top: number,
  rows: number,
  margin: number,
  width: number,
): Promise<Uint8Array> {
  const from = Math.max(0, top - margin);
  const to = Math.min(image.height, top + rows + margin);
  const pixels = new Uint8Array((rows + 2 * margin) * width * 4);
  if (from < to) pixels.set(await image.rows(from, to), (from - top + margin) * width * 4);
  return pixels;
}

/** Yields the pixels of each connected part of the mask, as indexes into it. */
function* componentsOf(mask: Uint32Array, width: number): Generator<number[]> {
  const visited = new Uint8Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || visited[start] !== 0) continue;
    visited[start] = 1;
    const component = [start];
    for (let next = 0; next < component.length; next++) {
      everyNeighbor(component[next] ?? 0, width, (x, y) => {
        const neighbor = y * width + x;
        if (!mask[neighbor] || visited[neighbor] !== 0) return true;
        visited[neighbor] = 1;
        component.push(neighbor);
        return true;
      });
    }
    yield component;
  }
}

/** Bounding box of the pixels of a component. */
function boxOf(component: readonly number[], width: number): Box {
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0];
  for (const at of component) {
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Tests a pixel and its neighbors until one fails; some may lie above or below the mask. */
function everyNeighbor(at: number, width: number, test: (x: number, y: number) => boolean): boolean {
  const [column, row] = [at % width, Math.floor(at / width)];
  const [left, right] = [Math.max(0, column - 1), Math.min(width - 1, column + 1)];
  for (let y = row - 1; y <= row + 1; y++) for (let x = left; x <= right; x++) if (!test(x, y)) return false;
  return true;
}

/**
 * Neighbors that may differ, as a share of a component: a large one can touch elements that were
 * rounded otherwise.
 */
const TOUCHING = 0.04;

/** Whether all pixels of a component are equal, and their neighbors. */
function isEqualAround(
  component: readonly number[],
  mask: Uint32Array,
  width: number,
  isEqual: (x: number, y: number) => boolean,
): boolean {
  let touching = component.length * TOUCHING;
  return component.every((at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (!isEqual(x, y)) return false;
    return everyNeighbor(at, width, (column, row) => {
      if (mask[row * width + column] || isEqual(column, row)) return true;
      touching--;
      return touching >= 0;
    });
  });
}

/** Share of the surrounding contrast by which blends may exceed their pixels at rounded corners. */
const OVERSHOOT = 0.25;

/** Whether a pixel equals one of two pixels of the other image, or lies between them. */
function isBlend(
  one: Uint8Array,
  at: number,
  other: Uint8Array,
  first: number,
  second: number,
  width: number,
  maxDelta: number,
): boolean {
  if (!differs(one, at, other, first, maxDelta) || !differs(one, at, other, second, maxDelta)) return true;
  for (let channel = 0; channel < 4; channel++) {
    const value = one[at + channel] ?? 0;
    const [a, b] = [other[first + channel] ?? 0, other[second + channel] ?? 0];
    let [least, most] = [Math.min(a, b), Math.max(a, b)];
    if (value >= least && value <= most) continue;
    for (const pixel of [first, second]) {
      for (const [dx, dy] of AROUND) {
        const around = other[pixel + (dy * width + dx) * 4 + channel] ?? a;
        [least, most] = [Math.min(least, around), Math.max(most, around)];
      }
    }
    const slack = (most - least) * OVERSHOOT;
    if (value < Math.min(a, b) - slack || value > Math.max(a, b) + slack) return false;
  }
  return true;
}

const AROUND = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Compares colors as pixelmatch does: weighted distance in YIQ, translucent ones on white. */
function differs(one: Uint8Array, at: number, other: Uint8Array, otherAt: number, maxDelta: number): boolean {
  const [a1, a2] = [one[at + 3] ?? 0, other[otherAt + 3] ?? 0];
  let red = (one[at] ?? 0) - (other[otherAt] ?? 0);
  let green = (one[at + 1] ?? 0) - (other[otherAt + 1] ?? 0);
  let blue = (one[at + 2] ?? 0) - (other[otherAt + 2] ?? 0);
  if (a1 < 255 || a2 < 255) {
    const onWhite = (value: number, alpha: number) => 255 + ((value - 255) * alpha) / 255;
    red = onWhite(one[at] ?? 0, a1) - onWhite(other[otherAt] ?? 0, a2);
    green = onWhite(one[at + 1] ?? 0, a1) - onWhite(other[otherAt + 1] ?? 0, a2);
    blue = onWhite(one[at + 2] ?? 0, a1) - onWhite(other[otherAt + 2] ?? 0, a2);
  }
  if (red === 0 && green === 0 && blue === 0) return false;
  const y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223;
  const i = red * 0.59597799 - green * 0.2741761 - blue * 0.32180189;
  const q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q > maxDelta;
}
