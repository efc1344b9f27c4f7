import { isForeign, languageOf } from '../page/translation.ts';
import { rewordings } from './fingerprint/rewordings.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import type { Matched } from './match-targets.ts';
import type { Row } from './ranking/rank.ts';
import { boundIndex, decideSteps, type MatchResult } from './verification/match-results.ts';
import { elementAtPlace, placeAt } from './verification/place.ts';
import { hasSamePlace } from './verification/same-place.ts';
import { PLACE_CONFIDENCE } from './weights/hand-set-weights.ts';

/**
 * Runs the passes for comments that ask for a text and for pages in another language. Pages without
 * either do not load this code.
 */
export function* furtherSteps(matched: Matched): Generator<void, MatchResult[]> {
  return placed(matched, yield* rewordedSteps(matched));
}

/**
 * Binds targets by their place where the page is in another language now: a place that is certain
 * counts more than words, any other one if the words bind nothing. A place that another target has
 * by its words, at another path, is not that of this one.
 */
function placed(
  { document, domIndex, matcher, targets, rows }: Matched,
  results: readonly MatchResult[],
): MatchResult[] {
  const language = languageOf(document);
  const placeOf = (target: StoredTarget) => {
    const indexed = isForeign(target.page, language) && elementAtPlace(target, domIndex);
    return indexed ? placeAt(target, ...matcher.compareWith(target, indexed), indexed) : null;
  };
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
function* rewordedSteps({
  matcher: { rowOf, priorOf },
  targets,
  rows,
  results,
}: Matched): Generator<void, MatchResult[]> {
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
