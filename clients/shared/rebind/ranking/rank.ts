import type { Description } from '../fingerprint/description.ts';
import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import { readStored } from '../fingerprint/stored.ts';
import { type Rarity, rarityAmong } from '../survey/rarity.ts';
import { type Traits, traitsOf } from '../traits/traits.ts';
import { MODEL } from '../weights/fitted-weights.ts';
import { type Model, weigh } from '../weights/model.ts';
import { compare } from './features.ts';

/** A candidate with what the comparison gave. */
export interface Entry {
  /** Which candidate, by its place among those given. */
  readonly index: number;
  readonly traits: Traits;
  readonly features: readonly number[];
  readonly score: number;
}

/** A wanted element with its best candidates, the best first. */
export interface Row {
  readonly target: Traits;
  /** What the target itself would score: the most that can be reached. */
  readonly self: number;
  readonly entries: readonly Entry[];
  /** Among what they were looked for. */
  readonly rarity: Rarity;
}

/** So many candidates of an element are kept: the right one is nearly always among the first three. */
const KEPT = 24;

/** Scores candidates of one wanted element. `extra` adds what is known of a candidate from elsewhere. */
export function rankTraits(
  target: Traits,
  candidates: readonly Traits[],
  rarity: Rarity,
  extra: (index: number) => number = () => 0,
  model: Model = MODEL,
): Row {
  const scoreOf = (features: readonly number[]) => weigh(features, model.rank);
  const entries = candidates.map((traits, index) => {
    const features = compare(target, traits, rarity);
    return { index, traits, features, score: scoreOf(features) + extra(index) };
  });
  return { target, self: scoreOf(compare(target, target, rarity)), entries: bestOf(entries), rarity };
}

/** The entries that are kept of these, which are put in order. */
export const bestOf = (entries: Entry[]): Entry[] =>
  entries.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, KEPT);

/**
 * Orders candidates by how likely each is the described element. Fingerprints and descriptions may be mixed. Which of them
 * is bound, if any, is for {@link decide} to say.
 */
export function rank(wanted: Description | Fingerprint, candidates: readonly (Description | Fingerprint)[]): Row {
  const traits = candidates.map((candidate) => traitsOf(descriptionOf(candidate)));
  return rankTraits(traitsOf(descriptionOf(wanted)), traits, rarityAmong(traits));
}

/** A fingerprint keeps most of what it says in its traits. */
function descriptionOf(value: Description | Fingerprint): Description {
  return 'traits' in value ? readStored(value).description : value;
}
