import { boxInImage, type PageElement } from '../../capture/page-record.ts';
import { area, type Box, contains, intersection, toWholePixels } from '../../images/geometry.ts';
import type { Region } from '../pixels/compare-images.ts';
import { type Alignment, segmentsOf } from '../pixels/match-canvas.ts';
import { canvasRow } from '../pixels/row-alignment.ts';
import type { Side } from '../unreadable-image-error.ts';
import { type ElementChange, elementChanges, type PlacedChange } from './element-changes.ts';
import type { ElementRecord } from './element-record.ts';
import { type ElementPair, type PlacedElement, pairElements } from './pair-elements.ts';
import { type SilentCandidate, silentCandidates } from './silent-changes.ts';

/** Maximum elements per region; the smallest come first. */
const MAX_ELEMENTS = 10;

export interface NamedRegion extends Region {
  elements: ElementChange[];
}

/**
 * Names the changed elements of each region, or the element with changed content if none did. Lists
 * elements with other styles that no region shows.
 */
export function nameRegions(
  regions: readonly Region[],
  alignment: Alignment,
  records: Record<Side, ElementRecord>,
): { regions: NamedRegion[]; candidates: SilentCandidate[] } {
  const placed = {
    baseline: placeElements(records.baseline, 'baseline', alignment),
    comparison: placeElements(records.comparison, 'comparison', alignment),
  };
  const pairs = pairElements(placed.baseline, placed.comparison);
  const named = regions.length > 0 ? nameChanged(regions, pairs, placed, records.comparison.scale) : [];
  return { regions: named, candidates: silentCandidates(pairs, named, records.comparison.scale) };
}

function nameChanged(
  regions: readonly Region[],
  pairs: readonly ElementPair[],
  placed: Record<Side, PlacedElement[]>,
  scale: number,
): NamedRegion[] {
  const changes = elementChanges(pairs, placed.baseline, placed.comparison, scale)
    .map((change) => ({ change, size: Math.min(...change.boxes.map(area)) }))
    .sort((a, b) => a.size - b.size)
    .map(({ change }) => change);
  return regions.map((region) => {
    const here = changes.filter(({ boxes }) => boxes.some((box) => touches(box, region)));
    const shown = here.length > 0 ? here.slice(0, MAX_ELEMENTS).map(withoutBoxes) : [];
    return { ...region, elements: shown.length > 0 ? shown : contentChange(region, placed) };
  });
}

/**
 * Rows of one image begin and end at whole pixels, so the next element may overlap by a fraction.
 */
const touches = (box: Box, region: Region): boolean =>
  intersection(region.kind === 'changed' ? box : withWholeRows(box), region) !== undefined;

function withWholeRows({ y, height, ...columns }: Box): Box {
  const top = Math.round(y);
  return { ...columns, y: top, height: Math.max(1, Math.round(y + height) - top) };
}

const withoutBoxes = ({ boxes: _, ...change }: PlacedChange): ElementChange => change;

/**
 * Covers images, canvases and backgrounds, whose content changes without a change of the element.
 */
function contentChange(region: Region, placed: Record<Side, PlacedElement[]>): ElementChange[] {
  const elements = placed[region.kind === 'removed' ? 'baseline' : 'comparison'];
  const around = elements
    .filter(({ box }) => contains(toWholePixels(box), region))
    .sort((a, b) => area(a.box) - area(b.box));
  const element = around[0]?.element;
  if (!element) return [];
  const state = stateOf(element);
  const states = {
    before: region.kind === 'inserted' ? null : state,
    after: region.kind === 'removed' ? null : state,
  };
  return [{ selector: element.selector, xpath: element.xpath, tag: element.tag, kinds: ['content'], ...states }];
}

function stateOf({ text, box: [x, y, width, height] }: PageElement) {
  return { text, box: { x, y, width, height }, style: {} };
}

function placeElements(record: ElementRecord, side: Side, alignment: Alignment): PlacedElement[] {
  return record.elements.map((element) => {
    const box = boxInImage(element, record);
    const segments = segmentsOf(alignment, side, box);
    // Fractional edges are painted in the nearest row.
    const [first, end] = [Math.round(box.y), Math.round(box.y + box.height)];
    const y = canvasRow(segments, side, first) + box.y - first;
    const bottom = canvasRow(segments, side, end - 1) + 1 + box.y + box.height - end;
    return { element, box: { ...box, y }, bottom };
  });
}
