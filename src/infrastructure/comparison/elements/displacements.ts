import { boxInImage, type PageElement } from '../../capture/page-record.ts';
import type { Displacement } from '../pixels/displacement.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { ElementRecord } from './element-record.ts';
import { matchElements } from './match-elements.ts';
import { ancestorsOf, parentOf } from './xpaths.ts';

/** Elements that moved by less than this much horizontally, in pixels, stay in their column. */
const SAME_COLUMN = 0.5;

/**
 * Pairs the innermost elements of two pages in document order, like the lines of two texts. Paired
 * elements have equal tags, ids, classes, texts and sizes, and the same column. An element with an
 * id may have another text.
 */
export function displacementsOf(records: Record<Side, ElementRecord>): Displacement[] {
  const [before, after] = [innermost(records.baseline.elements), innermost(records.comparison.elements)];
  const equal = pairsOf(before, after, ({ text }) => text);
  const known = new Set(equal.flat());
  const isLeft = (element: PageElement) => element.id !== '' && !known.has(element);
  const reworded = pairsOf(before.filter(isLeft), after.filter(isLeft), () => '');
  const displacementOfParent = parentFinder(records);
  return [...equal, ...reworded]
    .map(([one, other]) => pairOf(records, one, other, displacementOfParent(one, other)))
    .filter(({ baseline, comparison }) => Math.abs(baseline.x - comparison.x) < SAME_COLUMN);
}

/** Pairs elements with equal names, sizes and texts, in their order. */
function pairsOf(
  before: readonly PageElement[],
  after: readonly PageElement[],
  textOf: (element: PageElement) => string,
): [PageElement, PageElement][] {
  const numbers = new Map<string, number>();
  const numberOf = (element: PageElement) => {
    const { tag, id, classes, box } = element;
    const key = [tag, id, classes.join(' '), textOf(element), Math.round(box[2]), Math.round(box[3])].join('\n');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  return matchElements(before.map(numberOf), after.map(numberOf)).flatMap(({ a, b, rows }) =>
    Array.from({ length: rows }, (_, index) => [before[a + index], after[b + index]] as const).flatMap(
      ([one, other]): [PageElement, PageElement][] => (one && other ? [[one, other]] : []),
    ),
  );
}

const pairOf = (
  records: Record<Side, ElementRecord>,
  before: PageElement,
  after: PageElement,
  parent: Displacement | undefined,
): Displacement => ({
  baseline: boxInImage(before, records.baseline),
  comparison: boxInImage(after, records.comparison),
  parent,
  isItem: after.tag === 'li',
});

/** Finds the parents of two elements. Siblings share one object. */
function parentFinder(records: Record<Side, ElementRecord>) {
  const byXpath = (side: Side) => new Map(records[side].elements.map((element) => [element.xpath, element]));
  const elements = { baseline: byXpath('baseline'), comparison: byXpath('comparison') };
  const nearest = (side: Side, { xpath }: PageElement): PageElement | undefined => {
    for (const path of ancestorsOf(xpath)) {
      const ancestor = elements[side].get(path);
      if (ancestor) return ancestor;
    }
    return undefined;
  };
  const known = new Map<string, Displacement>();
  return function displacementOfParent(before: PageElement, after: PageElement): Displacement | undefined {
    const [one, other] = [nearest('baseline', before), nearest('comparison', after)];
    if (!one || !other) return undefined;
    const key = `${one.xpath}\n${other.xpath}`;
    const found = known.get(key) ?? pairOf(records, one, other, displacementOfParent(one, other));
    known.set(key, found);
    return found;
  };
}

/** Elements without descendants: a container also moves with what is inserted into it. */
function innermost(elements: readonly PageElement[]): PageElement[] {
  const parents = new Set(elements.map(({ xpath }) => parentOf(xpath)));
  return elements.filter(({ xpath }) => !parents.has(xpath));
}
