import { boxInImage, type PageElement } from '../../capture/page-record.ts';
import type { Box } from '../../images/geometry.ts';
import { matchRows } from '../pixels/match-rows.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { ElementRecord } from './name-regions.ts';

/** Boxes of an element that both pages have, in unrounded pixels of their images. */
export type Displacement = Record<Side, Box>;

/** Elements that moved by less than this much horizontally, in pixels, stay in their column. */
const SAME_COLUMN = 0.5;

/**
 * Pairs the innermost elements of two pages in document order, like the lines of two texts. Paired
 * elements have equal tags, ids, classes, texts and sizes, and the same column.
 */
export function displacementsOf(records: Record<Side, ElementRecord>): Displacement[] {
  const [before, after] = [innermost(records.baseline.elements), innermost(records.comparison.elements)];
  const numbers = new Map<string, number>();
  const numberOf = ({ tag, id, classes, text, box: [, , width, height] }: PageElement) => {
    const key = [tag, id, classes.join(' '), text, Math.round(width), Math.round(height)].join('\n');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  return matchRows(before.map(numberOf), after.map(numberOf)).flatMap(({ a, b, rows }) =>
    Array.from({ length: rows }, (_, index) => ({
      baseline: boxOf(before[a + index], records.baseline),
      comparison: boxOf(after[b + index], records.comparison),
    })).filter(({ baseline, comparison }) => Math.abs(baseline.x - comparison.x) < SAME_COLUMN),
  );
}

const boxOf = (element: PageElement | undefined, record: ElementRecord): Box =>
  element ? boxInImage(element, record) : { x: 0, y: 0, width: 0, height: 0 };

/** Elements without descendants: a container also moves with what is inserted into it. */
function innermost(elements: readonly PageElement[]): PageElement[] {
  const parents = new Set(elements.map(({ xpath }) => xpath.slice(0, xpath.lastIndexOf('/'))));
  return elements.filter(({ xpath }) => !parents.has(xpath));
}
