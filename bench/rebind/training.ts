import { FEATURES, type Feature } from '../../clients/shared/rebind/ranking/features.ts';
import type { Row } from '../../clients/shared/rebind/ranking/rank.ts';
import { assignSteps } from '../../clients/shared/rebind/verification/assign.ts';
import { verifierInputs } from '../../clients/shared/rebind/verification/verify.ts';
import { MODEL } from '../../clients/shared/rebind/weights/fitted-weights.ts';
import type { Model } from '../../clients/shared/rebind/weights/model.ts';
import { run } from '../../clients/shared/time-slices.ts';
import { fitLogOdds, fitRanking, type LabeledSample } from './regression.ts';
import { priorOf, simulatePage } from './simulate-page.ts';
import { rowOf, type Trial, type TrialCase } from './trial.ts';

/** Parameters that are set, not fitted. */
export interface Settings {
  /** Penalty on large weights of the ranking. */
  readonly rankPenalty: number;
  /** Penalty on large weights of the verifier. */
  readonly verifyPenalty: number;
  /**
   * Log-odds added to the verifier's constant. Ambiguous samples, most of them negative, lower the
   * fitted constant, although the confidence of ambiguous matches is capped anyway.
   */
  readonly shift: number;
  readonly nothing: number;
  readonly bound: number;
  readonly moved: number;
}

/**
 * Weights of features that the pairs have no columns for: test ids are meant to be stable, and
 * cards distinguish duplicates.
 */
const HAND_SET: Partial<Record<Feature, number>> = {
  testIdEqual: 4,
  testIdDiffers: -1.5,
  card: 2.5,
  otherCard: -6,
  ordinal: 0.7,
  iconEqual: 3,
  iconDiffers: -4,
};
/** Folds of the training sites; each is scored by a ranking fitted on the others. */
const FOLDS = 4;

/**
 * Fits the ranking, then the verifier. The verifier learns from scores of rankings fitted on other
 * sites, because a ranking's scores on its own training sites are too good.
 */
export function train(trials: readonly Trial[], settings: Settings, start?: readonly number[]): Model {
  const examplesOf = (sites: readonly Trial[]) => sites.flatMap(({ cases }) => cases);
  const rank = fitRanking(examplesOf(trials), settings.rankPenalty, start);
  const samples = range(FOLDS).flatMap((fold) => {
    const [heldOut, rest] = [trials.filter((_, i) => i % FOLDS === fold), trials.filter((_, i) => i % FOLDS !== fold)];
    const model = modelOf(fitRanking(examplesOf(rest), settings.rankPenalty, rank), [], settings);
    return heldOut.flatMap((trial) => samplesOf(trial, model));
  });
  const [constant = 0, ...weights] = fitLogOdds(samples, settings.verifyPenalty);
  return modelOf(rank, [constant + settings.shift, ...weights], settings);
}

/**
 * Creates four samples per case, as in the evaluation: alone and together with the other cases,
 * with and without the right candidates.
 */
function samplesOf(trial: Trial, model: Model): LabeledSample[] {
  const rowsWithout = (withoutCase?: TrialCase) =>
    trial.cases.map((trialCase) => simulatePage(rowOf(trial, trialCase, model, withoutCase)));
  const rows = rowsWithout();
  return trial.cases.flatMap((trialCase, i) => {
    const isRight = (index: number) => trialCase.isRight[index] === true;
    const withoutCase = rowsWithout(trialCase);
    return [
      ...sampleOf([rows[i] as Row], 0, model, isRight),
      ...sampleOf(rows, i, model, isRight),
      ...sampleOf([withoutCase[i] as Row], 0, model, isRight),
      ...sampleOf(withoutCase, i, model, isRight),
    ];
  });
}

/** Creates the sample of a row's most probable entry. */
function sampleOf(rows: readonly Row[], i: number, model: Model, isRight: (index: number) => boolean): LabeledSample[] {
  const probabilities = run(assignSteps(rows, model.nothing))[i] ?? [];
  const row = rows[i];
  const best = probabilities.indexOf(Math.max(...probabilities));
  const entry = row?.entries[best];
  return row && entry
    ? [
        {
          values: verifierInputs(row, best, probabilities),
          prior: priorOf(row, entry),
          isPositive: isRight(entry.index),
        },
      ]
    : [];
}

function modelOf(rank: readonly number[], verify: readonly number[], settings: Settings): Model {
  const { nothing, bound, moved } = settings;
  return {
    rank: FEATURES.map((name, i) => HAND_SET[name] ?? round(rank[i] ?? 0)),
    verify: verify.map(round),
    // Pairs lack the surroundings; `npm run fit:certainty` fits these.
    certainty: MODEL.certainty,
    nothing,
    bound,
    moved,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
