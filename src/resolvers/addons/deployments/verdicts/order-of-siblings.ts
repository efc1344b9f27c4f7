import type { PageElement, PageRecord } from '../../../../infrastructure/capture/page-record.ts';
import { parentOf } from '../../../../infrastructure/comparison/elements/xpaths.ts';
import type { Side } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import type { OrderedPlace, OrderWish } from '../../../core/wishes/order-wishes.ts';
import { understandComment } from '../../../core/wishes/understand-comment.ts';
import { isWordsIn } from './literal-texts.ts';
import { elementOf } from './presence.ts';
import type { OrderChange, PinFacts } from './types.ts';

type Page = Pick<PageRecord, 'elements' | 'scroll'>;

/** Ancestors of an element among whose siblings it may have moved. */
const MAX_LEVELS = 6;

/** The order that a comment asks for; undefined for none, and for several. */
export function orderWishOf(comment: string): OrderWish | undefined {
  const [wish, ...others] = understandComment(comment).filter(({ kind }) => kind === 'order');
  return others.length === 0 && wish?.kind === 'order' ? wish : undefined;
}

/**
 * Says how an element, or the part of a list that its comment names, moved among its like siblings,
 * if the comment is about their order. Of the element and its ancestors, the nearest one is meant
 * that was not at the place that the comment asks for; once a look was accepted, that was there.
 *
 * @returns null if it did not move
 */
export function orderChange(
  comment: string,
  pins: { before: PinFacts | null; after: PinFacts },
  pages: Record<Side, Page>,
  isAccepted: boolean,
): OrderChange | null {
  const asked = orderWishOf(comment);
  if (!asked) return null;
  const pinned = pins.before && elementOf(pins.before, pages.baseline);
  const present = elementOf(pins.after, pages.comparison);
  if (!pinned || !present) return null;
  const wish = { ...asked, names: namesOn(pages.baseline, asked) };
  const [before, after] = [levelsOf(pinned, pages.baseline, wish), levelsOf(present, pages.comparison, wish)];
  const isMeant = (level: Level | undefined) => level !== undefined && isPlaced(level, wish) === isAccepted;
  const meant = before.findIndex(isMeant);
  // A place beside unknown elements is not known.
  const number = meant < 0 ? before.findIndex((level) => level !== undefined) : meant;
  const [was, is] = [before[number], after[number]];
  const ranks = was && is && was.item.tag === is.item.tag ? ranksOf(was, is) : undefined;
  if (!was || !is || !ranks) return null;
  const isAsked = meant >= 0 && !isAccepted && isDone(is, wish, ranks);
  const isLost = isAccepted && isPlaced(is, wish) === false;
  if (!isAsked && !isLost && ranks.before === ranks.after) return null;
  return { before: was.index + 1, after: is.index + 1, list: parentOf(is.item.xpath), isAsked, isLost };
}

function isDone(is: Level, wish: Wanted, ranks: Ranks): boolean {
  if (wish.to?.at === 'earlier') return ranks.after < ranks.before;
  return wish.to?.at === 'later' ? ranks.after > ranks.before : isPlaced(is, wish) === true;
}

/** A wish with those of its names that the page shows: others are words. */
type Wanted = OrderWish & { names: string[] };

const namesOn = ({ elements }: Page, { names = [] }: OrderWish): string[] =>
  names.filter((name) => elements.some(({ text }) => isNamed(text, name)));

/** An element among its like siblings, in the order in which they are read. */
interface Level {
  item: PageElement;
  siblings: PageElement[];
  index: number;
}

/** Levels of an element and of its ancestors, nearest first; of a list, that of the named item. */
function levelsOf(element: PageElement, { elements }: Page, wish: Wanted): (Level | undefined)[] {
  const byXpath = new Map(elements.map((each) => [each.xpath, each]));
  const levels: (Level | undefined)[] = [];
  const named = levelOf(element, elements) ? undefined : namedItem(element, elements, wish);
  if (named) return [levelOf(named, elements)];
  for (let xpath = element.xpath; levels.length < MAX_LEVELS; xpath = parentOf(xpath)) {
    const item = byXpath.get(xpath);
    if (!item) break;
    levels.push(levelOf(item, elements));
  }
  return levels;
}

/** The only part of a list that shows the name, among like ones. */
function namedItem(
  list: PageElement,
  elements: readonly PageElement[],
  { names: [what] }: Wanted,
): PageElement | undefined {
  if (what === undefined) return undefined;
  const parts = elements.filter(({ xpath, text }) => xpath.startsWith(`${list.xpath}/`) && isNamed(text, what));
  return parts.find((part) =>
    levelOf(part, elements)?.siblings.every((each) => each === part || !isNamed(each.text, what)),
  );
}

function levelOf(item: PageElement, elements: readonly PageElement[]): Level | undefined {
  const siblings = inReadingOrder(elements.filter((other) => isLike(item, other)));
  return siblings.length > 1 ? { item, siblings, index: siblings.indexOf(item) } : undefined;
}

const isLike = (one: PageElement, other: PageElement): boolean =>
  one.tag === other.tag &&
  parentOf(one.xpath) === parentOf(other.xpath) &&
  (one.classes.length === 0 ? other.classes.length === 0 : one.classes.some((name) => other.classes.includes(name)));

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Elements by rows, whatever their order in the document: styles may show another one. */
function inReadingOrder(elements: readonly PageElement[]): PageElement[] {
  const isReversed = elements.every(({ text }) => RIGHT_TO_LEFT.test(text));
  const rows: PageElement[][] = [];
  for (const element of elements.toSorted((a, b) => a.box[1] - b.box[1])) {
    const [first] = rows.at(-1) ?? [];
    const isInRow = first && element.box[1] < first.box[1] + Math.min(first.box[3], element.box[3]) / 2;
    if (isInRow) rows.at(-1)?.push(element);
    else rows.push([element]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => (isReversed ? b.box[0] - a.box[0] : a.box[0] - b.box[0])));
}

type Ranks = Record<'before' | 'after', number>;

/** Ranks of two states of an element among the siblings that both lists have. */
function ranksOf(was: Level, is: Level): Ranks | undefined {
  const textsOf = ({ siblings, item }: Level) => siblings.filter((each) => each !== item).map(({ text }) => text);
  const isOnce = (text: string, all: readonly string[]) =>
    text !== '' && all.filter((each) => each === text).length === 1;
  const [old, now] = [textsOf(was), textsOf(is)];
  const common = new Set(old.filter((text) => isOnce(text, old) && isOnce(text, now)));
  if (common.size === 0) return undefined;
  const rank = ({ siblings, index }: Level) => siblings.slice(0, index).filter(({ text }) => common.has(text)).length;
  return { before: rank(was), after: rank(is) };
}

/** Whether an element is at the place that the comment asks for; undefined if it cannot be. */
function isPlaced({ item, siblings, index }: Level, { to, names, words = [] }: Wanted): boolean | undefined {
  const isOfOther = (word: string) => siblings.some(({ text }) => isNamed(text, word)) && !isNamed(item.text, word);
  if (words.some(isOfOther)) return undefined;
  if (!to || !names.every((name) => isNamed(item.text, name))) return undefined;
  if (!('text' in to)) {
    return to.at === 'first' || to.at === 'earlier' ? index === 0 : index === siblings.length - 1;
  }
  const beside = siblings.filter((each) => each !== item && isNamed(each.text, to.text));
  const [other] = beside;
  if (!other || beside.length > 1 || isNamed(item.text, to.text)) return undefined;
  return isBeside(to, { item, index }, { item: other, index: siblings.indexOf(other) });
}

type Placed = Pick<Level, 'item' | 'index'>;

function isBeside({ at }: OrderedPlace, one: Placed, other: Placed): boolean {
  if (at === 'before') return one.index < other.index;
  if (at === 'after') return one.index > other.index;
  const [upper, lower] = at === 'above' ? [one.item, other.item] : [other.item, one.item];
  return upper.box[1] + upper.box[3] <= lower.box[1] + 1;
}

/** Whether a text contains a name as whole words, in any case. */
const isNamed = (text: string, name: string): boolean => isWordsIn(text.toLowerCase(), name.toLowerCase());
