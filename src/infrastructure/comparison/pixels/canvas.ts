import type { Box } from '../../images/geometry.ts';
import { differingRows, type RowSpan, type Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import { alignColumns, type Column } from './align-columns.ts';
import type { Displacement } from './displacement.ts';
import { findColumns, placeDisplacements } from './find-columns.ts';
import { type MovedRows, movedRows } from './guided-alignment.ts';
import { ImageRows, readSize, type SharedImage } from './image-rows.ts';
import type { Layer } from './layer.ts';
import { markerPlaces } from './list-markers.ts';
import { ANTI_ALIASING_RADIUS } from './match-pixels.ts';
import { matchRows, type Run } from './match-rows.ts';
import {
  alignedSegments,
  guidedSegments,
  type RowSegment,
  unalignedSegments,
  withinViewport,
} from './row-alignment.ts';
import { hashRows } from './row-hashes.ts';
import { findSeams, type Seam } from './seams.ts';

/** One of the two compared images. */
export interface ImageInput {
  /** PNG, or any other format that sharp reads. */
  bytes: Uint8Array;
  /** The same image, if it has other readers. */
  shared?: SharedImage | undefined;
  /** Result of `hashTiles`; without it all rows are decoded. */
  tileHashes?: Uint8Array;
  /** Ignored boxes, in pixels of this image. */
  ignored: readonly Box[];
  /** Height of the whole page in pixels of this image: a viewport capture shows less. */
  pageHeight?: number;
  /** Bottom of the lowest element in pixels of this image: the viewport may be higher. */
  contentHeight?: number;
}

export interface ImagePair {
  baseline: ImageInput;
  comparison: ImageInput;
  /** Whether rows may match at another height. */
  alignRows: boolean;
  /** Elements that both pages have, in pixels of their images. Only used with `alignRows`. */
  displacements?: readonly Displacement[];
  /** Image pixels per CSS pixel. Default: 1. */
  scale?: number;
}

/** Both images on one canvas, left-aligned, with rows arranged by the segments and the columns. */
export interface Canvas extends Size {
  sizes: Record<Side, Size>;
  segments: RowSegment[];
  columns: Column[];
  /** Columns that both images have. */
  sharedWidth: number;
  /** Span that holds all rows that may differ from the row with the same index. */
  mayDiffer: RowSpan;
  layers: Record<Side, Layer>;
  seams: Seam[];
  /** Result of `markerPlaces`. */
  markers: Box[];
}

/** @throws UnreadableImageError */
export async function buildCanvas(pair: ImagePair): Promise<Canvas> {
  const { baseline, comparison, displacements = [], scale = 1 } = pair;
  const sizes = {
    baseline: await readSize(baseline.bytes, 'baseline'),
    comparison: await readSize(comparison.bytes, 'comparison'),
  };
  const sharedWidth = Math.min(sizes.baseline.width, sizes.comparison.width);
  const moved = pair.alignRows ? movedRows(displacementsOfPage(displacements, sizes, scale), sizes, scale) : [];
  const findsColumns = moved.length > 0 && hasMoves(displacements);
  const isGuided =
    findsColumns ||
    moved.some(({ a, b }) => a !== b) ||
    (moved.length > 0 && sizes.baseline.height !== sizes.comparison.height);
  const mayDiffer = isGuided ? { top: 0, bottom: Number.POSITIVE_INFINITY } : spanOf(pair, sizes);
  const images = {
    baseline: imageOf('baseline', baseline, sizes, sharedWidth, mayDiffer),
    comparison: imageOf('comparison', comparison, sizes, sharedWidth, mayDiffer),
  };
  const ofPage =
    pair.alignRows && mayDiffer.top < mayDiffer.bottom
      ? withinViewport(await align(pair, isGuided ? moved : [], images, sizes, sharedWidth, mayDiffer), {
          baseline: continuesBelow(baseline, sizes.baseline),
          comparison: continuesBelow(comparison, sizes.comparison),
        })
      : unalignedSegments(sizes.baseline, sizes.comparison);
  const ignored = { baseline: baseline.ignored, comparison: comparison.ignored };
  const aligned = { images, ignored, sizes, segments: ofPage, sharedWidth, scale };
  const { columns, segments } = findsColumns
    ? await alignColumns(displacements, aligned)
    : { columns: [], segments: ofPage };
  return {
    width: Math.max(sizes.baseline.width, sizes.comparison.width),
    height: segments.reduce((sum, { rows }) => sum + rows, 0),
    sizes,
    segments,
    columns,
    sharedWidth,
    mayDiffer,
    layers: {
      baseline: { image: images.baseline, ignored: ignored.baseline },
      comparison: { image: images.comparison, ignored: ignored.comparison },
    },
    seams: findSeams(displacements, scale),
    markers: markerPlaces(displacements, scale),
  };
}

/**
 * Leaves out elements that moved in a column beside others that did not. The page is not aligned
 * yet, so these are the columns with rows in place; `alignColumns` finds all of them afterwards.
 */
function displacementsOfPage(
  displacements: readonly Displacement[],
  sizes: Record<Side, Size>,
  scale: number,
): readonly Displacement[] {
  if (!hasMoves(displacements)) return displacements;
  const segments = unalignedSegments(sizes.baseline, sizes.comparison);
  const placed = placeDisplacements(displacements, segments, sizes, scale);
  const canvas = {
    width: Math.min(sizes.baseline.width, sizes.comparison.width),
    height: Math.max(sizes.baseline.height, sizes.comparison.height),
  };
  const columns = findColumns(placed, segments, canvas, scale);
  const inColumns = new Set(columns.flatMap(({ elements }) => elements));
  const moved = placed.filter(({ element, isInPlace }) => !isInPlace && inColumns.has(element));
  const excluded = new Set(moved.map(({ element }) => element));
  return displacements.filter((element) => !excluded.has(element));
}

const hasMoves = (displacements: readonly Displacement[]): boolean =>
  displacements.some(({ baseline, comparison }) => Math.abs(comparison.y - baseline.y) >= 1);

const continuesBelow = ({ pageHeight = 0 }: ImageInput, { height }: Size): boolean => pageHeight > height + 1;

/** Spans the first to the last differing tile; to the end if the sizes differ. */
function spanOf({ baseline, comparison }: ImagePair, sizes: Record<Side, Size>): RowSpan {
  const end = Math.max(sizes.baseline.height, sizes.comparison.height);
  if (!baseline.tileHashes || !comparison.tileHashes) return { top: 0, bottom: end };
  const spans = differingRows(baseline.tileHashes, comparison.tileHashes);
  if (!spans) return { top: 0, bottom: end };
  const top = spans[0]?.top ?? end;
  return { top, bottom: sizes.baseline.height === sizes.comparison.height ? (spans.at(-1)?.bottom ?? end) : end };
}

/** Decodes only the rows needed to compare the span that may differ. */
function imageOf(
  side: Side,
  { bytes, shared, ignored }: ImageInput,
  sizes: Record<Side, Size>,
  width: number,
  mayDiffer: RowSpan,
): ImageRows {
  const top = Math.max(0, mayDiffer.top - ANTI_ALIASING_RADIUS);
  const bottom = Math.min(sizes[side].height, mayDiffer.bottom + ANTI_ALIASING_RADIUS);
  return new ImageRows(shared ?? bytes, side, sizes[side], ignored, { width, top, bottom });
}

async function align(
  { baseline, comparison, scale = 1 }: ImagePair,
  moved: readonly MovedRows[],
  images: Record<Side, ImageRows>,
  sizes: Record<Side, Size>,
  width: number,
  { top, bottom }: RowSpan,
): Promise<RowSegment[]> {
  const [a, b] = await Promise.all(
    (['baseline', 'comparison'] as const).map((side) =>
      hashesOf(images[side], width, top, Math.min(bottom, sizes[side].height)),
    ),
  );
  if (!a || !b) return unalignedSegments(sizes.baseline, sizes.comparison);
  if (moved.length > 0) {
    const isEqual = (row: number, other: number) => a[row] === b[other];
    const segments = guidedSegments(moved, isEqual, sizes.baseline, sizes.comparison, scale);
    return withoutBlankEnd(segments, { rows: a, ...baseline }, { rows: b, ...comparison }, scale);
  }
  const below = sizes.baseline.height - top - a.length;
  const runs: Run[] = [
    { a: 0, b: 0, rows: top },
    ...matchRows(a, b).map((run) => ({ a: run.a + top, b: run.b + top, rows: run.rows })),
    { a: top + a.length, b: top + b.length, rows: below },
  ].filter(({ rows }) => rows > 0);
  const equalInPlace = top + below + a.reduce((sum, hash, row) => sum + (hash === b[row] ? 1 : 0), 0);
  return alignedSegments(runs, equalInPlace, sizes.baseline, sizes.comparison);
}

type HashedRows = Pick<ImageInput, 'contentHeight'> & { rows: Float64Array };

/** Leaves out empty rows at the end of images of pages shorter than the viewport. */
function withoutBlankEnd(
  segments: RowSegment[],
  baseline: HashedRows,
  comparison: HashedRows,
  rounding: number,
): RowSegment[] {
  const last = segments.at(-1);
  if (!last || last.kind === 'both') return segments;
  const { rows, contentHeight = Number.POSITIVE_INFINITY } = last.kind === 'removed' ? baseline : comparison;
  const blank = rows.at(-1);
  let first = rows.length - last.rows;
  // An edge at a fraction of a pixel paints its last row again in one of the images.
  for (let extra = 0; extra < rounding && rows[first] === rows[first - 1]; extra++) first++;
  if (rows.subarray(first).some((hash) => hash !== blank)) return segments;
  const isBelowContent = rows.length - last.rows > contentHeight - rounding;
  const endsAlike = baseline.rows.length === comparison.rows.length && baseline.rows.at(-1) === comparison.rows.at(-1);
  return isBelowContent || endsAlike ? withinViewport(segments, { baseline: true, comparison: true }) : segments;
}

const HASHED_AT_ONCE = 1024;

async function hashesOf(image: ImageRows, width: number, top: number, bottom: number): Promise<Float64Array> {
  const hashes = new Float64Array(Math.max(0, bottom - top));
  for (let row = top; row < bottom; row += HASHED_AT_ONCE)
    hashes.set(hashRows(await image.rows(row, Math.min(row + HASHED_AT_ONCE, bottom)), width), row - top);
  return hashes;
}
