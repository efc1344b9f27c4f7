import type { PageElement, PageRecord } from '../../../../infrastructure/capture/page-record.ts';
import { ancestorsOf, parentOf } from '../../../../infrastructure/comparison/elements/xpaths.ts';
import type { Side } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import { splitComment } from '../../../core/wishes/split-comment.ts';
import { PLACEMENT, SPACE } from '../../../core/wishes/vocabulary.ts';
import { orderWishOf } from './order-of-siblings.ts';
import { elementOf } from './presence.ts';
import type { PinFacts } from './types.ts';

type Page = Pick<PageRecord, 'elements' | 'scroll'>;

/** Move of an element that rounding cannot explain, CSS pixels. */
const LEAST = 2;

/**
 * Whether a comment asks for another place of an element, or for another space around it. An order
 * with a stated place is judged by the list (`orderChange`).
 */
export const isAboutPlace = (comment: string): boolean =>
  orderWishOf(comment)?.to === undefined && isAbout(PLACEMENT, comment);

const isAbout = (words: RegExp, comment: string): boolean =>
  splitComment(comment).sentences.some((sentence) => words.test(sentence));

/**
 * Whether an element has another place within its surroundings: another distance to the same
 * neighbor, another neighbor of those that both pages have once, or another place in its container.
 * A move together with its surroundings does not count; a move of the surroundings alone counts
 * only if the comment is about the space.
 *
 * @returns false where a page record lacks the element
 */
export function hasMoved(
  comment: string,
  { before, after }: { before: PinFacts | null; after: PinFacts },
  { baseline, comparison }: Record<Side, Page>,
): boolean {
  const [was, is] = [before && elementOf(before, baseline), elementOf(after, comparison)];
  if (!was || !is) return false;
  const [one, other] = [
    { element: was, page: baseline },
    { element: is, page: comparison },
  ];
  const mayMoveBeside = isAbout(SPACE, comment) || isElsewhere(was, is);
  return (mayMoveBeside && isMovedBeside(one, other)) || isMovedWithin(one, other);
}

const isElsewhere = ({ box: [x, y] }: PageElement, { box: [left, top] }: PageElement): boolean =>
  Math.abs(left - x) >= LEAST || Math.abs(top - y) >= LEAST;

interface Placed {
  element: PageElement;
  page: Page;
}

interface Neighbor {
  name: string;
  /** CSS pixels between the two boxes. */
  gap: number;
}

function isMovedBeside(one: Placed, other: Placed): boolean {
  const [were, are] = [one, other].map(({ page, element }) => neighborsOf(element, leavesOf(page)));
  const [old, now] = [one, other].map(({ page }) => leavesOf(page).map(nameOf));
  const isOnce = (name: string, names: readonly string[] = []) => names.filter((each) => each === name).length === 1;
  const sides = isReflowed(one, other) ? (['above', 'below'] as const) : SIDES;
  return sides.some((side) => {
    const [was, is] = [were?.[side], are?.[side]];
    if (!was || !is) return false;
    if (was.name === is.name) return Math.abs(was.gap - is.gap) >= LEAST;
    return [was.name, is.name].every((name) => isOnce(name, old) && isOnce(name, now));
  });
}

/** Whether an element moved sideways within a container of the same width. */
function isMovedWithin(one: Placed, other: Placed): boolean {
  const [was, is] = [one, other].map(containerOf);
  if (!was || !is || Math.abs(was.box[2] - is.box[2]) >= LEAST || isReflowed(one, other)) return false;
  const [left, right] = [one.element.box[0] - was.box[0], other.element.box[0] - is.box[0]];
  return Math.abs(left - right) >= LEAST && Math.abs(one.element.box[2] - other.element.box[2]) < LEAST;
}

/** Whether siblings of an element got another width, which moves it, too. */
function isReflowed(one: Placed, other: Placed): boolean {
  const [were, are] = [one, other].map(siblingsOf) as [PageElement[], PageElement[]];
  const known = new Set(were.map(nameOf));
  return were.some((sibling) => {
    // A sibling that moved keeps its text; one with another text keeps its place.
    const now =
      are.find((each) => nameOf(each) === nameOf(sibling)) ??
      are.find((each) => each.xpath === sibling.xpath && !known.has(nameOf(each)));
    return now !== undefined && Math.abs(now.box[2] - sibling.box[2]) >= LEAST;
  });
}

const siblingsOf = ({ element, page }: Placed): PageElement[] => {
  const parent = parentOf(element.xpath);
  return page.elements.filter(({ xpath }) => parentOf(xpath) === parent && xpath !== element.xpath);
};

/** The nearest ancestor that is wider than the element. */
function containerOf({ element, page }: Placed): PageElement | undefined {
  const byXpath = new Map(page.elements.map((each) => [each.xpath, each]));
  for (const xpath of ancestorsOf(element.xpath)) {
    const ancestor = byXpath.get(xpath);
    if (ancestor && ancestor.box[2] >= element.box[2] + LEAST) return ancestor;
  }
  return undefined;
}

const SIDES = ['above', 'below', 'left', 'right'] as const;
type Neighbors = Partial<Record<(typeof SIDES)[number], Neighbor>>;

/** Elements without recorded children that show something. */
function leavesOf({ elements }: Page): PageElement[] {
  const parents = new Set(elements.flatMap(({ xpath }) => [...ancestorsOf(xpath)]));
  return elements.filter(
    ({ xpath, tag, text }) => !parents.has(xpath) && (text !== '' || tag === 'img' || tag === 'svg'),
  );
}

const nameOf = ({ tag, text, id }: PageElement): string => (text === '' ? `${tag} ${id}` : text);

/** The nearest leaf on each side that overlaps the element on the other axis. */
function neighborsOf(element: PageElement, leaves: readonly PageElement[]): Neighbors {
  const nearest: Neighbors = {};
  const [x, y, width, height] = element.box;
  for (const leaf of leaves) {
    if (leaf === element || leaf.xpath.startsWith(`${element.xpath}/`) || element.xpath.startsWith(`${leaf.xpath}/`))
      continue;
    const [left, top, wide, high] = leaf.box;
    const gaps: Record<(typeof SIDES)[number], number> = {
      above: y - (top + high),
      below: top - (y + height),
      left: x - (left + wide),
      right: left - (x + width),
    };
    const isInColumn = left < x + width && left + wide > x;
    const isInRow = top < y + height && top + high > y;
    for (const side of SIDES) {
      const gap = gaps[side];
      const isBeside = side === 'above' || side === 'below' ? isInColumn : isInRow;
      if (isBeside && gap > -LEAST && gap < (nearest[side]?.gap ?? Number.POSITIVE_INFINITY))
        nearest[side] = { name: nameOf(leaf), gap };
    }
  }
  return nearest;
}
