import { decide, type MatchResult } from '../../clients/shared/rebind/verification/match-results.ts';
import type { Model } from '../../clients/shared/rebind/weights/model.ts';
import { priorOf, simulatePage } from './simulate-page.ts';
import { rowOf, type Trial, type TrialCase } from './trial.ts';

/** Outcome of one case. */
export interface Outcome {
  readonly site: string;
  /** Whether the first choice is right. */
  readonly isFirst: boolean;
  readonly confidence: number;
  /** Confidence in the first choice after the right candidates were deleted. */
  readonly whenDeleted: number;
}

/**
 * Runs a site's cases under a model: all together, as the engine does for a page, or each alone.
 * Deletes the right candidates of one case at a time.
 */
export function outcomesOf(trial: Trial, model: Model, together: boolean): Outcome[] {
  const decideAll = (cases: readonly TrialCase[], without?: TrialCase) =>
    decide(
      cases.map((trialCase) => simulatePage(rowOf(trial, trialCase, model, without))),
      priorOf,
      model,
    );
  const { cases } = trial;
  const results = together ? decideAll(cases) : cases.flatMap((trialCase) => decideAll([trialCase]));
  return cases.map((trialCase, i) => {
    const result = results[i];
    const deleted = decideAll(together ? cases : [trialCase], trialCase)[together ? i : 0];
    const first = result?.choices[0]?.entry.index;
    return {
      site: trial.name,
      isFirst: first !== undefined && trialCase.isRight[first] === true,
      confidence: boundConfidence(result, model),
      whenDeleted: boundConfidence(deleted, model),
    };
  });
}

/** Returns the confidence, below the threshold when the match lost a conflict with another one. */
function boundConfidence(result: MatchResult | undefined, { bound }: Model): number {
  if (!result) return 0;
  return result.state === 'bound' ? result.confidence : Math.min(result.confidence, bound - 1e-6);
}

/** Shares of all cases, percent with one decimal. */
export interface Score {
  readonly cases: number;
  readonly rank1: number;
  readonly right: number;
  readonly wrong: number;
  readonly wrongWhenDeleted: number;
}

/** Computes the score of outcomes at a threshold. */
export function scoreOf(outcomes: readonly Outcome[], bound: number): Score {
  const share = (matches: (outcome: Outcome) => boolean) =>
    Math.round((1000 * outcomes.filter(matches).length) / outcomes.length) / 10;
  return {
    cases: outcomes.length,
    rank1: share(({ isFirst }) => isFirst),
    right: share(({ isFirst, confidence }) => isFirst && confidence >= bound),
    wrong: share(({ isFirst, confidence }) => !isFirst && confidence >= bound),
    wrongWhenDeleted: share(({ whenDeleted }) => whenDeleted >= bound),
  };
}
