import { area, type Box, intersection } from '../../images/geometry.ts';
import type { RowSpan, Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Displacement } from './displacement.ts';
import { canvasRow, type RowSegment } from './row-alignment.ts';

/** Column of a page whose content moved otherwise than the content beside it. */
export interface MovedColumn {
  /** Position on the canvas, whole pixels. */
  inner: Box;
  /** The same with a margin for letters that protrude from the column. */
  box: Box;
  /** Elements in the column that both pages have. */
  elements: Displacement[];
}

/** Element with the rows that it occupies on the canvas, in either image. */
export interface PlacedDisplacement extends RowSpan {
  element: Displacement;
  /** Whether the alignment of the page accounts for its move. */
  isInPlace: boolean;
}

/** Moves that rounding explains, CSS pixels. */
const MAX_ROUNDING = 1.5;
/** Containers that are examined: bounds the time for crafted pages. */
const MAX_CONTAINERS = 400;
const MAX_COLUMNS = 20;
/** Edges of boxes within this distance are one edge, pixels. */
const SAME_EDGE = 1;
/** Width that letters may protrude from their column, CSS pixels. */
const OVERHANG = 2;

/** Places elements that lie in both images on the canvas. */
export function placeDisplacements(
  displacements: readonly Displacement[],
  segments: readonly RowSegment[],
  sizes: Record<Side, Size>,
  scale: number,
): PlacedDisplacement[] {
  const isVisible = ({ y, height }: Box, side: Side) => y >= 0 && y + height <= sizes[side].height + SAME_EDGE;
  return displacements
    .filter(({ baseline, comparison }) => isVisible(baseline, 'baseline') && isVisible(comparison, 'comparison'))
    .map((element) => {
      // Edges may be rounded into rows that moved otherwise.
      const centerIn = (side: Side) => canvasRow(segments, side, element[side].y + element[side].height / 2);
      const [before, after] = [centerIn('baseline'), centerIn('comparison')];
      const half = element.comparison.height / 2;
      return {
        element,
        top: Math.min(before, after) - half,
        bottom: Math.max(before, after) + half,
        isInPlace: Math.abs(after - before) <= MAX_ROUNDING * scale,
      };
    });
}

/**
 * Finds the columns with elements out of place. A column is the outermost element around them that
 * has no element in place beside them.
 */
export function findColumns(
  placed: readonly PlacedDisplacement[],
  segments: readonly RowSegment[],
  canvas: Size,
  scale: number,
): MovedColumn[] {
  const moved = placed.filter(({ isInPlace }) => !isInPlace);
  const inPlace = placed.filter(({ isInPlace }) => isInPlace);
  const verdicts = new Map<Displacement, ReturnType<typeof examine>>();
  const containers = new Set<Displacement>();
  for (const { element } of moved) {
    let chosen: Displacement | undefined;
    for (let container = element.parent; container; container = container.parent) {
      if (!verdicts.has(container) && verdicts.size >= MAX_CONTAINERS) break;
      const verdict = verdicts.get(container) ?? examine(container, moved, inPlace);
      verdicts.set(container, verdict);
      if (verdict === 'shared') break;
      if (verdict === 'column') chosen = container;
    }
    if (chosen) containers.add(chosen);
  }
  const columns: MovedColumn[] = [];
  for (const container of [...containers].sort((a, b) => area(b.comparison) - area(a.comparison))) {
    const inner = extentOf(container, moved, inPlace, segments, canvas, scale);
    if (columns.length >= MAX_COLUMNS || inner.width <= 0 || inner.height <= 0) continue;
    if (columns.some((column) => intersection(column.inner, inner))) continue;
    const rows = { top: inner.y, bottom: inner.y + inner.height };
    const inRows = placed.filter((other) => overlaps(other, rows));
    const elements = inRows.map(({ element }) => element).filter((element) => isWithin(element, inner));
    const beside = inRows.map(({ element }) => element).filter((element) => isBeside(element, inner));
    columns.push({ inner, box: withOverhang(inner, beside, canvas, scale), elements });
  }
  return columns;
}

const isWithin = ({ comparison: { x, width } }: Displacement, column: Pick<Box, 'x' | 'width'>): boolean =>
  x > column.x - SAME_EDGE && x + width < column.x + column.width + SAME_EDGE;

export const isBeside = ({ comparison: { x, width } }: Displacement, column: Pick<Box, 'x' | 'width'>): boolean =>
  x + width <= column.x + SAME_EDGE || x >= column.x + column.width - SAME_EDGE;

const overlaps = (a: RowSpan, b: RowSpan): boolean => a.top < b.bottom && b.top < a.bottom;

/** Rows of the canvas between the first and the last element out of place in a container. */
function movedSpan(container: Displacement, moved: readonly PlacedDisplacement[]): RowSpan {
  const { y, height } = container.comparison;
  const inside = moved.filter(
    ({ element }) =>
      isWithin(element, container.comparison) &&
      element.comparison.y > y - SAME_EDGE &&
      element.comparison.y < y + height + SAME_EDGE,
  );
  return { top: Math.min(...inside.map(({ top }) => top)), bottom: Math.max(...inside.map(({ bottom }) => bottom)) };
}

function examine(
  container: Displacement,
  moved: readonly PlacedDisplacement[],
  inPlace: readonly PlacedDisplacement[],
): 'column' | 'shared' | 'other' {
  const { baseline, comparison } = container;
  const span = movedSpan(container, moved);
  const others = inPlace.filter((other) => overlaps(other, span));
  if (others.some(({ element }) => !isBeside(element, comparison))) return 'shared';
  const isSameColumn =
    Math.abs(baseline.x - comparison.x) < SAME_EDGE && Math.abs(baseline.width - comparison.width) < SAME_EDGE;
  return others.length > 0 && isSameColumn ? 'column' : 'other';
}

/** Widens a column by at most the space to the elements beside it, not to those above and below. */
function withOverhang(inner: Box, beside: readonly Displacement[], { width }: Size, scale: number): Box {
  const end = inner.x + inner.width;
  let [left, right] = [Math.max(0, inner.x - OVERHANG * scale), Math.min(width, end + OVERHANG * scale)];
  for (const { comparison } of beside) {
    if (comparison.x < inner.x) left = Math.max(left, Math.min(inner.x, comparison.x + comparison.width));
    else right = Math.min(right, Math.max(end, comparison.x));
  }
  const x = Math.ceil(left);
  return { ...inner, x, width: Math.floor(right) - x };
}

/** Extent of a container in both images, up to wider elements in place above and below. */
function extentOf(
  container: Displacement,
  moved: readonly PlacedDisplacement[],
  inPlace: readonly PlacedDisplacement[],
  segments: readonly RowSegment[],
  canvas: Size,
  scale: number,
): Box {
  // Chromium paints boxes at whole CSS pixels.
  const painted = (y: number) => Math.round(Math.round(y / scale) * scale);
  const span = movedSpan(container, moved);
  const rows = (['baseline', 'comparison'] as const).map((side) => ({
    top: canvasRow(segments, side, painted(container[side].y)),
    bottom: canvasRow(segments, side, painted(container[side].y + container[side].height) - 1) + 1,
  }));
  let top = Math.max(0, Math.min(painted(span.top), ...rows.map((row) => row.top)));
  let bottom = Math.min(canvas.height, Math.max(painted(span.bottom), ...rows.map((row) => row.bottom)));
  for (const { element, ...other } of inPlace) {
    if (isBeside(element, container.comparison) || isWithin(element, container.comparison)) continue;
    if (other.bottom <= span.top + SAME_EDGE) top = Math.max(top, painted(other.bottom));
    else if (other.top >= span.bottom - SAME_EDGE) bottom = Math.min(bottom, painted(other.top));
  }
  const x = Math.max(0, Math.round(container.comparison.x));
  const right = Math.min(canvas.width, Math.round(container.comparison.x + container.comparison.width));
  return { x, y: top, width: right - x, height: bottom - top };
}
