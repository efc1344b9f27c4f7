import { boxInImage } from '../../capture/page-record.ts';
import { type Box, contains, intersection, scaledBox, toWholePixels } from '../../images/geometry.ts';
import type { Size } from '../../images/tile-hashes.ts';
import type { ElementBoxes, ElementDifference } from '../pixels/compare-elements.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { ElementRecord } from './element-record.ts';
import type { NamedRegion } from './name-regions.ts';
import { type SilentCandidate, silentChanges } from './silent-changes.ts';

/** Two pages, with what a comparison leaves out. */
export interface SilentPages {
  records: Record<Side, ElementRecord>;
  /** In pixels of each image. */
  ignored: Record<Side, readonly Box[]>;
  canvas: Size;
}

/** Compares the pixels of elements in both images; null where one of them does not show it. */
export type CompareElements = (
  pairs: readonly ElementBoxes[],
) => Promise<readonly (Pick<ElementDifference, 'isIdentical'> | null)[]>;

/** Adds a region without different pixels for each changed element that no region shows. */
export async function withSilentRegions(
  regions: NamedRegion[],
  candidates: readonly SilentCandidate[],
  pages: SilentPages,
  compareElements: CompareElements,
): Promise<NamedRegion[]> {
  const wanted = candidates.filter((candidate) => !isIgnored(candidate, pages));
  if (wanted.length === 0) return regions;
  const differences = await compareElements(wanted.map((candidate) => inCssPixels(candidate, pages)));
  const byBox = new Map<string, NamedRegion>();
  for (const { candidate, change } of silentChanges(wanted, differences)) {
    const box = intersection(toWholePixels(candidate.after.box), { x: 0, y: 0, ...pages.canvas });
    if (!box) continue;
    const key = JSON.stringify(box);
    const region = byBox.get(key) ?? silentRegion(candidate, box, pages);
    region.elements.push(change);
    byBox.set(key, region);
  }
  return [...regions, ...byBox.values()].sort((a, b) => a.y - b.y || a.x - b.x);
}

function silentRegion(candidate: SilentCandidate, box: Box, pages: SilentPages): NamedRegion {
  const { baseline, comparison } = inImages(candidate, pages);
  const rows = { baselineY: rowOf(baseline), comparisonY: rowOf(comparison) };
  return { kind: 'changed', ...box, pixels: 0, ...rows, elements: [] };
}

const rowOf = ({ y }: Box): number => Math.max(0, Math.floor(y));

const inImages = ({ before, after }: SilentCandidate, { records }: SilentPages): Record<Side, Box> => ({
  baseline: boxInImage(before.element, records.baseline),
  comparison: boxInImage(after.element, records.comparison),
});

function inCssPixels(candidate: SilentCandidate, pages: SilentPages): ElementBoxes {
  const { baseline, comparison } = inImages(candidate, pages);
  const { scale } = pages.records.comparison;
  return { baseline: scaledBox(baseline, 1 / scale), comparison: scaledBox(comparison, 1 / scale) };
}

function isIgnored(candidate: SilentCandidate, pages: SilentPages): boolean {
  const boxes = inImages(candidate, pages);
  const isWithin = (side: Side) => pages.ignored[side].some((box) => contains(box, boxes[side]));
  return isWithin('baseline') || isWithin('comparison');
}
