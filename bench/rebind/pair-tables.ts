import type { CrossValidation } from './cross-validation.ts';
import { tableOf } from './markdown.ts';
import { type Outcome, scoreOf } from './outcomes.ts';

const THRESHOLDS = [0.3, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9];
/** Borders of the ranges of confidence that are compared with what came of them. */
const BORDERS = [0.25, 0.5, 0.75, 0.9, 0.97, 1];

/** How many are bound rightly and wrongly, by the confidence from which on they are. In percent of all cases. */
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
 * What a confidence is worth: how many of those that were given one are right. Each case is asked about twice, with its
 * element on the page and without, so that at most half of all answers can be right.
 */
export function confidenceTable({ together, alone }: CrossValidation): string {
  const rows = BORDERS.slice(0, -1).map((from, i) => {
    const to = BORDERS[i + 1] ?? 1;
    const isIn = (confidence: number) => confidence >= from && (confidence < to || to === 1);
    return [`${from} to ${to}`, ...[together, alone].flatMap((outcomes) => worthOf(outcomes, isIn))];
  });
  const columns = ['answers', 'confidence', 'right', 'alone: answers', 'confidence', 'right'];
  return tableOf(['said', ...columns], rows);
}

function worthOf(outcomes: readonly Outcome[], isIn: (confidence: number) => boolean): (string | number)[] {
  const answers = outcomes
    .flatMap(({ confidence, whenDeleted, isFirst }) => [
      { confidence, isRight: isFirst },
      { confidence: whenDeleted, isRight: false },
    ])
    .filter(({ confidence }) => isIn(confidence));
  if (answers.length === 0) return [0, '', ''];
  const percent = (sum: number) => `${((100 * sum) / answers.length).toFixed(0)} %`;
  const said = answers.reduce((sum, { confidence }) => sum + confidence, 0);
  return [answers.length, percent(said), percent(answers.filter(({ isRight }) => isRight).length)];
}
