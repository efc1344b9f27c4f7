import { area, type Box, subtract } from '../../images/geometry.ts';
import type { RowSpan, Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Displacement } from './displacement.ts';
import {
  findColumns,
  isBeside,
  type MovedColumn,
  type PlacedDisplacement,
  placeDisplacements,
} from './find-columns.ts';
import { type MovedRows, movedRows } from './guided-alignment.ts';
import type { ImageRows } from './image-rows.ts';
import type { Layer } from './layer.ts';
import { guidedSegments, imageSpan, type RowSegment } from './row-alignment.ts';
import { hashRows } from './row-hashes.ts';

/** Part of the canvas whose rows are aligned on their own. */
export interface Column {
  /** Position on the canvas. */
  inner: Box;
  /** The same with a margin for letters that protrude from the column. */
  box: Box;
  /** Alignment of its rows, which replaces that of the page. */
  segments: RowSegment[];
  layers: Record<Side, Layer>;
}

/** Images with the alignment of their rows. */
export interface AlignedImages {
  images: Record<Side, ImageRows>;
  ignored: Record<Side, readonly Box[]>;
  sizes: Record<Side, Size>;
  segments: readonly RowSegment[];
  /** Columns that both images have. */
  sharedWidth: number;
  scale: number;
}

/**
 * Aligns columns that moved otherwise than the rest of the page.
 * @returns the columns, and the segments of the page, with background beside the columns marked
 */
export async function alignColumns(
  displacements: readonly Displacement[],
  aligned: AlignedImages,
): Promise<{ columns: Column[]; segments: RowSegment[] }> {
  const { segments, sizes, sharedWidth, scale } = aligned;
  const height = segments.reduce((sum, { rows }) => sum + rows, 0);
  const placed = placeDisplacements(displacements, segments, sizes, scale);
  const columns: Column[] = [];
  for (const found of findColumns(placed, segments, { width: sharedWidth, height }, scale)) {
    const column = await alignColumn(found, aligned);
    if (column) columns.push(column);
  }
  return { columns, segments: columns.length > 0 ? await markBlank(columns, placed, aligned) : [...segments] };
}

/** Returns nothing if the aligned rows do not fit into the rows of the column on the canvas. */
async function alignColumn({ inner, box, elements }: MovedColumn, aligned: AlignedImages): Promise<Column | undefined> {
  const { segments, sizes, scale } = aligned;
  const span = { top: box.y, bottom: box.y + box.height };
  const rows = { baseline: imageSpan(segments, 'baseline', span), comparison: imageSpan(segments, 'comparison', span) };
  const layerOf = (side: Side): Layer => ({
    image: aligned.images[side].column(box.x, box.width),
    ignored: aligned.ignored[side].map((ignored) => ({ ...ignored, x: ignored.x - box.x })),
  });
  const layers = { baseline: layerOf('baseline'), comparison: layerOf('comparison') };
  const hashesOf = async (side: Side) =>
    hashRows(await layers[side].image.rows(rows[side].top, rows[side].bottom), box.width);
  const [a, b] = [await hashesOf('baseline'), await hashesOf('comparison')];
  const wide = {
    baseline: { ...sizes.baseline, width: box.width },
    comparison: { ...sizes.comparison, width: box.width },
  };
  const moved = movedRows(elements, wide, scale).flatMap((block) => rowsWithin(block, rows));
  const last = moved.at(-1);
  if (!last) return undefined;
  const isEqual = (row: number, other: number) => a[row] === b[other];
  const size = (hashes: Float64Array) => ({ width: box.width, height: hashes.length });
  const rounding = Math.ceil(scale);
  const fittedTo = (blocks: readonly MovedRows[]) =>
    fitted(
      withoutBlankTail(guidedSegments(blocks, isEqual, size(a), size(b), scale), last, a, b, rounding),
      b,
      box.height,
    );
  // A changed line below the last paired one moves with it, but its rows equal none that tell so.
  const toEnd = Math.max(last.rows, Math.min(a.length - last.a, b.length - last.b) - rounding);
  const fitting = fittedTo(moved) ?? fittedTo([...moved.slice(0, -1), { ...last, rows: toEnd }]);
  return fitting && { inner, box, layers, segments: fitting.map((segment) => shifted(segment, box.y, rows)) };
}

/** Cuts moved rows to spans of the images, and counts from their tops. */
function rowsWithin({ a, b, rows, ...move }: MovedRows, { baseline, comparison }: Record<Side, RowSpan>): MovedRows[] {
  const above = Math.max(0, baseline.top - a, comparison.top - b);
  const below = Math.max(0, a + rows - baseline.bottom, b + rows - comparison.bottom);
  const left = rows - above - below;
  return left > 0 ? [{ a: a + above - baseline.top, b: b + above - comparison.top, rows: left, ...move }] : [];
}

const shifted = (segment: RowSegment, top: number, rows: Record<Side, RowSpan>): RowSegment => ({
  ...segment,
  top: segment.top + top,
  baselineTop: segment.baselineTop + rows.baseline.top,
  comparisonTop: segment.comparisonTop + rows.comparison.top,
});

/** Whether all rows are equal, except a few that rounding explains. */
function isUniform(hashes: Float64Array, rounding: number): boolean {
  const common = hashes[hashes.length >> 1];
  return hashes.reduce((sum, hash) => sum + Number(hash !== common), 0) <= Math.min(rounding, hashes.length / 4);
}

/**
 * Drops background below the last moved rows: a column that grew has less of it, one that shrank
 * has more.
 */
function withoutBlankTail(
  segments: readonly RowSegment[],
  last: MovedRows,
  a: Float64Array,
  b: Float64Array,
  rounding: number,
): RowSegment[] {
  const isTail = ({ baselineTop, comparisonTop }: RowSegment) =>
    baselineTop >= last.a + last.rows && comparisonTop >= last.b + last.rows;
  return segments.flatMap((segment): RowSegment[] => {
    const { kind, baselineTop, comparisonTop, rows } = segment;
    if (kind === 'both' || !isTail(segment)) return [segment];
    const hashes =
      kind === 'removed'
        ? a.subarray(baselineTop, baselineTop + rows)
        : b.subarray(comparisonTop, comparisonTop + rows);
    if (!isUniform(hashes, rounding)) return [segment];
    return kind === 'removed' ? [] : [{ ...segment, kind: 'revealed' }];
  });
}

/** Stacks segments from the top, without background at the end that has no room; or nothing. */
function fitted(segments: readonly RowSegment[], b: Float64Array, height: number): RowSegment[] | undefined {
  let excess = segments.reduce((sum, { rows }) => sum + rows, 0) - height;
  const kept: RowSegment[] = [];
  for (const segment of [...segments].reverse()) {
    const cut =
      segment.kind === 'both' || segment.kind === 'revealed' ? Math.min(Math.max(0, excess), segment.rows) : 0;
    if (excess > 0 && cut === 0) return undefined;
    const end = segment.comparisonTop + segment.rows;
    if (cut > 0 && segment.kind === 'both' && !isUniform(b.subarray(end - cut, end), 0)) return undefined;
    excess -= cut;
    if (segment.rows > cut) kept.unshift({ ...segment, rows: segment.rows - cut });
  }
  let top = 0;
  return kept.map((segment) => {
    top += segment.rows;
    return { ...segment, top: top - segment.rows };
  });
}

/** Marks rows of one image that a column added to the page, and that are background beside it. */
async function markBlank(
  columns: readonly Column[],
  placed: readonly PlacedDisplacement[],
  { images, segments, sharedWidth }: AlignedImages,
): Promise<RowSegment[]> {
  const isBlank = async ({ kind, top, rows, baselineTop, comparisonTop }: RowSegment) => {
    const beside = columns.filter(({ box }) => box.y <= top && box.y + box.height >= top + rows);
    if (beside.length === 0) return false;
    const bottom = Math.max(...beside.map(({ box }) => box.y + box.height));
    const hasMoved = placed.some(
      (other) =>
        other.bottom > top + rows && other.top < bottom && beside.every(({ box }) => isBeside(other.element, box)),
    );
    if (hasMoved) return false;
    const parts = beside
      .reduce(
        (left, { box }) => left.flatMap((part) => subtract(part, box)),
        [{ x: 0, y: top, width: sharedWidth, height: rows }],
      )
      .filter((part) => area(part) > 0);
    const [image, from] = kind === 'removed' ? [images.baseline, baselineTop] : [images.comparison, comparisonTop];
    const uniform = parts.map(async ({ x, width }) =>
      isUniform(hashRows(await image.column(x, width).rows(from, from + rows), width), 0),
    );
    return (await Promise.all(uniform)).every(Boolean);
  };
  return Promise.all(
    segments.map(async (segment) =>
      (segment.kind === 'inserted' || segment.kind === 'removed') && (await isBlank(segment))
        ? { ...segment, isBlank: true }
        : segment,
    ),
  );
}
