import { answersOf, calibrationsOf, percent } from './calibration.ts';
import type { CrossValidation } from './cross-validation.ts';
import { tableOf } from './markdown.ts';
import { scoreOf } from './outcomes.ts';

const THRESHOLDS = [0.3, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9];

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

${tableOf(['bound at', ...columns], THRESHOLDS.map(row))}`;
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
