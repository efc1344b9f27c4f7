import { type Box, boundingBox } from '../../images/geometry.ts';
import type { Differences } from './layer.ts';

/**
 * Cell size. Pixels in touching cells (16–31 pixels apart, about a line of text) form one region.
 */
const CELL = 16;

/** Bounding box of differing pixels with their count. */
export interface Cluster {
  box: Box;
  pixels: number;
}

interface Cell extends Cluster {
  column: number;
  row: number;
}

/** Counts differing pixels in a grid, so memory does not depend on their number. */
export class RegionGrid {
  private readonly columns: number;
  private readonly counts: Uint16Array;
  /** Bounds of the differing pixels within the cell. */
  private readonly bounds: Record<'left' | 'right' | 'top' | 'bottom', Uint8Array>;

  constructor(
    private readonly width: number,
    height: number,
  ) {
    this.columns = Math.ceil(width / CELL);
    const cells = this.columns * Math.ceil(height / CELL);
    this.counts = new Uint16Array(cells);
    this.bounds = {
      left: new Uint8Array(cells).fill(CELL),
      right: new Uint8Array(cells),
      top: new Uint8Array(cells).fill(CELL),
      bottom: new Uint8Array(cells),
    };
  }

  /** @param area columns of the mask; default: all */
  add({ top, mask }: Differences, { left, width } = { left: 0, width: this.width }): void {
    const { counts, bounds } = this;
    for (let at = 0, y = top; at < mask.length; y++) {
      const rowOfCells = Math.floor(y / CELL) * this.columns;
      const inCellY = y % CELL;
      for (let x = left; x < left + width; x++, at++) {
        if (mask[at] === 0) continue;
        const cell = rowOfCells + (x >> 4);
        const inCellX = x & (CELL - 1);
        counts[cell] = (counts[cell] ?? 0) + 1;
        if (inCellX < (bounds.left[cell] ?? 0)) bounds.left[cell] = inCellX;
        if (inCellX > (bounds.right[cell] ?? 0)) bounds.right[cell] = inCellX;
        if (inCellY < (bounds.top[cell] ?? 0)) bounds.top[cell] = inCellY;
        if (inCellY > (bounds.bottom[cell] ?? 0)) bounds.bottom[cell] = inCellY;
      }
    }
  }

  /**
   * Groups the differing pixels into non-overlapping boxes, ordered from the top left. The grid is
   * made coarser until there are at most `most` boxes.
   */
  clusters(most: number): Cluster[] {
    for (let cells = this.cells(); ; cells = coarsen(cells)) {
      const groups = connectedClusters(cells);
      // Merging is quadratic, so far too many groups are coarsened first.
      const clusters = groups.length > most * 10 ? groups : mergeOverlapping(groups);
      if (clusters.length <= most) return clusters.sort(({ box: a }, { box: b }) => a.y - b.y || a.x - b.x);
    }
  }

  private cells(): Cell[] {
    const cells: Cell[] = [];
    const { left, right, top, bottom } = this.bounds;
    for (const [index, pixels] of this.counts.entries()) {
      if (pixels === 0) continue;
      const [column, row] = [index % this.columns, Math.floor(index / this.columns)];
      const [x, y] = [left[index] ?? 0, top[index] ?? 0];
      const box = {
        x: column * CELL + x,
        y: row * CELL + y,
        width: (right[index] ?? 0) - x + 1,
        height: (bottom[index] ?? 0) - y + 1,
      };
      cells.push({ column, row, box, pixels });
    }
    return cells;
  }
}

/** Exceeds the columns of any image, and keeps keys within the integers that maps hash fastest. */
const STRIDE = 0x10000;
const keyOf = (column: number, row: number) => row * STRIDE + column;
const merged = (a: Cluster, b: Cluster): Cluster => ({ box: boundingBox(a.box, b.box), pixels: a.pixels + b.pixels });

/** Groups cells that touch at a side or a corner. */
function connectedClusters(cells: readonly Cell[]): Cluster[] {
  const left = new Map(cells.map((cell) => [keyOf(cell.column, cell.row), cell]));
  const clusters: Cluster[] = [];
  for (const start of cells) {
    if (!left.delete(keyOf(start.column, start.row))) continue;
    let cluster: Cluster = { box: start.box, pixels: 0 };
    for (const open = [start]; ; ) {
      const cell = open.pop();
      if (!cell) break;
      cluster = merged(cluster, cell);
      for (const [dx, dy] of NEIGHBORS) {
        const key = keyOf(cell.column + dx, cell.row + dy);
        const neighbor = left.get(key);
        if (!neighbor) continue;
        left.delete(key);
        open.push(neighbor);
      }
    }
    clusters.push(cluster);
  }
  return clusters;
}

const NEIGHBORS = [-1, 0, 1].flatMap((dy) =>
  [-1, 0, 1].flatMap((dx): [number, number][] => (dx || dy ? [[dx, dy]] : [])),
);

/** Merges 2 × 2 cells into one. */
function coarsen(cells: readonly Cell[]): Cell[] {
  const result = new Map<number, Cell>();
  for (const cell of cells) {
    const [column, row] = [cell.column >> 1, cell.row >> 1];
    const key = keyOf(column, row);
    const known = result.get(key);
    result.set(key, { column, row, ...(known ? merged(known, cell) : { box: cell.box, pixels: cell.pixels }) });
  }
  return [...result.values()];
}

/**
 * Merges overlapping boxes until none overlap. Sorted by top: a box only overlaps those starting
 * above its bottom.
 */
function mergeOverlapping(clusters: readonly Cluster[]): Cluster[] {
  const sorted = [...clusters].sort(({ box: a }, { box: b }) => a.y - b.y || a.x - b.x);
  const result: Cluster[] = [];
  for (let next of sorted) {
    for (let index = result.length - 1; index >= 0; ) {
      const other = result[index];
      if (other && overlap(other.box, next.box)) {
        result.splice(index, 1);
        next = merged(other, next);
        index = result.length - 1;
      } else index--;
    }
    result.push(next);
  }
  return result;
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
