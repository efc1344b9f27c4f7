import type { CrossValidation } from './cross-validation.ts';
import { tableOf } from './markdown.ts';
import { type Outcome, scoreOf } from './outcomes.ts';

const THRESHOLDS = [0.3, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9];
/** Bounds of the confidence ranges. */
const BORDERS = [0.25, 0.5, 0.75, 0.9, 0.97, 1];

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
  const rows = BORDERS.slice(0, -1).map((from, i) => {
    const to = BORDERS[i + 1] ?? 1;
    const isInRange = (confidence: number) => confidence >= from && (confidence < to || to === 1);
    return [`${from} to ${to}`, ...[together, alone].flatMap((outcomes) => calibrationOf(outcomes, isInRange))];
  });
  const columns = ['answers', 'confidence', 'right', 'alone: answers', 'confidence', 'right'];
  return tableOf(['range', ...columns], rows);
}

function calibrationOf(outcomes: readonly Outcome[], isInRange: (confidence: number) => boolean): (string | number)[] {
  const results = outcomes
    .flatMap(({ confidence, whenDeleted, isFirst }) => [
      { confidence, isRight: isFirst },
      { confidence: whenDeleted, isRight: false },
    ])
    .filter(({ confidence }) => isInRange(confidence));
  if (results.length === 0) return [0, '', ''];
  const percent = (sum: number) => `${((100 * sum) / results.length).toFixed(0)} %`;
  const confidences = results.reduce((sum, { confidence }) => sum + confidence, 0);
  return [results.length, percent(confidences), percent(results.filter(({ isRight }) => isRight).length)];
}
