import { compare } from '../../clients/shared/rebind/ranking/features.ts';
import { bestOf, type Row } from '../../clients/shared/rebind/ranking/rank.ts';
import { type Rarity, rarityAmong } from '../../clients/shared/rebind/survey/rarity.ts';
import { type Traits, traitsOf } from '../../clients/shared/rebind/traits/traits.ts';
import { type Model, weigh } from '../../clients/shared/rebind/weights/model.ts';
import { isAnswer, readSites, type Site } from './pairs.ts';

/** A site whose elements have been compared once, so that many models can be tried on it. */
export interface Trial {
  readonly name: string;
  readonly cases: readonly TrialCase[];
  readonly candidates: readonly Traits[];
  readonly rarity: Rarity;
}

/** One wanted element. */
export interface TrialCase {
  readonly target: Traits;
  readonly self: readonly number[];
  /** The comparison with each candidate. */
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
      isRight: site.candidates.map(({ xpath = '' }) => isAnswer(xpath, answer)),
    };
  });
  return { name: site.name, cases, candidates, rarity };
}

/** The engine's row under a model; `without` leaves out the candidates that are right for that case. */
export function rowOf({ candidates, rarity }: Trial, one: TrialCase, model: Model, without?: TrialCase): Row {
  const entries = one.options
    .map((features, index) => ({
      index,
      features,
      traits: candidates[index] as Traits,
      score: weigh(features, model.rank),
    }))
    .filter(({ index }) => !without?.isRight[index]);
  return { target: one.target, self: weigh(one.self, model.rank), entries: bestOf(entries), rarity };
}
