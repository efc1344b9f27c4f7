import { AMBIGUOUS_CONFIDENCE } from '../../clients/shared/rebind/weights/hand-set-weights.ts';
import type { Outcome } from './outcomes.ts';

/** Located element with the reported confidence. */
export interface Answer {
  /** Site or page of the element. */
  readonly source: string;
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
  outcomes.flatMap(({ site: source, confidence, whenDeleted, isFirst }) => [
    { source, confidence, isRight: isFirst },
    { source, confidence: whenDeleted, isRight: false },
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
function intervalOf(right: number, all: number, z = Z): [number, number] {
  const share = right / all;
  const center = share + z ** 2 / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return [Math.max(0, center - spread) / (1 + z ** 2 / all), (center + spread) / (1 + z ** 2 / all)];
}

/** Formats a share as whole percent. */
export const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${(100 * share).toFixed(0)} %`;

/** Share of wrong answers that no kind of change may exceed. */
const MAX_WRONG = 0.01;
/** Normal quantile of a 95 % bound on one side. */
const Z_ONE_SIDED = 1.645;

/**
 * Finds the least confidence, in steps of 0.01, at which at most 1 % of the answers of each set are
 * wrong, with a certainty of 95 %.
 */
export function leastThresholdOf(sets: readonly (readonly Answer[])[]): number {
  const thresholds = Array.from({ length: 100 }, (_, i) => i / 100);
  const holds = (bound: number, set: readonly Answer[]) => {
    const wrong = set.filter(({ confidence, isRight }) => confidence >= bound && !isRight).length;
    return intervalOf(wrong, set.length, Z_ONE_SIDED)[1] <= MAX_WRONG;
  };
  return thresholds.find((bound) => sets.every((set) => holds(bound, set))) ?? 1;
}

/**
 * Adds log-odds to the confidence of answers, except to that of ambiguous ones, which is capped.
 */
export const shift = (answers: readonly Answer[], logOdds: number): Answer[] =>
  answers.map((answer) => {
    const { confidence } = answer;
    if (confidence === AMBIGUOUS_CONFIDENCE || confidence === 0) return answer;
    const odds = (confidence / (1 - confidence)) * Math.exp(logOdds);
    return { ...answer, confidence: odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds) };
  });

/** Index of the range that pins near the threshold have. */
const MIDDLE = 2;

/** Compares confidence and results from 0.75 to 0.9. */
export const middleOf = (answers: readonly Answer[]): Calibration => calibrationsOf(answers)[MIDDLE] as Calibration;

/**
 * Finds the log-odds with which the answers from 0.75 to 0.9 are right as often as stated, in steps
 * of 0.05 and in the mean of the sets, however many answers each of them has.
 */
export function bestShiftOf(sets: readonly (readonly Answer[])[]): number {
  const shifts = Array.from({ length: 31 }, (_, i) => (i - 15) / 20);
  // No shift brings other answers into the range.
  const near = sets.map((set) => set.filter(({ confidence }) => confidence > 0.5 && confidence < 0.96));
  const gapOf = (logOdds: number) =>
    Math.abs(
      near.reduce((sum, set) => {
        const { confidence, right } = middleOf(shift(set, logOdds));
        return sum + (right ?? Number.POSITIVE_INFINITY) - (confidence ?? 0);
      }, 0),
    );
  return shifts.reduce((best, logOdds) => (gapOf(logOdds) < gapOf(best) ? logOdds : best), 0);
}
