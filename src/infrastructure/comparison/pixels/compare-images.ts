import { area, type Box, coveredArea } from '../../images/geometry.ts';
import { buildCanvas, type Canvas, type ImagePair } from './canvas.ts';
import { type Alignment, boxesOnCanvas, matchCanvas, outsideColumns, segmentsAt } from './match-canvas.ts';
import { RegionGrid } from './region-grid.ts';
import { imageRow, type RowSegment } from './row-alignment.ts';

/** Maximum regions; beyond it, differing pixels are grouped into larger boxes. */
const MAX_REGIONS = 100;

export type RegionKind = 'changed' | 'inserted' | 'removed';

/** Differing box, in canvas pixels. */
export interface Region extends Box {
  /** `inserted`: only the comparison has these pixels; `removed`: only the baseline has them. */
  kind: RegionKind;
  /** Number of differing pixels in the box. */
  pixels: number;
  /** Top row of the box in the baseline; null if it is not there. */
  baselineY: number | null;
  /** Top row of the box in the comparison; null if it is not there. */
  comparisonY: number | null;
}

/** Rows that only one image has, with shared rows below, which are compared after the shift. */
export interface Shift {
  kind: 'inserted' | 'removed';
  /** First row on the canvas. */
  y: number;
  rows: number;
}

export interface ImageComparison extends Alignment {
  width: number;
  height: number;
  diffPixels: number;
  regions: Region[];
  shifts: Shift[];
}

/**
 * Compares two images pixel by pixel.
 * @throws UnreadableImageError
 */
export async function compareImages(pair: ImagePair & { threshold: number }): Promise<ImageComparison> {
  const canvas = await buildCanvas(pair);
  const grid = new RegionGrid(canvas.sharedWidth, canvas.height);
  await matchCanvas(canvas, pair.threshold, (found, columns) => grid.add(found, columns));
  const changed = grid.clusters(MAX_REGIONS).map(({ box, pixels }) => toRegion(canvas, 'changed', box, pixels));
  const regions = [...changed, ...unmatchedRegions(canvas)].sort((a, b) => a.y - b.y || a.x - b.x);
  return {
    width: canvas.width,
    height: canvas.height,
    diffPixels: regions.reduce((sum, { pixels }) => sum + pixels, 0),
    regions,
    shifts: shiftsOf(canvas.segments),
    segments: canvas.segments,
    columns: canvas.columns,
  };
}

/** Returns the areas of only one image: unmatched rows, and the extra width of the wider one. */
function unmatchedRegions(canvas: Canvas): Region[] {
  const { baseline, comparison } = canvas.sizes;
  const wider = baseline.width > comparison.width ? 'removed' : 'inserted';
  const margin = { x: canvas.sharedWidth, width: canvas.width - canvas.sharedWidth };
  const ignored = ignoredOnCanvas(canvas);
  const found = (kind: RegionKind, box: Box) => {
    const pixels = area(box) - coveredArea(box, ignored);
    return pixels > 0 ? [toRegion(canvas, kind, box, pixels)] : [];
  };
  const onPage = canvas.segments.flatMap(({ kind, top, rows, isBlank }) => {
    if (kind === 'revealed' || isBlank) return [];
    const width = kind === 'removed' ? baseline.width : comparison.width;
    const box = { y: top, height: rows, ...(kind === 'both' ? margin : { x: 0, width }) };
    return outsideColumns(canvas, box).flatMap((part) => found(kind === 'both' ? wider : kind, part));
  });
  const inColumns = canvas.columns.flatMap(({ inner, segments }) =>
    segments.flatMap(({ kind, top, rows }) =>
      kind === 'both' || kind === 'revealed' ? [] : found(kind, { ...inner, y: top, height: rows }),
    ),
  );
  return [...onPage, ...inColumns];
}

const ignoredOnCanvas = (canvas: Canvas): Box[] =>
  (['baseline', 'comparison'] as const).flatMap((side) =>
    canvas.layers[side].ignored.flatMap((box) => boxesOnCanvas(canvas, side, box)),
  );

function toRegion(canvas: Canvas, kind: RegionKind, box: Box, pixels: number): Region {
  const segments = segmentsAt(canvas, box);
  return {
    kind,
    ...box,
    pixels,
    baselineY: kind === 'inserted' ? null : imageRow(segments, 'baseline', box.y),
    comparisonY: kind === 'removed' ? null : imageRow(segments, 'comparison', box.y),
  };
}

/** Unmatched rows at the very end shift nothing. */
function shiftsOf(segments: readonly RowSegment[]): Shift[] {
  const lastShared = segments.findLastIndex(({ kind }) => kind === 'both');
  return segments
    .slice(0, Math.max(0, lastShared))
    .flatMap(({ kind, top, rows, isBlank }) =>
      kind === 'both' || kind === 'revealed' || isBlank ? [] : [{ kind, y: top, rows }],
    );
}
