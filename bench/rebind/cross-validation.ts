import { type Outcome, outcomesOf } from './outcomes.ts';
import { type Settings, train } from './training.ts';
import type { Trial } from './trial.ts';

/** Outcomes of all cases, each from a model fitted on the other sites. */
export interface CrossValidation {
  readonly sites: number;
  /** Outcomes with all cases of a site located together, as on a page with many pins. */
  readonly together: readonly Outcome[];
  /** Outcomes with each case located alone. */
  readonly alone: readonly Outcome[];
}

/** @param start initial ranking weights; good ones save time */
export function crossValidate(trials: readonly Trial[], settings: Settings, start: readonly number[]): CrossValidation {
  const folds = trials.map((heldOut) => {
    const others = trials.filter((trial) => trial !== heldOut);
    const model = train(others, settings, start);
    return [outcomesOf(heldOut, model, true), outcomesOf(heldOut, model, false)] as const;
  });
  return {
    sites: trials.length,
    together: folds.flatMap(([together]) => together),
    alone: folds.flatMap(([, alone]) => alone),
  };
}
