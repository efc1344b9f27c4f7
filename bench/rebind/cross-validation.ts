import { type Outcome, outcomesOf } from './outcomes.ts';
import { type Settings, train } from './training.ts';
import type { Trial } from './trial.ts';

/** What became of each case when its site was judged by a model fitted on the others. */
export interface CrossValidation {
  readonly sites: number;
  /** A site's cases looked for at once, as on a page with many pins. */
  readonly together: readonly Outcome[];
  readonly alone: readonly Outcome[];
}

/** @param start ranking weights to begin with, which saves time */
export function crossValidate(trials: readonly Trial[], settings: Settings, start: readonly number[]): CrossValidation {
  const folds = trials.map((held) => {
    const others = trials.filter((trial) => trial !== held);
    const model = train(others, settings, start);
    return [outcomesOf(held, model, true), outcomesOf(held, model, false)] as const;
  });
  return {
    sites: trials.length,
    together: folds.flatMap(([together]) => together),
    alone: folds.flatMap(([, alone]) => alone),
  };
}
