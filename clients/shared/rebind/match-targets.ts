import type { DomIndex } from './dom-index/dom-index.ts';
import { rewordings } from './fingerprint/rewordings.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import type { QuoteTest } from './quotes/quote.ts';
import type { Row } from './ranking/rank.ts';
import { boundIndex, decideSteps, type MatchResult } from './verification/match-results.ts';
import { hasSamePlace } from './verification/same-place.ts';
import { AMBIGUOUS_CONFIDENCE, PLACE_CONFIDENCE } from './weights/hand-set-weights.ts';

/**
 * Matches all targets, then runs two more passes. Targets that were not bound, or whose match
 * contradicts their previous fingerprint, are ranked again by that fingerprint; those that are
 * still not bound, by the texts that their comments ask for. Each pass decides about all targets
 * together, so two targets never share an element by accident.
 */
export function* matchSteps(
  document: Document,
  targets: readonly StoredTarget[],
  domIndex: DomIndex,
  isQuotedIn: QuoteTest = () => false,
): Generator<void, MatchResult[]> {
  const matcher = createMatcher(document, domIndex, isQuotedIn);
  const { rowOf, isUnlikely, priorOf } = matcher;
  const rows: Row[] = [];
  for (const target of targets) {
    rows.push(yield* rowOf(target));
    yield;
  }
  const firstResults = yield* decideSteps(rows, priorOf);
  const retried = new Set<number>();
  for (let i = 0; i < targets.length; i++) {
    const before = targets[i]?.before;
    const index = boundIndex(firstResults[i] as MatchResult);
    if (!before || !(index < 0 || isUnlikely(before, index))) continue;
    retried.add(i);
    rows[i] = yield* rowOf(before);
    yield;
  }
  const secondResults = retried.size > 0 ? yield* decideSteps(rows, priorOf) : firstResults;
  const results = secondResults.map((second, i) =>
    retried.has(i) ? reconcile(firstResults[i] as MatchResult, second) : second,
  );
  return placed(matcher, targets, rows, yield* rewordedSteps(matcher, targets, rows, results));
}

/**
 * Binds targets by their place where the page is in another language now: a place that is certain
 * counts more than words, any other one if the words bind nothing. A place that another target has
 * by its words, at another path, is not that of this one.
 */
function placed(
  { placeOf }: Matcher,
  targets: readonly StoredTarget[],
  rows: readonly Row[],
  results: readonly MatchResult[],
): MatchResult[] {
  const places = targets.map((target) => placeOf(target) ?? (target.before ? placeOf(target.before) : null));
  const pathOf = (i: number) => (rows[i] as Row).target.steps.join('/');
  return results.map((result, i) => {
    const place = places[i];
    const isTaken = results.some(
      (other, k) => !places[k] && boundIndex(other) === place?.entry.index && pathOf(k) !== pathOf(i),
    );
    if (!place || isTaken || (result.state === 'bound' && !place.isCertain)) return result;
    const confidence = Math.max(PLACE_CONFIDENCE, boundIndex(result) === place.entry.index ? result.confidence : 0);
    return { state: 'bound', confidence, choices: [{ entry: place.entry, confidence }] };
  });
}

/**
 * Binds targets that were not found to an element in their place that shows a text which their
 * comment asks for: the comment was probably answered. The same text elsewhere binds nothing.
 */
function* rewordedSteps(
  { rowOf, priorOf }: Matcher,
  targets: readonly StoredTarget[],
  rows: readonly Row[],
  results: readonly MatchResult[],
): Generator<void, MatchResult[]> {
  const found = [...results];
  for (let i = 0; i < targets.length; i++) {
    for (const reworded of rewordings(targets[i] as StoredTarget)) {
      if ((found[i] as MatchResult).state === 'bound') break;
      const row = yield* rowOf(reworded);
      const decided = yield* decideSteps(
        rows.map((other, k) => (k === i ? row : other)),
        priorOf,
      );
      const result = decided[i] as MatchResult;
      const [choice] = result.choices;
      if (result.state === 'bound' && choice && hasSamePlace(row, choice.entry)) found[i] = result;
    }
  }
  return found;
}

/**
 * Reports `moved` when the present and the previous fingerprint match two different elements: the
 * present one may have been taken from a wrong element, so a person has to decide.
 */
function reconcile(now: MatchResult, before: MatchResult): MatchResult {
  if (before.state !== 'bound') return now;
  if (now.state !== 'bound' || boundIndex(now) === boundIndex(before)) return before;
  return {
    state: 'moved',
    confidence: AMBIGUOUS_CONFIDENCE,
    choices: [...before.choices.slice(0, 1), ...now.choices.slice(0, 1)],
  };
}
