import { boxInPicture, unpackRecord } from '../capture/page-record.ts';
import { type Box, onWholePixels } from '../images/geometry.ts';
import { type ElementRecord, type NamedRegion, nameRegions } from './elements/name-regions.ts';
import { readSelector } from './elements/select-elements.ts';
import type { ImagePair } from './pixels/canvas.ts';
import { compareImages, type ImageComparison, type Region } from './pixels/compare-images.ts';
import { drawDiff } from './pixels/render-diff.ts';
import type { Side } from './unreadable-image-error.ts';

/** One snapshot, as the storage has it. */
export interface StoredPicture {
  image: Uint8Array;
  tileHashes: Uint8Array | undefined;
  /** Packed by `packRecord`. */
  record: Uint8Array | undefined;
}

export interface ComparisonOptions {
  /** 0 to 1. */
  threshold: number;
  alignRows: boolean;
  /** What does not count: selectors as `readSelector` reads them, or boxes in pixels of either image. */
  ignore: (string | Box)[];
}

/** Plain data: it goes to another thread. */
export type Task = Record<Side, StoredPicture> & { options: ComparisonOptions } & (
    | { kind: 'compare' }
    | { kind: 'draw'; regions: readonly Region[] }
  );

export type ComparisonResult = Omit<ImageComparison, 'stretches' | 'regions'> & { regions: NamedRegion[] };

/** What a task of each kind gives. */
export interface TaskResults {
  compare: ComparisonResult;
  /** A PNG. */
  draw: Uint8Array;
}

/** @throws UnreadableImage */
export async function runTask(task: Task): Promise<TaskResults[Task['kind']]> {
  const records = {
    baseline: await readRecord(task.baseline),
    comparison: await readRecord(task.comparison),
  };
  const { threshold, alignRows, ignore } = task.options;
  const side = (name: Side) => ({
    bytes: task[name].image,
    tileHashes: task[name].tileHashes,
    ignored: ignoredBoxes(ignore, records[name]),
  });
  const pair: ImagePair & { threshold: number } = {
    baseline: side('baseline'),
    comparison: side('comparison'),
    threshold,
    alignRows,
  };
  if (task.kind === 'draw') return drawDiff({ ...pair, regions: task.regions });
  const { stretches, ...result } = await compareImages(pair);
  return { ...result, regions: nameRegions({ ...result, stretches }, records) };
}

const NO_RECORD = { scale: 1, elements: [] };

/** A record that is gone or spoilt costs the names of elements, not the comparison. */
const readRecord = async ({ record }: StoredPicture): Promise<ElementRecord> =>
  record ? unpackRecord(record).catch(() => NO_RECORD) : NO_RECORD;

/** Whole pixels: those that an element touches. */
function ignoredBoxes(ignore: ComparisonOptions['ignore'], record: ElementRecord): Box[] {
  return ignore.flatMap((item) => {
    if (typeof item !== 'string') return [item];
    const found = readSelector(item)?.(record.elements) ?? [];
    return found.map((element) => onWholePixels(boxInPicture(element, record)));
  });
}
