import { area, type Box, coveredArea } from '../../images/geometry.ts';
import { type Canvas, type ImagePair, layOnCanvas } from './canvas.ts';
import { matchPixels } from './match-pixels.ts';
import { RegionGrid } from './region-grid.ts';
import { onCanvas, rowIn, type Stretch } from './stretches.ts';

/** Beyond this, differing pixels are put into larger boxes. */
const MOST_REGIONS = 100;

export type RegionKind = 'changed' | 'inserted' | 'removed';

/** Something that differs, in pixels of the canvas. */
export interface Region extends Box {
  /** `inserted`: only the comparison has these pixels; `removed`: only the baseline has them. */
  kind: RegionKind;
  /** How many pixels of the box differ. */
  pixels: number;
  /** The uppermost row of the box in the baseline; null where it has none. */
  baselineY: number | null;
  /** The same in the comparison. */
  comparisonY: number | null;
}

/** Whole rows that one of the images has alone, though more follows: what lies below is compared with itself. */
export interface Shift {
  kind: 'inserted' | 'removed';
  /** First row on the canvas. */
  y: number;
  rows: number;
}

export interface ImageComparison {
  width: number;
  height: number;
  diffPixels: number;
  regions: Region[];
  shifts: Shift[];
  stretches: Stretch[];
}

/** Compares two images pixel by pixel. @throws UnreadableImage */
export async function compareImages(pair: ImagePair & { threshold: number }): Promise<ImageComparison> {
  const canvas = await layOnCanvas(pair);
  const grid = new RegionGrid(canvas.sharedWidth, canvas.height);
  for (const stretch of canvas.stretches.filter(({ kind }) => kind === 'both')) {
    await matchPixels(
      canvas.layers,
      stretch,
      { ...canvas, width: canvas.sharedWidth, threshold: pair.threshold },
      (found) => grid.add(found),
    );
  }
  const changed = grid.clusters(MOST_REGIONS).map(({ box, pixels }) => placed(canvas, 'changed', box, pixels));
  const regions = [...changed, ...ofOneImage(canvas)].sort((a, b) => a.y - b.y || a.x - b.x);
  return {
    width: canvas.width,
    height: canvas.height,
    diffPixels: regions.reduce((sum, { pixels }) => sum + pixels, 0),
    regions,
    shifts: shiftsOf(canvas.stretches),
    stretches: canvas.stretches,
  };
}

/** What only one image has: its rows without partner, and the columns on the right by which it is wider. */
function ofOneImage(canvas: Canvas): Region[] {
  const { baseline, comparison } = canvas.sizes;
  const wider = baseline.width > comparison.width ? 'removed' : 'inserted';
  const margin = { x: canvas.sharedWidth, width: canvas.width - canvas.sharedWidth };
  const ignored = ignoredOnCanvas(canvas);
  return canvas.stretches.flatMap(({ kind, top, rows }) => {
    const width = kind === 'removed' ? baseline.width : comparison.width;
    const box = { y: top, height: rows, ...(kind === 'both' ? margin : { x: 0, width }) };
    const pixels = area(box) - coveredArea(box, ignored);
    return pixels > 0 ? [placed(canvas, kind === 'both' ? wider : kind, box, pixels)] : [];
  });
}

const ignoredOnCanvas = ({ layers, stretches }: Canvas): Box[] =>
  (['baseline', 'comparison'] as const).flatMap((side) =>
    layers[side].ignored.flatMap((box) => onCanvas(stretches, side, box)),
  );

function placed({ stretches }: Canvas, kind: RegionKind, box: Box, pixels: number): Region {
  return {
    kind,
    ...box,
    pixels,
    baselineY: kind === 'inserted' ? null : rowIn(stretches, 'baseline', box.y),
    comparisonY: kind === 'removed' ? null : rowIn(stretches, 'comparison', box.y),
  };
}

/** Rows at the very end have moved nothing. */
function shiftsOf(stretches: readonly Stretch[]): Shift[] {
  const lastShared = stretches.findLastIndex(({ kind }) => kind === 'both');
  return stretches
    .slice(0, Math.max(0, lastShared))
    .flatMap(({ kind, top, rows }) => (kind === 'both' ? [] : [{ kind, y: top, rows }]));
}
