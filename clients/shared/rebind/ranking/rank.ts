import { type Rarity, rarityAmong } from '../dom-index/rarity.ts';
import type { Description } from '../fingerprint/description.ts';
import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import { readStored } from '../fingerprint/stored.ts';
import { type Traits, traitsOf } from '../traits/traits.ts';
import { MODEL } from '../weights/fitted-weights.ts';
import { type Model, weigh } from '../weights/model.ts';
import { compare } from './features.ts';

/** Candidate with the result of its comparison. */
export interface Entry {
  /** Index of the candidate in the given list. */
  readonly index: number;
  readonly traits: Traits;
  readonly features: readonly number[];
  readonly score: number;
}

/** Wanted element with its best candidates, best first. */
export interface Row {
  readonly target: Traits;
  /** Score of the target compared with itself, the maximum. */
  readonly self: number;
  readonly entries: readonly Entry[];
  /** Rarity among all candidates. */
  readonly rarity: Rarity;
}

/** Entries kept per row; the right one is nearly always among the first three. */
const MAX_ENTRIES = 24;

/**
 * Scores the candidates of one wanted element.
 *
 * @param bonusOf score of a candidate from other evidence
 */
export function rankTraits(
  target: Traits,
  candidates: readonly Traits[],
  rarity: Rarity,
  bonusOf: (index: number) => number = () => 0,
  model: Model = MODEL,
): Row {
  const scoreOf = (features: readonly number[]) => weigh(features, model.rank);
  const entries = candidates.map((traits, index) => {
    const features = compare(target, traits, rarity);
    return { index, traits, features, score: scoreOf(features) + bonusOf(index) };
  });
  return { target, self: scoreOf(compare(target, target, rarity)), entries: bestOf(entries), rarity };
}

/** Sorts the entries in place and returns the best ones. */
export const bestOf = (entries: Entry[]): Entry[] =>
  entries.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, MAX_ENTRIES);

/**
 * Ranks candidates by their similarity to the described element. Fingerprints and descriptions may
 * be mixed. `decide` determines which one is bound, if any.
 */
export function rank(wanted: Description | Fingerprint, candidates: readonly (Description | Fingerprint)[]): Row {
  const traits = candidates.map((candidate) => traitsOf(descriptionOf(candidate)));
  return rankTraits(traitsOf(descriptionOf(wanted)), traits, rarityAmong(traits));
}

/** Returns a description as it is; reads that of a fingerprint. */
function descriptionOf(value: Description | Fingerprint): Description {
  return 'traits' in value ? readStored(value).description : value;
}
