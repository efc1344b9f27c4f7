import type { Outcome } from './outcomes.ts';

/** Located element with the reported confidence. */
export interface Answer {
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Answers of one range of confidence; shares are 0–1, undefined without answers. */
export interface Calibration {
  /** "0.75 to 0.9" */
  readonly range: string;
  readonly answers: number;
  /** Mean of the reported values. */
  readonly confidence: number | undefined;
  /** Share of right answers. */
  readonly right: number | undefined;
  /** Bounds of the 95 % interval of `right`. */
  readonly interval: readonly [number, number] | undefined;
}

/** Bounds of the ranges. */
const BORDERS = [0.25, 0.5, 0.75, 0.9, 0.97, 1];

/** Lists the answers with the elements on the page and without, where all are wrong. */
export const answersOf = (outcomes: readonly Outcome[]): Answer[] =>
  outcomes.flatMap(({ confidence, whenDeleted, isFirst }) => [
    { confidence, isRight: isFirst },
    { confidence: whenDeleted, isRight: false },
  ]);

/** Compares confidence and results by range. */
export function calibrationsOf(answers: readonly Answer[]): Calibration[] {
  return BORDERS.slice(0, -1).map((from, i) => {
    const to = BORDERS[i + 1] ?? 1;
    const found = answers.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    const right = found.filter(({ isRight }) => isRight).length;
    const sum = found.reduce((total, { confidence }) => total + confidence, 0);
    const isEmpty = found.length === 0;
    return {
      range: `${from} to ${to}`,
      answers: found.length,
      confidence: isEmpty ? undefined : sum / found.length,
      right: isEmpty ? undefined : right / found.length,
      interval: isEmpty ? undefined : intervalOf(right, found.length),
    };
  });
}

/** Normal quantile of a 95 % interval. */
const Z = 1.96;

/** Computes the Wilson interval of a share. */
function intervalOf(right: number, all: number): [number, number] {
  const share = right / all;
  const center = share + Z ** 2 / (2 * all);
  const spread = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return [(center - spread) / (1 + Z ** 2 / all), (center + spread) / (1 + Z ** 2 / all)];
}

/** Formats a share as whole percent. */
export const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${(100 * share).toFixed(0)} %`;
