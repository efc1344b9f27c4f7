import { CHANGE_EFFECTS } from '../../src/resolvers/addons/deployments/verdicts/change-effect.ts';
import { VERDICTS } from '../../src/resolvers/addons/deployments/verdicts/types.ts';
import { tableOf } from '../rebind/markdown.ts';
import { RELEASE_KINDS } from './design.ts';
import { type JudgedCase, TRUTHS } from './judge-set.ts';

type Reading = (one: JudgedCase) => string | null;

/** Correctness of one value of a verdict or an effect. */
export interface Tally {
  name: string;
  right: number;
  given: number;
  due: number;
}

/** Counts how often each verdict was given, due, and both. */
export const verdictTallies = (cases: readonly JudgedCase[]): Tally[] =>
  tally(
    cases,
    VERDICTS,
    ({ judged }) => judged.verdict,
    ({ label }) => TRUTHS[label].verdict,
  );

/** Counts the same of each effect. */
export const effectTallies = (cases: readonly JudgedCase[]): Tally[] =>
  tally(
    cases,
    CHANGE_EFFECTS,
    ({ effect }) => effect,
    ({ label }) => TRUTHS[label].effect,
  );

const tally = (cases: readonly JudgedCase[], names: readonly string[], given: Reading, due: Reading): Tally[] =>
  names.map((name) => ({
    name,
    right: cases.filter((one) => given(one) === name && due(one) === name).length,
    given: cases.filter((one) => given(one) === name).length,
    due: cases.filter((one) => due(one) === name).length,
  }));

/** Percentage with one decimal; nothing of nothing is a dash. */
const percent = (part: number, all: number): string =>
  all === 0 ? '–' : ((100 * part) / all).toFixed(1).replace('.0', '');

/** Precision and recall of verdicts and effects, as written to the documentation. */
export function accuracyTable(cases: readonly JudgedCase[]): string {
  const rows = [...verdictTallies(cases), ...effectTallies(cases)].map(({ name, right, given, due }) => [
    `\`${name}\``,
    percent(right, given),
    percent(right, due),
    given,
    due,
  ]);
  return tableOf(['Verdict or effect', 'Precision', 'Recall', 'Given', 'Due'], rows);
}

/** Cases of each kind of release: all, with the right verdict, and `unknown`. */
export function releaseTable(cases: readonly JudgedCase[]): string {
  const rows = RELEASE_KINDS.map((kind) => {
    const here = cases.filter((one) => one.kind === kind);
    const right = here.filter(({ judged, label }) => judged.verdict === TRUTHS[label].verdict);
    const unknown = here.filter(({ judged }) => judged.verdict === 'unknown');
    return [kind, here.length, right.length, unknown.length, here.length - right.length - unknown.length];
  });
  return tableOf(['Release', 'Cases', 'Right', 'Unknown', 'Wrong'], rows);
}
