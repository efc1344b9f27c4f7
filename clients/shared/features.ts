import type { PageBox } from './description.ts';
import type { Rarity } from './rarity.ts';
import { listsOf, NOTHING, sharesOf } from './shares.ts';
import { sharedPairs } from './text.ts';
import type { Traits } from './traits.ts';
import { bitOf } from './whereabouts.ts';

/** In how far two elements are alike. Each is 0 when either side does not have what is compared. */
export const FEATURES = [
  'textEqual',
  'textPairs',
  'textShared',
  'textDiffers',
  'textOnOneSide',
  'bagRarest',
  'bagAlike',
  'textInNames',
  'idEqual',
  'nameEqual',
  'nameDiffers',
  'hrefEqual',
  'classes',
  'tagEqual',
  'headingOnOneSide',
  'controlEqual',
  'controlDiffers',
  'steps',
  'tail',
  'depth',
  'number',
  'footerOnOneSide',
  'regionDiffers',
  'regions',
  'form',
  'formOnOneSide',
  'listAlike',
  'beside',
  'position',
  'spot',
  // The pairs that the weights are fitted on have no such columns.
  'testIdEqual',
  'testIdDiffers',
  'card',
  'otherCard',
  'ordinal',
] as const;

/** Name of a feature. */
export type Feature = (typeof FEATURES)[number];

/** The comparison of a wanted element with others; the numbers stand in the order of {@link FEATURES}. */
export function comparisonOf(a: Traits, rarity: Rarity): (candidate: Traits) => readonly number[] {
  const ofA = listsOf(a, rarity);
  const hasTwins = (a.twins?.count ?? 1) > 1;
  const hasPath = a.path.length > 0;
  const [nameRarity, hrefRarity] = [rarity('name', a.name), rarity('href', a.href)];
  const [isForm, isFooter] = [a.regions & FORM, a.regions & FOOTER];
  return (b) => {
    const bothSay = a.key !== '' && b.key !== '';
    const textEqual = bothSay && a.key === b.key;
    const textDiffers = bothSay && !textEqual;
    const distance = distanceOf(a.box, b.box);
    const ofB = listsOf(b, rarity);
    const words = textDiffers ? sharesOf(ofA.words, ofB.words) : NOTHING;
    const bag = sharesOf(ofA.bag, ofB.bag);
    const card = sharesOf(ofA.card, ofB.card).ofAll;
    const isOtherCard = hasTwins && a.card.length > 0 && b.card.length > 0 && card < SAME_CARD;
    return [
      +textEqual,
      textDiffers ? sharedPairs(a.opening, b.opening) : 0,
      words.ofAll,
      +textDiffers,
      +((a.key === '') !== (b.key === '')),
      bag.rarest,
      bag.ofMean,
      +(!textEqual && (isWrittenIn(a, b) || isWrittenIn(b, a))),
      +alike(a.id, b.id),
      alike(a.name, b.name) ? nameRarity : 0,
      +unlike(a.name, b.name),
      alike(a.href, b.href) ? hrefRarity : 0,
      sharesOf(ofA.classes, ofB.classes).ofAll,
      +(a.tag === b.tag),
      +(a.isHeading !== b.isHeading),
      +alike(a.control, b.control),
      +unlike(a.control, b.control),
      inOrder(a.steps, b.steps),
      commonTail(a.steps, b.steps),
      depthApart(a.path.length, b.path.length),
      +(a.number > 0 && a.number === b.number),
      +(hasPath && b.path.length > 0 && isFooter !== (b.regions & FOOTER)),
      +unlike(a.region, b.region),
      overlap(a.regions, b.regions),
      +(isForm !== 0 && (b.regions & FORM) !== 0),
      +(hasPath && isForm !== (b.regions & FORM)),
      +(hasPath && a.isListed === b.isListed),
      alikeBeside(a.beside, b.beside) / 2,
      Math.exp(-distance / 400),
      Math.exp(-distance / 60),
      +alike(a.testId, b.testId),
      +unlike(a.testId, b.testId),
      card,
      +isOtherCard,
      +(hasTwins && !isOtherCard && a.twins?.index === b.twins?.index),
    ];
  };
}

const FORM = bitOf('form');
const FOOTER = bitOf('footer');

/** A card of which less is left is another one. */
const SAME_CARD = 0.5;

const alike = (a: string, b: string) => a !== '' && a === b;
const unlike = (a: string, b: string) => a !== '' && b !== '' && a !== b;

/** Icons say in their names what a button beside them says in its text: "Log in", `loginbutton`. */
function isWrittenIn({ key }: Traits, { names }: Traits): boolean {
  return key.length >= 4 && key.length <= 20 && names.includes(key);
}

/** How much deeper one of two stands, as a share of its depth; negative, because it speaks against the two. */
function depthApart(a: number, b: number): number {
  return a && b ? -Math.abs(a - b) / Math.max(a, b) : 0;
}

/** Twice the longest common subsequence over both lengths. Where both begin or end alike, that is part of it. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  if (!a.length || !b.length) return 0;
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before++;
  let after = 0;
  while (after < most - before && a[a.length - 1 - after] === b[b.length - 1 - after]) after++;
  const between = longest(a.slice(before, a.length - after), b.slice(before, b.length - after));
  return (2 * (before + between + after)) / (a.length + b.length);
}

/** Length of the longest common subsequence. */
function longest(a: readonly string[], b: readonly string[]): number {
  if (!a.length || !b.length) return 0;
  const row = new Uint16Array(b.length + 1);
  for (const step of a) {
    let diagonal = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? 0;
      row[j] = step === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1] ?? 0);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}

const TAIL = 6;

/** How many of the last steps are the same, as a share of {@link TAIL}. */
function commonTail(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < TAIL && same < a.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return same / TAIL;
}

function alikeBeside(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  for (let side = 0; side < a.length; side++) if (alike(a[side] ?? '', b[side] ?? '')) count++;
  return count;
}

function overlap(a: number, b: number): number {
  const all = bitsIn(a | b);
  return all ? bitsIn(a & b) / all : 0;
}

function bitsIn(set: number): number {
  let count = 0;
  for (let left = set; left; left &= left - 1) count++;
  return count;
}

function distanceOf(a: PageBox | undefined, b: PageBox | undefined): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Number.POSITIVE_INFINITY;
}
