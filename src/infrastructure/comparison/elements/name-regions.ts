import { boxInPicture, type PageElement, type PageRecord } from '../../capture/page-record.ts';
import { area, type Box, intersection } from '../../images/geometry.ts';
import type { ImageComparison, Region } from '../pixels/compare-images.ts';
import { canvasRow, type Stretch } from '../pixels/stretches.ts';
import type { Side } from '../unreadable-image-error.ts';
import { type ElementChange, elementChanges, type PlacedChange } from './element-changes.ts';
import type { PlacedElement } from './pair-elements.ts';

/** In each region, the smallest elements first. */
const MOST_ELEMENTS = 10;

/** The part of a page record that comparisons read. */
export type ElementRecord = Pick<PageRecord, 'scale' | 'scroll' | 'elements'>;

export interface NamedRegion extends Region {
  elements: ElementChange[];
}

/** Says of each region which elements changed there; of a region where none did, which element shows something else. */
export function nameRegions(
  { regions, stretches }: ImageComparison,
  records: Record<Side, ElementRecord>,
): NamedRegion[] {
  if (regions.length === 0) return [];
  const placed = {
    baseline: place(records.baseline, 'baseline', stretches),
    comparison: place(records.comparison, 'comparison', stretches),
  };
  const changes = elementChanges(placed.baseline, placed.comparison)
    .map((change) => ({ change, size: Math.min(...change.boxes.map(area)) }))
    .sort((a, b) => a.size - b.size)
    .map(({ change }) => change);
  return regions.map((region) => {
    const here = changes.filter(({ boxes }) => boxes.some((box) => intersection(box, region)));
    const shown = here.length > 0 ? here.slice(0, MOST_ELEMENTS).map(withoutBoxes) : [];
    return { ...region, elements: shown.length > 0 ? shown : contentChange(region, placed) };
  });
}

const withoutBoxes = ({ boxes: _, ...change }: PlacedChange): ElementChange => change;

/** An image, a canvas or a background shows something else without its element being another. */
function contentChange(region: Region, placed: Record<Side, PlacedElement[]>): ElementChange[] {
  const elements = placed[region.kind === 'removed' ? 'baseline' : 'comparison'];
  const around = elements.filter(({ box }) => holds(box, region)).sort((a, b) => area(a.box) - area(b.box));
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

/** Boxes of elements have fractions, regions whole pixels. */
const holds = (box: Box, region: Box) =>
  box.x < region.x + 1 &&
  box.y < region.y + 1 &&
  box.x + box.width > region.x + region.width - 1 &&
  box.y + box.height > region.y + region.height - 1;

function place(record: ElementRecord, side: Side, stretches: readonly Stretch[]): PlacedElement[] {
  return record.elements.map((element) => {
    const box = boxInPicture(element, record);
    // What begins within a row is drawn in the nearest one.
    const [first, end] = [Math.round(box.y), Math.round(box.y + box.height)];
    const y = canvasRow(stretches, side, first) + box.y - first;
    const bottom = canvasRow(stretches, side, end - 1) + 1 + box.y + box.height - end;
    return { element, box: { ...box, y }, bottom };
  });
}
