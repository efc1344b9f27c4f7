import { type Box, contains, subtract } from '../../images/geometry.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Column } from './align-columns.ts';
import type { Canvas } from './canvas.ts';
import type { Differences } from './layer.ts';
import { matchPixels } from './match-pixels.ts';
import { type RowSegment, toCanvasBoxes } from './row-alignment.ts';

/** Alignment of the page and of its columns. */
export interface Alignment {
  segments: readonly RowSegment[];
  columns: readonly Column[];
}

/** Visits the differing pixels of the whole canvas, columns first. */
export async function matchCanvas(
  canvas: Canvas,
  threshold: number,
  visit: (differences: Differences, area: { left: number; width: number }) => void,
): Promise<void> {
  // Comparing the page paints over the columns.
  for (const { box, layers, segments } of canvas.columns) {
    const seams = canvas.seams.map((seam) => ({ ...seam, left: seam.left - box.x, right: seam.right - box.x }));
    const markers = canvas.markers.map((place) => ({ ...place, x: place.x - box.x }));
    const mayDiffer = { top: 0, bottom: Number.POSITIVE_INFINITY };
    const options = { width: box.width, threshold, mayDiffer, seams, markers };
    for (const segment of segments)
      if (segment.kind === 'both')
        await matchPixels(layers, segment, options, (found) => visit(found, { left: box.x, width: box.width }));
  }
  const excluded = canvas.columns.map(({ box }) => box);
  const { sharedWidth: width, mayDiffer, seams, markers } = canvas;
  const options = { width, threshold, mayDiffer, excluded, seams, markers };
  for (const segment of canvas.segments)
    if (segment.kind === 'both')
      await matchPixels(canvas.layers, segment, options, (found) =>
        visit(found, { left: 0, width: canvas.sharedWidth }),
      );
}

/** Returns the parts of a box outside of all columns. */
export const outsideColumns = ({ columns }: Alignment, box: Box): Box[] =>
  columns.reduce((parts, column) => parts.flatMap((part) => subtract(part, column.inner)), [box]);

/** Maps a box of one image to the canvas, in the columns and beside them. */
export function boxesOnCanvas(alignment: Alignment, side: Side, box: Box): Box[] {
  const onPage = toCanvasBoxes(alignment.segments, side, box).flatMap((part) => outsideColumns(alignment, part));
  return [...onPage, ...alignment.columns.flatMap((column) => boxesInColumn(column, side, box))];
}

function boxesInColumn({ inner: { x, width }, segments }: Column, side: Side, box: Box): Box[] {
  const [left, right] = [Math.max(x, box.x), Math.min(x + width, box.x + box.width)];
  return left < right ? toCanvasBoxes(segments, side, { ...box, x: left, width: right - left }) : [];
}

/** Alignment at a box of the canvas. */
export const segmentsAt = ({ columns, segments }: Alignment, box: Box): readonly RowSegment[] =>
  columns.find((column) => contains(column.box, box))?.segments ?? segments;

/** Alignment at a box of one image, such as that of an element. */
export function segmentsOf({ columns, segments }: Alignment, side: Side, box: Box): readonly RowSegment[] {
  const center = { x: box.x + box.width / 2, y: Math.floor(box.y + box.height / 2), width: 1, height: 1 };
  const column = columns.find(
    (found) =>
      box.x > found.box.x - 1 &&
      box.x + box.width < found.box.x + found.box.width + 1 &&
      toCanvasBoxes(found.segments, side, center).length > 0,
  );
  return column?.segments ?? segments;
}
