import { attributeOf, nextElementOf, previousElementOf, tagOf } from '../../page/dom-access.ts';
import { rectOf } from '../../page/frames.ts';
import { labelOf } from '../../page/label.ts';
import type { DomIndex } from '../dom-index/dom-index.ts';
import { nameOf, testIdOf } from '../dom-index/element-keys.ts';
import type { Card, IndexedElement } from '../dom-index/indexed-element.ts';
import type { KeyKind } from '../dom-index/key-index.ts';
import type { Description, Duplicates, PageBox } from './description.ts';
import { kinOf } from './kin.ts';
import { NEIGHBOR_TEXT_LIMIT } from './limits.ts';

/** Distance at which neighboring texts are searched, in elements. */
const NEIGHBOR_DISTANCE = 60;
const CARD_LEVELS = 8;

/**
 * Describes an indexed element, except its path and its box.
 *
 * @param hasIcon false to describe it as earlier versions did, which did not read pictures
 */
export function describe(
  indexed: IndexedElement,
  domIndex: DomIndex,
  hasIcon = true,
): Omit<Description, 'xpath' | 'box'> {
  const { element } = indexed;
  const attribute = (name: string) => attributeOf(element, name) ?? '';
  return {
    tag: indexed.tag,
    id: attribute('id'),
    name: nameOf(element),
    type: attribute('type'),
    testId: testIdOf(element),
    classes: attribute('class'),
    href: indexed.isPrivate ? '' : publicPart(attribute('href')),
    text: indexed.text ? indexed.normalized : '',
    label: indexed.isPrivate ? '' : labelOf(element),
    icon: hasIcon ? indexed.icon : '',
    neighbors: [textBefore, textAfter, headingAbove].map((read) =>
      read(indexed, domIndex).slice(0, NEIGHBOR_TEXT_LIMIT).trim(),
    ),
    card: cardOf(indexed, domIndex),
    get group() {
      indexed.group ??= groupOf(indexed, domIndex);
      return indexed.group;
    },
    duplicates: duplicatesOf(indexed, domIndex, hasIcon),
    get kin() {
      return kinOf(indexed, cardAt(indexed, domIndex), domIndex);
    },
    size: sizeOf(indexed),
    around: aroundOf(indexed),
  };
}

const sizeOf = ({ index, end }: IndexedElement) => end - index - 1;

/** Ancestors counted by {@link aroundOf}. */
const AROUND = 3;

/** Counts the descendants of the nearest ancestors: equal while nothing is inserted or removed. */
export function aroundOf({ parent }: IndexedElement): number[] {
  const sizes: number[] = [];
  for (let at = parent; at && !/^(body|html)$/.test(at.tag) && sizes.length < AROUND; at = at.parent)
    sizes.push(sizeOf(at));
  return sizes;
}

/**
 * Removes the query of an address, which may hold secrets, and its fragment, unless the fragment is
 * a route (`#/cart`) or the whole address (`#prices`). The sign itself stays: `?page=2` is an
 * address too.
 */
const publicPart = (href: string) => (/^#[^=?]*$/.test(href) ? href : href.replace(/(\?|#(?![!/])).*/s, '$1'));

/** Measures the element's box in page coordinates, CSS pixels, frame offsets included. */
export function boxOf(element: Element): PageBox {
  const { left, top, width, height } = rectOf(element);
  return {
    x: round(left + scrollX),
    y: round(top + scrollY),
    width: round(width),
    height: round(height),
  };
}

/** Lists the path steps from the document, through frames and shadow roots. */
export function stepsTo(indexed: IndexedElement): string[] {
  const steps: string[] = [];
  for (let at: IndexedElement | null = indexed; at; at = at.parent) steps.push(at.step);
  return steps.reverse();
}

/** Formats {@link stepsTo} as an XPath. */
export function fullPathOf(indexed: IndexedElement): string {
  return `/${stepsTo(indexed).join('/')}`;
}

/**
 * Returns the text of the element's card: the nearest repeated ancestor with more text than the
 * element and a text that no other one has. For a button in a table cell that is the row, because
 * other rows have cells with the same button.
 */
export function cardOf(indexed: IndexedElement, domIndex: DomIndex): string {
  return cardAt(indexed, domIndex).text;
}

/** @returns the card, or the range of the whole page when no ancestor is a unique card */
function cardAt(indexed: IndexedElement, domIndex: DomIndex): Card {
  indexed.card ??= findCard(indexed, domIndex);
  return indexed.card;
}

function findCard(indexed: IndexedElement, domIndex: DomIndex): Card {
  let level = 0;
  let text = '';
  let numbers: IndexedElement | undefined;
  for (let at = indexed.parent; at?.parent && level < CARD_LEVELS; at = at.parent, level++) {
    if (CELL.test(at.tag) || at.text.length <= indexed.text.length) continue;
    at.repeats ??= +isRepeated(at.element) && 1 + +isUnique(at, domIndex);
    if (!at.repeats) continue;
    if (at.repeats > 1) {
      // A part with numbers only, such as price and button, belongs to the card of its item.
      if (numbers) return isAlone(indexed, at, domIndex) ? at : numbers;
      if (!isPart(at.element) || /[^\d ]/.test(` ${at.text} `.replace(` ${indexed.text} `, ' '))) return at;
      numbers = at;
    }
    text ||= at.text;
  }
  return numbers ?? { text, index: 0, end: domIndex.elements.length };
}

/** Least number of words of a group; one is enough beside a number, such as a day. */
const MIN_GROUP = 3;
/** Tags of bars and lists, which are groups, however few words they have. */
const BAR = /nav|header|footer|[uo]l$|list|bar/;
/** Words of a group on each side of the element. */
const GROUP_SIDE = 9;

/**
 * Returns the words next to the element, except numbers, in its nearest ancestor that has enough of
 * them. An element with several texts is its own group.
 */
function groupOf({ text, index, end, parent }: IndexedElement, { elements }: DomIndex): string {
  if (elements.slice(index, end).filter(({ hasOwnText }) => hasOwnText)[1]) return text;
  const wordsIn = (part: string) => part.match(/[^\d ]\S*/g) ?? [];
  const least = text && !wordsIn(text)[0] ? 1 : MIN_GROUP;
  for (let at = parent; at; at = at.parent) {
    const [before = '', after = ''] = ` ${at.text} `.split(` ${text} `);
    const words = [...wordsIn(before).slice(-GROUP_SIDE), ...wordsIn(after).slice(0, GROUP_SIDE)];
    if (words.length >= least || BAR.test(attributeOf(at.element, 'role') || at.tag)) return words.join(' ');
  }
  return '';
}

const CELL = /^t[dh]$/;

function isUnique({ key, tag, index, end }: IndexedElement, domIndex: DomIndex): boolean {
  return !domIndex.lookup('text', key).some((other) => other.tag === tag && (other.index >= end || other.end <= index));
}

/** Whether a range has only this one of the elements with its tag and text. */
function isAlone({ key, tag }: IndexedElement, { index, end }: Card, domIndex: DomIndex): boolean {
  const isIn = (other: IndexedElement) => other.tag === tag && other.index >= index && other.index < end;
  return domIndex.lookup('text', key).filter(isIn).length < 2;
}

const siblingsOf = (element: Element) =>
  [previousElementOf(element), nextElementOf(element)].filter((other) => other && tagOf(other) === tagOf(element));

const isRepeated = (element: Element) => siblingsOf(element).length > 0;

/** Whether the siblings of an element have other classes, as the parts of a card do. */
const isPart = (element: Element) => siblingsOf(element).every((other) => other && classOf(other) !== classOf(element));
const classOf = (element: Element) => attributeOf(element, 'class');

/** Creates a reader of the text of the nearest preceding match that is not an ancestor. */
function precedingText(matches: (indexed: IndexedElement) => boolean, distance: number) {
  return ({ index }: IndexedElement, { elements }: DomIndex): string => {
    for (let i = index - 1; i > index - distance; i--) {
      const indexed = elements[i];
      if (indexed && indexed.end <= index && matches(indexed)) return indexed.normalized;
    }
    return '';
  };
}
/** Whether the element has a text of its own that is more than a number. */
const hasWords = ({ hasOwnText, normalized }: IndexedElement) => hasOwnText && /[^\d ]/.test(normalized);
const textBefore = precedingText(hasWords, NEIGHBOR_DISTANCE);
const headingAbove = precedingText(({ tag }) => /^h[1-6]$/.test(tag), 4 * NEIGHBOR_DISTANCE);

function textAfter({ end }: IndexedElement, { elements }: DomIndex): string {
  return elements.slice(end, end + NEIGHBOR_DISTANCE).find(hasWords)?.normalized ?? '';
}

/** Counts the elements with the same tag and text, else the same picture, else the same classes. */
function duplicatesOf(indexed: IndexedElement, domIndex: DomIndex, hasIcon: boolean): Duplicates {
  const { normalized, key, icon, element, index } = indexed;
  const first = /\S+/.exec(attributeOf(element, 'class') ?? '')?.[0];
  const kind = normalized ? 'text' : icon && hasIcon ? 'icon' : 'class';
  const value = { text: key, icon, class: first ?? '' }[kind];
  const duplicates = groupsOf(domIndex, kind, value).get(groupKeyOf(indexed, kind)) ?? [];
  const card = cardAt(indexed, domIndex);
  return {
    index: Math.max(0, countBefore(duplicates, index + 1) - 1),
    count: duplicates.length || 1,
    inCard: countBefore(duplicates, card.end) - countBefore(duplicates, card.index),
  };
}

function groupKeyOf({ tag, normalized, icon, element }: IndexedElement, kind: KeyKind): string {
  if (kind === 'text') return tag;
  return `${tag} ${normalized || (kind === 'icon' ? icon : (attributeOf(element, 'class') ?? ''))}`;
}

/** Counts the elements, given in document order, with an index below `index`. */
function countBefore(elements: readonly IndexedElement[], index: number): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle] as IndexedElement).index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Groups = ReadonlyMap<string, readonly IndexedElement[]>;
const groupsByIndex = new WeakMap<DomIndex, Map<string, Groups>>();

/** Groups the duplicates among the elements with a key, in document order. Cached per key. */
function groupsOf(domIndex: DomIndex, kind: KeyKind, value: string): Groups {
  const cache = groupsByIndex.get(domIndex) ?? new Map<string, Groups>();
  groupsByIndex.set(domIndex, cache);
  const key = `${kind} ${value}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const groups = new Map<string, IndexedElement[]>();
  for (const indexed of domIndex.lookup(value ? kind : 'text', value)) {
    const groupKey = groupKeyOf(indexed, kind);
    const group = groups.get(groupKey);
    if (!group) groups.set(groupKey, [indexed]);
    else if (kind === 'class' || (group[group.length - 1] as IndexedElement).end <= indexed.index) group.push(indexed);
  }
  cache.set(key, groups);
  return groups;
}

/** Rounds to hundredths of a pixel, which keeps the stored JSON short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
