import type { Rarity } from '../dom-index/rarity.ts';
import type { PageBox } from '../fingerprint/description.ts';
import { CUT_CARD_LENGTH, type Traits } from '../traits/traits.ts';
import { HALF, QUARTER } from '../weights/hand-set-weights.ts';
import { commonEnd, commonStart, sharedPairs } from './text-similarity.ts';
import { listsOf, NO_OVERLAP, overlapOf } from './weighted-overlap.ts';

/** Features of a comparison of two elements; 0 when either side lacks the compared member. */
export const FEATURES = [
  'textEqual',
  'textPairs',
  'textShared',
  'textDiffers',
  'textOnOneSide',
  'bagRarest',
  'bagAlike',
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
  'neighbors',
  'position',
  'exactPosition',
  // The pairs that the weights are fitted on lack these columns.
  'testIdEqual',
  'testIdDiffers',
  'card',
  'otherCard',
  'ordinal',
  'iconEqual',
  'iconDiffers',
] as const;

export type Feature = (typeof FEATURES)[number];

/** Compares two elements; the numbers are in the order of {@link FEATURES}. */
export function compare(a: Traits, b: Traits, rarity: Rarity): readonly number[] {
  const bothHaveText = a.key !== '' && b.key !== '';
  const textEqual = bothHaveText && a.key === b.key;
  const textDiffers = bothHaveText && !textEqual;
  const [formA, formB] = [a.regions.has('form'), b.regions.has('form')];
  const distance = distanceOf(a.box, b.box);
  const hasDuplicates = (a.duplicates?.count ?? 1) > 1;
  const [ofA, ofB] = [listsOf(a, rarity), listsOf(b, rarity)];
  const words = textDiffers ? overlapOf(ofA.words, ofB.words) : NO_OVERLAP;
  const bag = overlapOf(ofA.bag, ofB.bag);
  const card = overlapOf(ofA.card, ofB.card).ofAll;
  const isOtherCard =
    hasDuplicates &&
    a.card.length > 0 &&
    b.card.length > 0 &&
    card < leastCardShare(a) &&
    !a.card.every((word) => /^\d/.test(word) && b.card.includes(word));
  return [
    +textEqual,
    textDiffers ? sharedPairs(a.opening, b.opening) : 0,
    words.ofAll,
    +textDiffers,
    +((a.key === '') !== (b.key === '')),
    textEqual ? ofB.words.rarest : bag.rarest,
    bag.ofMean,
    +areEqual(a.id, b.id),
    areEqual(a.name, b.name) ? rarity('name', a.name) : 0,
    +areDifferent(a.name, b.name),
    areEqual(a.href, b.href) ? rarity('href', a.href) : 0,
    overlapOf(ofA.classes, ofB.classes).ofAll,
    +areEqual(a.tag, b.tag),
    +(a.isHeading !== b.isHeading),
    +areEqual(a.control, b.control),
    +areDifferent(a.control, b.control),
    sequenceSimilarity(a.steps, b.steps),
    commonTail(a.steps, b.steps),
    a.path.length && b.path.length
      ? -Math.abs(a.path.length - b.path.length) / Math.max(a.path.length, b.path.length)
      : 0,
    +(a.number > 0 && a.number === b.number),
    +(a.path.length > 0 && b.path.length > 0 && a.regions.has('footer') !== b.regions.has('footer')),
    +areDifferent(a.region, b.region),
    overlap(a.regions, b.regions),
    +(formA && formB),
    +(a.path.length > 0 && formA !== formB),
    +(a.path.length > 0 && a.isListed === b.isListed),
    (equalNeighbors(a.neighbors, b.neighbors) + equalNeighbors(a.neighborStems, b.neighborStems)) / 4,
    Math.exp(-distance / 400),
    Math.exp(-distance / 60),
    +areEqual(a.testId, b.testId),
    +areDifferent(a.testId, b.testId),
    card,
    +isOtherCard,
    +(hasDuplicates && !isOtherCard && a.duplicates?.index === b.duplicates?.index),
    +areEqual(a.icon, b.icon),
    +areDifferent(a.icon, b.icon),
  ];
}

/** Least share of a card's words that is left in the same card. */
export const leastCardShare = ({ cardText }: Traits) => (cardText.length > CUT_CARD_LENGTH ? QUARTER : HALF);

const areEqual = (a: string, b: string) => a !== '' && a === b;
const areDifferent = (a: string, b: string) => a !== '' && b !== '' && a !== b;

/** Twice the longest common subsequence over the sum of both lengths. */
function sequenceSimilarity(a: readonly string[], b: readonly string[]): number {
  if (!a.length || !b.length) return 0;
  // Paths can have hundreds of steps, so only the differing middle is compared step by step.
  const start = commonStart(a, b);
  const end = Math.min(commonEnd(a, b), a.length - start, b.length - start);
  const [endA, endB] = [a.length - end, b.length - end];
  // A new typed array would take longer than most comparisons.
  const row: number[] = [];
  let left = 0;
  for (let i = start; i < endA; i++) {
    let diagonal = 0;
    left = 0;
    for (let j = start; j < endB; j++) {
      const above = row[j - start] ?? 0;
      left = a[i] === b[j] ? diagonal + 1 : Math.max(above, left);
      row[j - start] = left;
      diagonal = above;
    }
  }
  return (2 * (start + end + left)) / (a.length + b.length);
}

const TAIL = 6;

/** Number of equal last steps, as a share of {@link TAIL}. */
const commonTail = (a: readonly string[], b: readonly string[]) => Math.min(TAIL, commonEnd(a, b)) / TAIL;

function equalNeighbors(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  for (let side = 0; side < a.length; side++) if (areEqual(a[side] ?? '', b[side] ?? '')) count++;
  return count;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const value of a) if (b.has(value)) both++;
  const union = a.size + b.size - both;
  return union ? both / union : 0;
}

/** Distance of unknown boxes, pixels; makes the features of the position 0. */
const UNKNOWN_DISTANCE = 1e9;

function distanceOf(a: PageBox | undefined, b: PageBox | undefined): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : UNKNOWN_DISTANCE;
}
