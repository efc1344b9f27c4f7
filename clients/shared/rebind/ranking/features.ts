import type { PageBox } from '../fingerprint/description.ts';
import type { Rarity } from '../survey/rarity.ts';
import { CUT, type Traits } from '../traits/traits.ts';
import { HALF, QUARTER } from '../weights/hand-set-weights.ts';
import { listsOf, NOTHING, sharesOf } from './shares.ts';
import { commonEnd, commonStart, sharedPairs } from './text-similarity.ts';

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

/** Compares two elements; the numbers stand in the order of {@link FEATURES}. */
export function compare(a: Traits, b: Traits, rarity: Rarity): readonly number[] {
  const bothSay = a.key !== '' && b.key !== '';
  const textEqual = bothSay && a.key === b.key;
  const textDiffers = bothSay && !textEqual;
  const [formA, formB] = [a.regions.has('form'), b.regions.has('form')];
  const distance = distanceOf(a.box, b.box);
  const hasTwins = (a.twins?.count ?? 1) > 1;
  const [ofA, ofB] = [listsOf(a, rarity), listsOf(b, rarity)];
  const words = textDiffers ? sharesOf(ofA.words, ofB.words) : NOTHING;
  const bag = sharesOf(ofA.bag, ofB.bag);
  const card = sharesOf(ofA.card, ofB.card).ofAll;
  const isOtherCard =
    hasTwins && a.card.length > 0 && b.card.length > 0 && card < (a.cardText.length > CUT ? QUARTER : HALF);
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
    alike(a.name, b.name) ? rarity('name', a.name) : 0,
    +unlike(a.name, b.name),
    alike(a.href, b.href) ? rarity('href', a.href) : 0,
    sharesOf(ofA.classes, ofB.classes).ofAll,
    +alike(a.tag, b.tag),
    +(a.isHeading !== b.isHeading),
    +alike(a.control, b.control),
    +unlike(a.control, b.control),
    inOrder(a.steps, b.steps),
    commonTail(a.steps, b.steps),
    a.path.length && b.path.length
      ? -Math.abs(a.path.length - b.path.length) / Math.max(a.path.length, b.path.length)
      : 0,
    +(a.number > 0 && a.number === b.number),
    +(a.path.length > 0 && b.path.length > 0 && a.regions.has('footer') !== b.regions.has('footer')),
    +unlike(a.region, b.region),
    overlap(a.regions, b.regions),
    +(formA && formB),
    +(a.path.length > 0 && formA !== formB),
    +(a.path.length > 0 && a.isListed === b.isListed),
    alikeBeside(a.beside, b.beside) / 2,
    Math.exp(-distance / 400),
    Math.exp(-distance / 60),
    +alike(a.testId, b.testId),
    +unlike(a.testId, b.testId),
    card,
    +isOtherCard,
    +(hasTwins && !isOtherCard && a.twins?.index === b.twins?.index),
  ];
}

const alike = (a: string, b: string) => a !== '' && a === b;
const unlike = (a: string, b: string) => a !== '' && b !== '' && a !== b;

/** Icons say in their names what a button beside them says in its text: "Log in", `loginbutton`. */
function isWrittenIn({ key }: Traits, { names }: Traits): boolean {
  return key.length >= 4 && key.length <= 20 && names.includes(key);
}

/** Twice the longest common subsequence over both lengths. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  if (!a.length || !b.length) return 0;
  // Only what differs in the middle is compared step by step: paths can be hundreds of steps long.
  const start = commonStart(a, b);
  const end = Math.min(commonEnd(a, b), a.length - start, b.length - start);
  const [endA, endB] = [a.length - end, b.length - end];
  const row = new Uint16Array(endB + 1);
  for (let i = start; i < endA; i++) {
    let diagonal = 0;
    for (let j = start; j < endB; j++) {
      const above = row[j + 1] as number;
      row[j + 1] = a[i] === b[j] ? diagonal + 1 : Math.max(above, row[j] as number);
      diagonal = above;
    }
  }
  return (2 * (start + end + (row[endB] as number))) / (a.length + b.length);
}

const TAIL = 6;

/** How many of the last steps are the same, as a share of {@link TAIL}. */
const commonTail = (a: readonly string[], b: readonly string[]) => Math.min(TAIL, commonEnd(a, b)) / TAIL;

function alikeBeside(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  for (let side = 0; side < a.length; side++) if (alike(a[side] ?? '', b[side] ?? '')) count++;
  return count;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const value of a) if (b.has(value)) both++;
  const all = a.size + b.size - both;
  return all ? both / all : 0;
}

/** In pixels: nothing is alike by its place then. */
const FAR = 1e9;

function distanceOf(a: PageBox | undefined, b: PageBox | undefined): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : FAR;
}
