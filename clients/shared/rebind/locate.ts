import { run } from '../time-slices.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import { makeLook } from './matcher.ts';
import { type Spot, type Survey, surveySteps } from './survey/survey.ts';
import { boundTo, decideSteps, type State, type Verdict } from './verification/match-results.ts';
import { DOUBT } from './weights/hand-set-weights.ts';

/** What became of one stored target on this page. */
export interface Located {
  readonly state: State;
  /** 0–1, of the best candidate; what it is worth is measured in docs/rebinding.md. */
  readonly confidence: number;
  /** What it is bound to; null in the other states. */
  readonly element: Element | null;
  /** The best candidates, the best first: what a person may choose from when it moved. */
  readonly candidates: readonly { readonly element: Element; readonly confidence: number }[];
}

/**
 * Finds all targets of a page at once. Never throws, whatever was stored.
 *
 * @param survey of the page at this moment, where there is one already.
 */
export function locate(document: Document, targets: readonly StoredTarget[], survey?: Survey): Located[] {
  return run(locateSteps(document, targets, survey));
}

/** The same with pauses between steps of a millisecond or so; see slices.ts. */
export function* locateSteps(
  document: Document,
  targets: readonly StoredTarget[],
  surveyed?: Survey,
): Generator<void, Located[]> {
  if (targets.length === 0) return [];
  const survey = surveyed ?? (yield* surveySteps(document));
  yield;
  const verdicts = yield* verdictSteps(document, survey, targets);
  return verdicts.map(({ state, confidence, choices }) => {
    const candidates = choices.map(({ entry, confidence: sure }) => ({
      element: (survey.spots[entry.index] as Spot).element,
      confidence: sure,
    }));
    return { state, confidence, element: state === 'bound' ? (candidates[0]?.element ?? null) : null, candidates };
  });
}

/**
 * Those that are not bound, or to what the element as it was is doubtful of, are looked for as they were before, together with
 * all others as they were found: what is bound in the end was decided at once, so that two elements are not one.
 */
function* verdictSteps(
  document: Document,
  survey: Survey,
  targets: readonly StoredTarget[],
): Generator<void, Verdict[]> {
  const { rowOf, doubts, priorOf } = makeLook(document, survey);
  const rows = [];
  for (const target of targets) {
    rows.push(yield* rowOf(target));
    yield;
  }
  const firsts = yield* decideSteps(rows, priorOf);
  const again = new Set<number>();
  for (let i = 0; i < targets.length; i++) {
    const before = targets[i]?.before;
    const index = boundTo(firsts[i] as Verdict);
    if (!before || !(index < 0 || doubts(before, index))) continue;
    again.add(i);
    rows[i] = yield* rowOf(before);
    yield;
  }
  if (again.size === 0) return firsts;
  const seconds = yield* decideSteps(rows, priorOf);
  return seconds.map((second, i) => (again.has(i) ? eitherOf(firsts[i] as Verdict, second) : second));
}

/** Where an element as it is and as it was are two, a person says which is meant: what it became may have been another one. */
function eitherOf(now: Verdict, before: Verdict): Verdict {
  if (before.state !== 'bound') return now;
  if (now.state !== 'bound' || boundTo(now) === boundTo(before)) return before;
  return { state: 'moved', confidence: DOUBT, choices: [...before.choices.slice(0, 1), ...now.choices.slice(0, 1)] };
}
