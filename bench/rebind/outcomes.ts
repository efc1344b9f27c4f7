import { decide, type Verdict } from '../../clients/shared/rebind/verification/match-results.ts';
import type { Model } from '../../clients/shared/rebind/weights/model.ts';
import { asOnPage, priorOf } from './simulate-page.ts';
import { rowOf, type Trial, type TrialCase } from './trial.ts';

/** What became of one case. */
export interface Outcome {
  readonly site: string;
  /** The first choice is right. */
  readonly isFirst: boolean;
  readonly confidence: number;
  /** With the right candidates taken off the page: confidence of what is still offered. */
  readonly whenDeleted: number;
}

/**
 * Runs a site's cases under a model: all together, as the engine does it for a page, or each alone. Deleting is tried
 * one case at a time, the others staying as they are.
 */
export function outcomesOf(trial: Trial, model: Model, together: boolean): Outcome[] {
  const decideAll = (cases: readonly TrialCase[], without?: TrialCase) =>
    decide(
      cases.map((one) => asOnPage(rowOf(trial, one, model, without))),
      priorOf,
      model,
    );
  const { cases } = trial;
  const verdicts = together ? decideAll(cases) : cases.flatMap((one) => decideAll([one]));
  return cases.map((one, i) => {
    const verdict = verdicts[i];
    const left = decideAll(together ? cases : [one], one)[together ? i : 0];
    const first = verdict?.choices[0]?.entry.index;
    return {
      site: trial.name,
      isFirst: first !== undefined && one.isRight[first] === true,
      confidence: boundConfidence(verdict, model),
      whenDeleted: boundConfidence(left, model),
    };
  });
}

/** A verdict that was bound but had to give way to a surer one is below the threshold. */
function boundConfidence(verdict: Verdict | undefined, { bound }: Model): number {
  if (!verdict) return 0;
  return verdict.state === 'bound' ? verdict.confidence : Math.min(verdict.confidence, bound - 1e-6);
}

/** Shares of all cases, in percent with one digit. */
export interface Score {
  readonly cases: number;
  readonly rank1: number;
  readonly right: number;
  readonly wrong: number;
  readonly wrongWhenDeleted: number;
}

/** Counts outcomes at a threshold. */
export function scoreOf(outcomes: readonly Outcome[], bound: number): Score {
  const share = (isIt: (outcome: Outcome) => boolean) =>
    Math.round((1000 * outcomes.filter(isIt).length) / outcomes.length) / 10;
  return {
    cases: outcomes.length,
    rank1: share(({ isFirst }) => isFirst),
    right: share(({ isFirst, confidence }) => isFirst && confidence >= bound),
    wrong: share(({ isFirst, confidence }) => !isFirst && confidence >= bound),
    wrongWhenDeleted: share(({ whenDeleted }) => whenDeleted >= bound),
  };
}
