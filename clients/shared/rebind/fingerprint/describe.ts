import { attributeOf, elementAfter, elementBefore, tagOf } from '../../page/dom-access.ts';
import { rectOf } from '../../page/frames.ts';
import { labelOf } from '../../page/label.ts';
import { nameOf, testIdOf } from '../dom-index/element-keys.ts';
import type { KeyKind } from '../survey/page-index.ts';
import type { Card, Spot, Survey } from '../survey/survey.ts';
import type { Description, PageBox, Twins } from './description.ts';
import { BESIDE_LIMIT } from './limits.ts';

/** How far around an element its surroundings are looked for, in elements. */
const REACH = 60;
const CARD_LEVELS = 8;

/** Describes an element of a surveyed page, but for its place and its box. */
export function describe(spot: Spot, survey: Survey): Omit<Description, 'xpath' | 'box'> {
  const { element } = spot;
  const attribute = (name: string) => attributeOf(element, name) ?? '';
  return {
    tag: spot.tag,
    id: attribute('id'),
    name: nameOf(element),
    type: attribute('type'),
    testId: testIdOf(element),
    classes: attribute('class'),
    href: spot.isPrivate ? '' : publicPart(attribute('href')),
    text: spot.text ? spot.said : '',
    label: spot.isPrivate ? '' : labelOf(element),
    beside: [textBefore, textAfter, headingAbove].map((look) => look(spot, survey).slice(0, BESIDE_LIMIT).trim()),
    card: cardOf(spot, survey),
    twins: twinsOf(spot, survey),
  };
}

/**
 * An address without its query, which may hold secrets, and fragment, unless that is a route (`#/cart`) or all there is (`#prices`).
 * The sign stays: `?page=2` is an address too.
 */
const publicPart = (href: string) => (/^#[^=?]*$/.test(href) ? href : href.replace(/(\?|#(?![!/])).*/s, '$1'));

/** The element's place on the page, in CSS pixels, frames and all. */
export function boxOf(element: Element): PageBox {
  const { left, top, width, height } = rectOf(element);
  return {
    x: round(left + scrollX),
    y: round(top + scrollY),
    width: round(width),
    height: round(height),
  };
}

/** Steps from the document, through frames and shadow roots. */
export function stepsTo(spot: Spot): string[] {
  const steps: string[] = [];
  for (let at: Spot | null = spot; at; at = at.parent) steps.push(at.step);
  return steps.reverse();
}

/** The same as an XPath. */
export function placeOf(spot: Spot): string {
  return `/${stepsTo(spot).join('/')}`;
}

/**
 * Text of the nearest repeated thing around the element that says more than the element does, and that no other one says: of
 * the row, where its cell has the same buttons as those of other rows.
 */
export function cardOf(spot: Spot, survey: Survey): string {
  return cardAt(spot, survey).text;
}

/** @returns with the page's bounds where no element is a card that no other is like. */
function cardAt(spot: Spot, survey: Survey): Card {
  spot.card ??= findCard(spot, survey);
  return spot.card;
}

function findCard(spot: Spot, survey: Survey): Card {
  let level = 0;
  let text = '';
  for (let at = spot.parent; at?.parent && level < CARD_LEVELS; at = at.parent, level++) {
    if (CELL.test(at.tag) || at.text.length <= spot.text.length || !isRepeated(at.element)) continue;
    if (isAlone(at, survey)) return at;
    text ||= at.text;
  }
  return { text, index: 0, end: survey.spots.length };
}

const CELL = /^t[dh]$/;

function isAlone({ key, tag, index, end }: Spot, survey: Survey): boolean {
  return !survey.having('text', key).some((other) => other.tag === tag && (other.index >= end || other.end <= index));
}

function isRepeated(element: Element): boolean {
  return [elementBefore(element), elementAfter(element)].some((other) => other && tagOf(other) === tagOf(element));
}

/** What the nearest one before the element says that fits and does not hold it. */
function before(fits: (spot: Spot) => boolean, reach: number) {
  return ({ index }: Spot, { spots }: Survey): string => {
    for (let i = index - 1; i > index - reach; i--) {
      const spot = spots[i];
      if (spot && spot.end <= index && fits(spot)) return spot.said;
    }
    return '';
  };
}
const textBefore = before(({ hasOwnText }) => hasOwnText, REACH);
const headingAbove = before(({ tag }) => /^h[1-6]$/.test(tag), 4 * REACH);

function textAfter({ end }: Spot, { spots }: Survey): string {
  return spots.slice(end, end + REACH).find(({ hasOwnText }) => hasOwnText)?.said ?? '';
}

/** Twins have the same tag and say the same; those that say nothing have the same classes, or none. */
function twinsOf(spot: Spot, survey: Survey): Twins {
  const { said, key, element, index } = spot;
  const first = said ? '' : /\S+/.exec(attributeOf(element, 'class') ?? '')?.[0];
  const families = said ? familiesOf(survey, 'text', key) : familiesOf(survey, 'class', first ?? '');
  const twins = families.get(likenessOf(spot, said !== '')) ?? [];
  const card = cardAt(spot, survey);
  return {
    index: Math.max(0, countBefore(twins, index + 1) - 1),
    count: twins.length || 1,
    inCard: countBefore(twins, card.end) - countBefore(twins, card.index),
  };
}

function likenessOf({ tag, said, element }: Spot, isKnownToSayTheSame: boolean): string {
  return isKnownToSayTheSame ? tag : `${tag} ${said || (attributeOf(element, 'class') ?? '')}`;
}

/** Of elements in document order, how many begin before that place. */
function countBefore(spots: readonly Spot[], index: number): number {
  let [low, high] = [0, spots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spots[middle] as Spot).index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Families = ReadonlyMap<string, readonly Spot[]>;
const known = new WeakMap<Survey, Map<string, Families>>();

/** The elements with a key, those alike together, in document order. Done once for a key. */
function familiesOf(survey: Survey, kind: KeyKind, value: string): Families {
  const all = known.get(survey) ?? new Map<string, Families>();
  known.set(survey, all);
  const key = `${kind} ${value}`;
  const made = all.get(key);
  if (made) return made;
  const families = new Map<string, Spot[]>();
  const isText = kind === 'text';
  for (const spot of survey.having(value ? kind : 'text', value)) {
    const likeness = likenessOf(spot, isText);
    const family = families.get(likeness);
    if (!family) families.set(likeness, [spot]);
    else if (!isText || (family[family.length - 1] as Spot).end <= spot.index) family.push(spot);
  }
  all.set(key, families);
  return families;
}

/** Hundredths of a pixel are enough and keep the stored JSON short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
