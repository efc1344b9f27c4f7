import type { PageElement } from '../../capture/page-record.ts';
import type { Box } from '../../images/geometry.ts';

/** An element of a page, and where it lies on the canvas of a comparison. */
export interface PlacedElement {
  element: PageElement;
  /** In pixels of the canvas, not rounded. */
  box: Box;
  /** Where it ends on the canvas: lower than its box does when rows of the other page come between. */
  bottom: number;
}

export interface ElementPair {
  before?: PlacedElement;
  after?: PlacedElement;
}

/** What makes two elements the same, the surest sign first. An element without the sign has no key. */
const SIGNS: ((placed: PlacedElement) => string | undefined)[] = [
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
 * Finds the elements of one page again on the other: by where they stand on the canvas, by what they say, and only then by
 * their selector, which names another element when something was inserted before it.
 */
export function pairElements(before: readonly PlacedElement[], after: readonly PlacedElement[]): ElementPair[] {
  const pairs: ElementPair[] = [];
  let left = { before: [...before], after: [...after] };
  for (const sign of SIGNS) {
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
