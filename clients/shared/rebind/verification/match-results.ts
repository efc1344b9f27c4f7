import { run } from '../../time-slices.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { MODEL } from '../weights/fitted-weights.ts';
import { SHARED_CONFIDENCE } from '../weights/hand-set-weights.ts';
import type { Model } from '../weights/model.ts';
import { assignSteps } from './assign.ts';
import { confidenceOf } from './verify.ts';

/**
 * State of a target on a page. `bound`: found. `moved`: similar elements exist, and a person should
 * confirm one. `orphaned`: no candidate is likely enough to ask about.
 */
export type MatchState = 'bound' | 'moved' | 'orphaned';

/** Candidate to report. */
export interface MatchCandidate {
  readonly entry: Entry;
  /** Confidence, 0–1; docs/rebinding.md has its calibration. */
  readonly confidence: number;
}

/** Result for one wanted element. */
export interface MatchResult {
  readonly state: MatchState;
  /** Confidence in the first choice; 0 without choices. */
  readonly confidence: number;
  /** Best candidates, best first. A `bound` target is bound to the first one. */
  readonly choices: readonly MatchCandidate[];
}

/** Candidates that a person is asked to choose from. */
const MAX_CHOICES = 3;

/**
 * Decides about all wanted elements of a page together.
 *
 * @param priorOf log-odds of an entry from other evidence
 */
export function* decideSteps(
  rows: readonly Row[],
  priorOf: (row: Row, entry: Entry) => number = () => 0,
  model: Model = MODEL,
): Generator<void, MatchResult[]> {
  const probabilities = yield* assignSteps(rows, model.nothing);
  const results: MatchResult[] = [];
  for (let i = 0; i < rows.length; i++) {
    results.push(yield* resultSteps(rows[i] as Row, probabilities[i] as number[], priorOf, model));
  }
  return resolveConflicts(rows, results);
}

function* resultSteps(
  row: Row,
  probabilities: readonly number[],
  priorOf: (row: Row, entry: Entry) => number,
  model: Model,
): Generator<void, MatchResult> {
  const order = row.entries
    .map((_, k) => k)
    .sort((a, b) => (probabilities[b] as number) - (probabilities[a] as number));
  const choices: MatchCandidate[] = [];
  for (const k of order.slice(0, MAX_CHOICES)) {
    const entry = row.entries[k] as Entry;
    choices.push({ entry, confidence: confidenceOf(row, k, probabilities, model, priorOf(row, entry)) });
    yield;
  }
  const confidence = choices[0]?.confidence ?? 0;
  return { state: stateOf(confidence, model), confidence, choices };
}

function stateOf(confidence: number, { bound, moved }: Model): MatchState {
  return confidence >= bound ? 'bound' : confidence >= moved ? 'moved' : 'orphaned';
}

/** The index of what it is bound to; -1 for what is not. */
export const boundIndex = ({ state, choices: [first] }: MatchResult): number =>
  first && state === 'bound' ? first.entry.index : -1;

/** {@link decideSteps} at once. */
export const decide = (...args: Parameters<typeof decideSteps>): MatchResult[] => run(decideSteps(...args));

/**
 * Resolves conflicts of targets bound to one element: the most confident one keeps it, the others
 * become `moved`, unless they have the same path or are confident with the same text.
 */
function resolveConflicts(rows: readonly Row[], results: readonly MatchResult[]): MatchResult[] {
  const claims = results.map((result, i) => {
    const { steps, key } = (rows[i] as Row).target;
    return { result, index: boundIndex(result), path: steps.join('/'), key, confidence: result.confidence };
  });
  const winners = new Map<number, (typeof claims)[number]>();
  for (const claim of claims) {
    const other = winners.get(claim.index);
    if (!other || claim.confidence > other.confidence) winners.set(claim.index, claim);
  }
  return claims.map(({ result, index, path, key, confidence }) => {
    const winner = winners.get(index);
    const isSecond = winner && index >= 0 && winner.confidence > confidence && winner.path !== path;
    return isSecond && (confidence < SHARED_CONFIDENCE || winner.key !== key)
      ? { ...result, state: 'moved' as const }
      : result;
  });
}
