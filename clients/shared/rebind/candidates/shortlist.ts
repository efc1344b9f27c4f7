import { keysFor } from '../dom-index/element-keys.ts';
import { cardOf } from '../fingerprint/describe.ts';
import type { KeyKind } from '../survey/page-index.ts';
import type { Spot, Survey } from '../survey/survey.ts';
import type { Traits } from '../traits/traits.ts';

/** So many candidates of an element are compared in full. */
const LENGTH = 32;
/** A key that more elements share says too little to look at each, unless all of them are twins. */
const COMMON = 250;
/** How many twins are looked at between two pauses. */
const STRIDE = 100;
/** How much a key says. */
const WORTH: Readonly<Record<KeyKind, number>> = {
  testId: 4,
  id: 3,
  text: 4,
  name: 2,
  href: 3,
  place: 2,
  word: 1,
  class: 0.6,
};

/**
 * Elements that share something with the wanted one, those that share most of it first. Compares nothing but keys.
 *
 * @param votes zero for every element of the survey, and so again in the end.
 */
export function* shortlistSteps(wanted: Traits, survey: Survey, votes: Float64Array): Generator<void, Spot[]> {
  yield* survey.places;
  const voted: Spot[] = [];
  const vote = (spot: Spot, worth: number) => {
    if (votes[spot.index] === 0) voted.push(spot);
    (votes[spot.index] as number) += worth;
  };
  for (const [kind, value] of keysFor(wanted)) {
    const isText = kind === 'text';
    const line = survey.having(kind, value);
    if (line.length > COMMON && !isText) continue;
    const worth = WORTH[kind] / Math.log2(2 + line.length);
    for (const spot of line) vote(spot, worth);
    if (isText && line.length > LENGTH / 2) yield* favourTwins(line, wanted, survey, vote);
  }
  if (!wanted.key) yield* favourTwins(survey.having('text', ''), wanted, survey, vote);
  for (const spot of voted) if (spot.tag === wanted.tag) vote(spot, 0.5);
  const found = first(
    LENGTH,
    voted,
    (a, b) => (votes[b.index] as number) - (votes[a.index] as number) || a.index - b.index,
  );
  for (const { index } of voted) votes[index] = 0;
  return found;
}

/** Among very many twins, and those that say nothing, the one in the same card and the one with the same number must not be cut off. */
function* favourTwins(
  line: readonly Spot[],
  wanted: Traits,
  survey: Survey,
  vote: (spot: Spot, worth: number) => void,
): Generator<void> {
  let number = 0;
  const start = wanted.cardText.slice(0, 60);
  for (const spot of line) {
    if (spot.tag !== wanted.tag || spot.key !== wanted.key) continue;
    if (start && cardOf(spot, survey).startsWith(start)) vote(spot, 2);
    if (number++ === wanted.twins?.index) vote(spot, 0.5);
    if (number % STRIDE === 0) yield;
  }
}

/** The first ones in an order. Of hundreds, most are behind the last of these, and need no place among the others. */
function first<T>(count: number, values: readonly T[], compare: (a: T, b: T) => number): T[] {
  const found: T[] = [];
  for (const value of values) {
    const last = found[count - 1];
    if (last !== undefined && compare(value, last) >= 0) continue;
    let at = found.length;
    while (at > 0 && compare(value, found[at - 1] as T) < 0) at--;
    found.splice(at, 0, value);
    if (found.length > count) found.pop();
  }
  return found;
}
