import type { PageElement } from '../../capture/page-record.ts';
import type { Box } from '../../images/geometry.ts';

/** Element with its position on the canvas of a comparison. */
export interface PlacedElement {
  element: PageElement;
  /** Unrounded canvas pixels. */
  box: Box;
  /** Bottom edge on the canvas; below the box if rows of the other page lie in between. */
  bottom: number;
}

export interface ElementPair {
  before?: PlacedElement;
  after?: PlacedElement;
}

/** Criteria for the identity of two elements, strongest first; undefined if one does not apply. */
const IDENTITY_KEYS: ((placed: PlacedElement) => string | undefined)[] = [
  ({ element, box }) => key(element.selector, element.tag, element.text, ...place(box)),
  ({ element, box }) => key(element.tag, element.text, ...place(box)),
  ({ element }) => key(element.selector, element.tag, element.text),
  ({ element }) => (element.text === '' ? undefined : key(element.tag, element.text)),
  ({ element }) => key(element.selector, element.tag),
  ({ element }) => key(element.xpath, element.tag),
];

const key = (...parts: (string | number)[]) => parts.join('\n');
const place = ({ x, y, width, height }: Box) => [x, y, width, height].map(Math.round);

/**
 * Matches the elements of two pages: by position on the canvas, then by text, and only then by
 * selector, which refers to another element after an insertion.
 */
export function pairElements(before: readonly PlacedElement[], after: readonly PlacedElement[]): ElementPair[] {
  const pairs: ElementPair[] = [];
  let left = { before: [...before], after: [...after] };
  for (const sign of IDENTITY_KEYS) {
    const partners = groupBy(left.after, sign);
    const taken = new Set<PlacedElement>();
    const unpaired = left.before.filter((element) => {
      const partner = partners.get(sign(element) ?? '')?.shift();
      if (!partner) return true;
      taken.add(partner);
      pairs.push({ before: element, after: partner });
      return false;
    });
    left = { before: unpaired, after: left.after.filter((element) => !taken.has(element)) };
  }
  return [...pairs, ...left.before.map((only) => ({ before: only })), ...left.after.map((only) => ({ after: only }))];
}

function groupBy(elements: readonly PlacedElement[], keyOf: (placed: PlacedElement) => string | undefined) {
  const groups = new Map<string, PlacedElement[]>();
  for (const element of elements) {
    const name = keyOf(element);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(element);
    else groups.set(name, [element]);
  }
  return groups;
}
