import { run } from '../../time-slices.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { MODEL } from '../weights/fitted-weights.ts';
import { SHARED } from '../weights/hand-set-weights.ts';
import type { Model } from '../weights/model.ts';
import { assignSteps } from './assign.ts';
import { confidenceOf } from './verify.ts';

/**
 * What became of an element. `bound`: found. `moved`: something like it is there, and a person should say whether it is
 * meant. `orphaned`: nothing here is likely enough to ask about.
 */
export type State = 'bound' | 'moved' | 'orphaned';

/** A candidate worth showing. */
export interface Choice {
  readonly entry: Entry;
  /** 0–1; what it is worth is measured in docs/rebinding.md. */
  readonly confidence: number;
}

/** The answer for one wanted element. */
export interface Verdict {
  readonly state: State;
  /** That of the first choice; 0 without any. */
  readonly confidence: number;
  /** The best first, three at most. The first one of a `bound` element is what it is bound to. */
  readonly choices: readonly Choice[];
}

/** How many candidates a person is asked to choose from. */
const SHOWN = 3;

/**
 * Decides about all wanted elements of a page together.
 *
 * @param extra adds to the log-odds of an entry what is known from elsewhere.
 */
export function* decideSteps(
  rows: readonly Row[],
  extra: (row: Row, entry: Entry) => number = () => 0,
  model: Model = MODEL,
): Generator<void, Verdict[]> {
  const shares = yield* assignSteps(rows, model.nothing);
  const verdicts: Verdict[] = [];
  for (let i = 0; i < rows.length; i++) {
    verdicts.push(yield* verdictSteps(rows[i] as Row, shares[i] as number[], extra, model));
  }
  return withoutDoubles(rows, verdicts);
}

function* verdictSteps(
  row: Row,
  shares: readonly number[],
  extra: (row: Row, entry: Entry) => number,
  model: Model,
): Generator<void, Verdict> {
  const order = row.entries.map((_, k) => k).sort((a, b) => (shares[b] as number) - (shares[a] as number));
  const choices: Choice[] = [];
  for (const k of order.slice(0, SHOWN)) {
    const entry = row.entries[k] as Entry;
    choices.push({ entry, confidence: confidenceOf(row, k, shares, model, extra(row, entry)) });
    yield;
  }
  const confidence = choices[0]?.confidence ?? 0;
  return { state: stateOf(confidence, model), confidence, choices };
}

function stateOf(confidence: number, { bound, moved }: Model): State {
  return confidence >= bound ? 'bound' : confidence >= moved ? 'moved' : 'orphaned';
}

/** The index of what it is bound to; -1 for what is not. */
export const boundTo = ({ state, choices: [first] }: Verdict): number =>
  first && state === 'bound' ? first.entry.index : -1;

/** {@link decideSteps} at once. */
export const decide = (...args: Parameters<typeof decideSteps>): Verdict[] => run(decideSteps(...args));

/** Of several that would be bound to one element, the surest is; the others wait for a person, unless they were one. */
function withoutDoubles(rows: readonly Row[], verdicts: readonly Verdict[]): Verdict[] {
  const claims = verdicts.map((verdict, i) => {
    const { steps, key } = (rows[i] as Row).target;
    return { verdict, index: boundTo(verdict), place: steps.join('/'), key, confidence: verdict.confidence };
  });
  const taken = new Map<number, (typeof claims)[number]>();
  for (const claim of claims) {
    const other = taken.get(claim.index);
    if (!other || claim.confidence > other.confidence) taken.set(claim.index, claim);
  }
  return claims.map(({ verdict, index, place, key, confidence }) => {
    const winner = taken.get(index);
    const isSecond = winner && index >= 0 && winner.confidence > confidence && winner.place !== place;
    return isSecond && (confidence < SHARED || winner.key !== key) ? { ...verdict, state: 'moved' as const } : verdict;
  });
}
