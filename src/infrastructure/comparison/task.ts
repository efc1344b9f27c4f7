import { boxInImage, type PageRecord, unpackRecord } from '../capture/page-record.ts';
import { type Box, intersection, scaledBox, toWholePixels } from '../images/geometry.ts';
import type { Size } from '../images/tile-hashes.ts';
import { displacementsOf } from './elements/displacements.ts';
import type { ElementRecord } from './elements/element-record.ts';
import { type NamedRegion, nameRegions } from './elements/name-regions.ts';
import { pageOverlap } from './elements/page-overlap.ts';
import { readSelector } from './elements/select-elements.ts';
import { type SilentPages, withSilentRegions } from './elements/silent-regions.ts';
import type { ImageInput, ImagePair } from './pixels/canvas.ts';
import { compareElements, type ElementBoxes, type ElementDifference } from './pixels/compare-elements.ts';
import { compareImages, type ImageComparison, type Region } from './pixels/compare-images.ts';
import { readSize, SharedImage } from './pixels/image-rows.ts';
import { renderDiff } from './pixels/render-diff.ts';
import { unalignedSegments } from './pixels/row-alignment.ts';
import type { Side } from './unreadable-image-error.ts';

/** Stored snapshot. */
export interface StoredSnapshot {
  image: Uint8Array;
  tileHashes: Uint8Array | undefined;
  /** Result of `packRecord`. */
  record: Uint8Array | undefined;
}

/**
 * Version of the algorithm, part of what identifies a stored comparison. Version 1 aligned equal
 * rows only, and counted rows below the fold as removed. Version 2 was never released. Version 3
 * listed no changes that pixels do not show.
 */
export const ALGORITHM_VERSION = 4;

export interface ComparisonOptions {
  /** Version to use: a diff image needs that of its comparison. Default: the current one. */
  version?: number;
  /** 0 to 1. */
  threshold: number;
  alignRows: boolean;
  /** Ignored areas: selectors as `readSelector` parses them, or boxes in image pixels. */
  ignore: (string | Box)[];
}

/** Structured-cloneable: passed to a worker thread. */
export type Task = PageTask | ElementsTask | RecordsTask;

type PageTask = Record<Side, StoredSnapshot> & { options: ComparisonOptions } & (
    | { kind: 'compare'; elements?: ComparedElements | undefined }
    | { kind: 'draw'; regions: readonly Region[] }
  );

/** Compares the page records of two images with equal pixels. */
interface RecordsTask extends Record<Side, Pick<StoredSnapshot, 'record'>> {
  kind: 'records';
  /** Size of both images. */
  size: Size;
  ignore: ComparisonOptions['ignore'];
}

/** Compares single elements of two images with the same scale. */
interface ElementsTask extends Record<Side, { image: Uint8Array }>, ComparedElements {
  kind: 'elements';
}

/** Elements to compare. */
export interface ComparedElements {
  pairs: readonly ElementBoxes[];
  /** Image pixels per CSS pixel. */
  scale: number;
  /** 0 to 1. */
  threshold: number;
}

/** Elements of two pictures and facts of their pages, found beside the comparison of the pages. */
export interface PairFacts {
  /** One per pair; null where one of the images does not show the element. */
  elements: (ElementDifference | null)[];
  /** Null without both page records. */
  pages: PageFacts | null;
}

/** Facts of the records of two pages. */
export interface PageFacts {
  /** Result of `pageOverlap`. */
  overlap: number;
  /** Whether each page was still when it was captured. */
  isStill: Record<Side, boolean>;
}

export type ComparisonResult = Omit<ImageComparison, 'segments' | 'columns' | 'regions'> & { regions: NamedRegion[] };

/** Result by task kind. */
export interface TaskResults {
  /** With the facts if the task has elements. */
  compare: ComparisonResult & { facts?: PairFacts };
  /** PNG. */
  draw: Uint8Array;
  /** One per pair; null where one of the images does not show the element. */
  elements: (ElementDifference | null)[];
  records: ComparisonResult;
}

/** @throws UnreadableImageError */
export async function runTask(task: Task): Promise<TaskResults[Task['kind']]> {
  if (task.kind === 'elements') {
    const { baseline, comparison, pairs } = task;
    return compareElements({ baseline: baseline.image, comparison: comparison.image }, pairs, task);
  }
  if (task.kind === 'records') return compareRecords(task);
  const { pages, records } = await readRecords(task);
  const compared = task.kind === 'compare' ? task.elements : undefined;
  const shared = compared && (await sharedImages(task));
  const { version = ALGORITHM_VERSION, threshold, alignRows, ignore } = task.options;
  const ignored = ignoredOf(ignore, records);
  const isGuided = version > 1;
  const side = (name: Side) => ({
    bytes: task[name].image,
    shared: shared?.[name],
    tileHashes: task[name].tileHashes,
    ignored: ignored[name],
    ...(isGuided && heightsOf(records[name])),
  });
  const pair: ImagePair & { threshold: number } = {
    baseline: side('baseline'),
    comparison: side('comparison'),
    threshold,
    alignRows,
    displacements: isGuided && alignRows ? displacementsOf(records) : [],
    scale: records.comparison.scale,
  };
  if (task.kind === 'draw') return renderDiff({ ...pair, regions: task.regions });
  const { segments, columns, ...result } = await compareImages(pair);
  const { regions, candidates } = nameRegions(result.regions, { segments, columns }, records);
  const silent: SilentPages = { records, ignored, canvas: result };
  const comparePixels = async (pairs: readonly ElementBoxes[]) =>
    compareElements(shared ?? (await sharedImages(task)), pairs, { scale: records.comparison.scale, threshold });
  const named = { ...result, regions: await withSilentRegions(regions, candidates, silent, comparePixels) };
  if (!compared || !shared) return named;
  const elements = await compareElements(shared, compared.pairs, compared);
  return { ...named, facts: { elements, pages: factsOf(pages) } };
}

/** Compares pages whose pixels are equal: only styles can differ. */
async function compareRecords(task: RecordsTask): Promise<ComparisonResult> {
  const { size, ignore } = task;
  const { records } = await readRecords(task);
  const alignment = { segments: unalignedSegments(size, size), columns: [] };
  const { candidates } = nameRegions([], alignment, records);
  const image = { x: 0, y: 0, ...size };
  const silent: SilentPages = { records, ignored: ignoredOf(ignore, records), canvas: size };
  const regions = await withSilentRegions([], candidates, silent, async (pairs) =>
    pairs.map(({ comparison }) =>
      intersection(scaledBox(comparison, records.comparison.scale), image) ? { isIdentical: true } : null,
    ),
  );
  return { ...size, diffPixels: 0, regions, shifts: [] };
}

async function readRecords(task: Record<Side, Pick<StoredSnapshot, 'record'>>) {
  const pages = { baseline: await readRecord(task.baseline), comparison: await readRecord(task.comparison) };
  const records: Record<Side, ElementRecord> = {
    baseline: pages.baseline ?? NO_RECORD,
    comparison: pages.comparison ?? NO_RECORD,
  };
  return { pages, records };
}

/** Images that the comparison of the pages and that of their elements read. */
async function sharedImages(task: PageTask): Promise<Record<Side, SharedImage>> {
  const share = async (side: Side) => {
    const { image } = task[side];
    return new SharedImage(image, side, await readSize(image, side));
  };
  return { baseline: await share('baseline'), comparison: await share('comparison') };
}

/** Facts of two pages; null if a record is missing. */
export function factsOf({ baseline, comparison }: Record<Side, PageRecord | undefined>): PageFacts | null {
  if (!baseline || !comparison) return null;
  const isStill = { baseline: baseline.isStill, comparison: comparison.isStill };
  return { overlap: pageOverlap(baseline, comparison), isStill };
}

const NO_RECORD = { scale: 1, height: 0, elements: [] };

/** A missing or damaged record costs the element names, not the comparison. */
const readRecord = async ({ record }: Pick<StoredSnapshot, 'record'>): Promise<PageRecord | undefined> =>
  record ? unpackRecord(record).catch(() => undefined) : undefined;

/** Returns the heights of the page and of its elements, in pixels of the image. */
function heightsOf(record: ElementRecord): Pick<ImageInput, 'pageHeight' | 'contentHeight'> {
  const pageHeight = record.height * record.scale;
  const boxes = record.elements.map((element) => boxInImage(element, record));
  return boxes.length === 0
    ? { pageHeight }
    : { pageHeight, contentHeight: boxes.reduce((most, { y, height }) => Math.max(most, y + height), 0) };
}

const ignoredOf = (ignore: ComparisonOptions['ignore'], records: Record<Side, ElementRecord>): Record<Side, Box[]> => ({
  baseline: ignoredBoxes(ignore, records.baseline),
  comparison: ignoredBoxes(ignore, records.comparison),
});

/** Returns ignored boxes in whole pixels, including partially covered ones. */
function ignoredBoxes(ignore: ComparisonOptions['ignore'], record: ElementRecord): Box[] {
  return ignore.flatMap((item) => {
    if (typeof item !== 'string') return [item];
    const found = readSelector(item)?.(record.elements) ?? [];
    return found.map((element) => toWholePixels(boxInImage(element, record)));
  });
}
