import type { DomIndex } from './dom-index/dom-index.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import type { QuoteTest } from './quotes/quote.ts';
import type { Row } from './ranking/rank.ts';
import { boundIndex, decideSteps, type MatchResult } from './verification/match-results.ts';
import { AMBIGUOUS_CONFIDENCE } from './weights/hand-set-weights.ts';

/** Targets with their candidates and results, for {@link FurtherSteps}. */
export interface Matched {
  readonly document: Document;
  readonly domIndex: DomIndex;
  readonly matcher: Matcher;
  readonly targets: readonly StoredTarget[];
  readonly rows: readonly Row[];
  readonly results: readonly MatchResult[];
}

/** Passes that few pages need; see `furtherSteps` in further-passes.ts. */
export type FurtherSteps = (matched: Matched) => Generator<void, MatchResult[]>;

/**
 * Matches all targets. Those that were not bound, or whose match contradicts their previous
 * fingerprint, are ranked again by that fingerprint. Each pass decides about all targets together,
 * so two targets never share an element by accident.
 *
 * @param furtherSteps passes that may bind further targets
 */
export function* matchSteps(
  document: Document,
  targets: readonly StoredTarget[],
  domIndex: DomIndex,
  isQuotedIn: QuoteTest = () => false,
  furtherSteps?: FurtherSteps,
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
  return furtherSteps ? yield* furtherSteps({ document, domIndex, matcher, targets, rows, results }) : results;
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
