import { answersOf, calibrationsOf, percent } from './calibration.ts';
import type { CrossValidation } from './cross-validation.ts';
import { tableOf } from './markdown.ts';
import { type Outcome, type Score, scoreOf } from './outcomes.ts';

const THRESHOLDS = [0.38, 0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 0.85, 0.9];
/** Aims of the threshold, percent of the cases. */
const MAX_WRONG = 1;
const MAX_WRONG_WHEN_DELETED = 2.5;

/** Formats the right and wrong matches by threshold, in percent of all cases. */
export function thresholdsTable({ sites, together, alone }: CrossValidation): string {
  const row = (bound: number) => [
    bound.toFixed(2),
    ...[together, alone].flatMap((outcomes) => {
      const { right, wrong, wrongWhenDeleted } = scoreOf(outcomes, bound);
      return [right, wrong, wrongWhenDeleted].map((share) => share.toFixed(1));
    }),
  ];
  const columns = ['right', 'wrong', 'wrong when deleted', 'alone: right', 'wrong', 'wrong when deleted'];
  const [first, single] = [together, alone].map((outcomes) => scoreOf(outcomes, 0).rank1.toFixed(1));
  return `${sites} sites, ${together.length} cases; each site judged by a model fitted on the others.
Rank-1: ${first} % together, ${single} % each alone.

${tableOf(['bound at', ...columns], THRESHOLDS.map(row))}

${ownThresholdsLine(together)}`;
}

/** Finds the least threshold, in steps of 0.01, that meets the aims; 1 if none does. */
function leastBoundOf(outcomes: readonly Outcome[]): number {
  const meetsAims = ({ wrong, wrongWhenDeleted }: Score) =>
    wrong <= MAX_WRONG && wrongWhenDeleted <= MAX_WRONG_WHEN_DELETED;
  return THRESHOLD_STEPS.find((bound) => meetsAims(scoreOf(outcomes, bound))) ?? 1;
}

const THRESHOLD_STEPS = Array.from({ length: 61 }, (_, i) => (40 + i) / 100);

/** Describes the result of judging each site at the least threshold that suits the other sites. */
function ownThresholdsLine(outcomes: readonly Outcome[]): string {
  const all = leastBoundOf(outcomes);
  const sites = [...new Set(outcomes.map(({ site }) => site))];
  const thresholds = new Map(sites.map((site) => [site, leastBoundOf(outcomes.filter((one) => one.site !== site))]));
  const others = [...thresholds.values()].filter((bound) => bound !== all);
  const isBound = (confidence: number, site: string) => confidence >= (thresholds.get(site) ?? 1);
  const share = (matches: (outcome: Outcome) => boolean) =>
    ((100 * outcomes.filter(matches).length) / outcomes.length).toFixed(1);
  const right = share(({ site, isFirst, confidence }) => isFirst && isBound(confidence, site));
  const wrong = share(({ site, isFirst, confidence }) => !isFirst && isBound(confidence, site));
  const deleted = share(({ site, whenDeleted }) => isBound(whenDeleted, site));
  const rest = others.length > 0 ? ` and ${others.map((bound) => bound.toFixed(2)).join(', ')} for the rest` : '';
  return `Least threshold with at most ${MAX_WRONG} % wrong and ${MAX_WRONG_WHEN_DELETED} % wrong when deleted: ${all.toFixed(2)}.
Chosen for each site on the others, it is ${all.toFixed(2)} for ${sites.length - others.length} sites${rest}:
${right} % right, ${wrong} % wrong, ${deleted} % wrong when deleted.`;
}

/**
 * Formats the calibration: mean confidence and share of right results by range of confidence. Each
 * case is located twice, with its element on the page and without, so at most half of all results
 * can be right.
 */
export function confidenceTable({ together, alone }: CrossValidation): string {
  const others = calibrationsOf(answersOf(alone));
  const rows = calibrationsOf(answersOf(together)).map(({ range, ...calibration }, i) => [
    range,
    ...[calibration, others[i]].flatMap((each) => [
      each?.answers ?? 0,
      percent(each?.confidence),
      percent(each?.right),
    ]),
  ]);
  const columns = ['answers', 'confidence', 'right', 'alone: answers', 'confidence', 'right'];
  return tableOf(['range', ...columns], rows);
}
