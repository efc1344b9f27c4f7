import { type Rarity, rarityAmong } from '../../clients/shared/rebind/dom-index/rarity.ts';
import { compare } from '../../clients/shared/rebind/ranking/features.ts';
import { bestOf, type Row } from '../../clients/shared/rebind/ranking/rank.ts';
import { type Traits, traitsOf } from '../../clients/shared/rebind/traits/traits.ts';
import { type Model, weigh } from '../../clients/shared/rebind/weights/model.ts';
import { isExpectedMatch, readSites, type Site } from './pairs.ts';

/** Site whose elements have been compared once, for trials of many models. */
export interface Trial {
  readonly name: string;
  readonly cases: readonly TrialCase[];
  readonly candidates: readonly Traits[];
  readonly rarity: Rarity;
}

/** Wanted element with its comparisons. */
export interface TrialCase {
  readonly target: Traits;
  readonly self: readonly number[];
  /** Comparison with each candidate. */
  readonly options: readonly (readonly number[])[];
  readonly isRight: readonly boolean[];
}

/** Reads a file of pairs; see pairs.ts. */
export async function readTrials(file: string): Promise<Trial[]> {
  const trials: Trial[] = [];
  for await (const site of readSites(file)) trials.push(trialOf(site));
  return trials;
}

/** Compares every target of a site with every candidate. */
function trialOf(site: Site): Trial {
  const candidates = site.candidates.map((candidate) => traitsOf(candidate));
  const rarity = rarityAmong(candidates);
  const cases = site.cases.map(({ target: description, answer }) => {
    const target = traitsOf(description);
    return {
      target,
      self: compare(target, target, rarity),
      options: candidates.map((candidate) => compare(target, candidate, rarity)),
      isRight: site.candidates.map(({ xpath = '' }) => isExpectedMatch(xpath, answer)),
    };
  });
  return { name: site.name, cases, candidates, rarity };
}

/**
 * Builds the engine's row of a case under a model.
 *
 * @param without case whose right candidates are omitted
 */
export function rowOf({ candidates, rarity }: Trial, trialCase: TrialCase, model: Model, without?: TrialCase): Row {
  const entries = trialCase.options
    .map((features, index) => ({
      index,
      features,
      traits: candidates[index] as Traits,
      score: weigh(features, model.rank),
    }))
    .filter(({ index }) => !without?.isRight[index]);
  return { target: trialCase.target, self: weigh(trialCase.self, model.rank), entries: bestOf(entries), rarity };
}
