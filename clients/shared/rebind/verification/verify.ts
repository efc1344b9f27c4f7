import type { Entry, Row } from '../ranking/rank.ts';
import { AMBIGUOUS_CONFIDENCE } from '../weights/hand-set-weights.ts';
import { type Model, weigh } from '../weights/model.ts';
import { isAmbiguous } from './ambiguity.ts';
import { certaintyInputs, isJudged } from './certainty.ts';
import { isSameTarget } from './same-target.ts';
import { VERIFIER_COLUMNS } from './verifier-inputs.ts';

/**
 * Computes the verifier's inputs for an entry: VERIFIER_SIGNALS, then VERIFIER_COLUMNS.
 *
 * @param probabilities probabilities of the row's entries, from `assignSteps`
 */
export function verifierInputs(row: Row, k: number, probabilities: readonly number[]): readonly number[] {
  const entry = row.entries[k] as Entry;
  const probability = Math.min(1 - 1e-6, Math.max(1e-6, probabilities[k] ?? 0));
  const lead = Math.log(probability / bestAlternative(row, k, probabilities));
  const { target, self } = row;
  return [
    1,
    self > 0 ? entry.score / self : 0,
    entry.score / 10,
    probability,
    Math.max(-3, Math.min(3, Math.log(probability / (1 - probability)) / 3)),
    Math.min(4, lead / 3),
    +!target.box,
    +(target.key !== '' && target.key.length < 4),
    ...VERIFIER_COLUMNS.map((column) => entry.features[column] ?? 0),
  ];
}

/** Returns the largest probability of a different candidate. */
function bestAlternative({ entries }: Row, k: number, probabilities: readonly number[]): number {
  let best = 1e-6;
  for (let i = 0; i < entries.length; i++) {
    const probability = probabilities[i] ?? 0;
    if (probability > best && i !== k && !isSameTarget(entries[i] as Entry, entries[k] as Entry)) best = probability;
  }
  return best;
}

/**
 * Computes the confidence that the row's entry is the wanted element, 0–1.
 *
 * @param prior log-odds from other evidence
 */
export function confidenceOf(row: Row, k: number, probabilities: readonly number[], model: Model, prior = 0): number {
  const entry = row.entries[k] as Entry;
  const similarity = weigh(verifierInputs(row, k, probabilities), model.verify);
  if (isJudged(row, entry)) return chanceOf(weigh(certaintyInputs(row, entry, similarity), model.certainty));
  const chance = chanceOf(similarity + prior);
  return isAmbiguous(row, entry) ? Math.min(chance, AMBIGUOUS_CONFIDENCE) : chance;
}

const chanceOf = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
