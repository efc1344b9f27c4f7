import type { Entry, Row } from '../ranking/rank.ts';
import { DOUBT } from '../weights/hand-set-weights.ts';
import { type Model, weigh } from '../weights/model.ts';
import { isDoubtful } from './ambiguity.ts';
import { areKin } from './same-target.ts';
import { LOOKED_AT } from './verifier-inputs.ts';

/**
 * What the verifier judges an entry by: SIGNS, then LOOKED_AT.
 *
 * @param shares the probabilities that {@link assign} gave the row's entries.
 */
export function evidence(row: Row, k: number, shares: readonly number[]): readonly number[] {
  const entry = row.entries[k] as Entry;
  const share = Math.min(1 - 1e-6, Math.max(1e-6, shares[k] ?? 0));
  const lead = Math.log(share / secondOf(row, k, shares));
  const { target, self } = row;
  return [
    1,
    self > 0 ? entry.score / self : 0,
    entry.score / 10,
    share,
    Math.max(-3, Math.min(3, Math.log(share / (1 - share)) / 3)),
    Math.min(4, lead / 3),
    +!target.box,
    +(target.key !== '' && target.key.length < 4),
    ...LOOKED_AT.map((column) => entry.features[column] ?? 0),
  ];
}

/** The largest share of another answer. */
function secondOf({ entries }: Row, k: number, shares: readonly number[]): number {
  let most = 1e-6;
  for (let i = 0; i < entries.length; i++) {
    const share = shares[i] ?? 0;
    if (share > most && i !== k && !areKin(entries[i] as Entry, entries[k] as Entry)) most = share;
  }
  return most;
}

/**
 * How sure it is that the row's entry is the wanted element, 0–1.
 *
 * @param extra log-odds that are known from elsewhere.
 */
export function confidenceOf(row: Row, k: number, shares: readonly number[], model: Model, extra = 0): number {
  const logOdds = weigh(evidence(row, k, shares), model.verify) + extra;
  const confidence = 1 / (1 + Math.exp(-logOdds));
  return isDoubtful(row, row.entries[k] as Entry) ? Math.min(confidence, DOUBT) : confidence;
}
