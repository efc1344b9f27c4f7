import { FEATURES, type Feature } from '../../clients/shared/rebind/ranking/features.ts';
import type { Row } from '../../clients/shared/rebind/ranking/rank.ts';
import { assignSteps } from '../../clients/shared/rebind/verification/assign.ts';
import { evidence } from '../../clients/shared/rebind/verification/verify.ts';
import type { Model } from '../../clients/shared/rebind/weights/model.ts';
import { run } from '../../clients/shared/time-slices.ts';
import { fitChoices, fitOdds, type Sample } from './regression.ts';
import { asOnPage, priorOf } from './simulate-page.ts';
import { rowOf, type Trial, type TrialCase } from './trial.ts';

/** What is set rather than fitted. */
export interface Settings {
  /** On large weights, of the ranking and of the verifier. */
  readonly rankPenalty: number;
  readonly verifyPenalty: number;
  readonly nothing: number;
  readonly bound: number;
  readonly moved: number;
}

/** The pairs have no column for these; a test id is meant to last, and a card tells twins apart. */
const BY_HAND: Partial<Record<Feature, number>> = {
  testIdEqual: 4,
  testIdDiffers: -1.5,
  card: 2.5,
  otherCard: -6,
  ordinal: 0.7,
};
/** Parts of the training sites that take turns in being scored by a ranking that has not seen them. */
const PARTS = 4;

/**
 * Fits the ranking, then the verifier: on the scores that each training site gets from a ranking fitted on other sites,
 * because scores of sites it was fitted on are too good.
 */
export function train(trials: readonly Trial[], settings: Settings, start?: readonly number[]): Model {
  const choices = (some: readonly Trial[]) => some.flatMap(({ cases }) => cases);
  const rank = fitChoices(choices(trials), settings.rankPenalty, start);
  const samples = range(PARTS).flatMap((part) => {
    const [held, rest] = [trials.filter((_, i) => i % PARTS === part), trials.filter((_, i) => i % PARTS !== part)];
    const model = modelOf(fitChoices(choices(rest), settings.rankPenalty, rank), [], settings);
    return held.flatMap((trial) => samplesOf(trial, model));
  });
  return modelOf(rank, fitOdds(samples, settings.verifyPenalty), settings);
}

/** Each case four times: alone and together with the others, with its answer on the page and without. As it is judged later. */
function samplesOf(trial: Trial, model: Model): Sample[] {
  const rowsWithout = (left?: TrialCase) => trial.cases.map((one) => asOnPage(rowOf(trial, one, model, left)));
  const rows = rowsWithout();
  return trial.cases.flatMap((one, i) => {
    const isSo = (index: number) => one.isRight[index] === true;
    const left = rowsWithout(one);
    return [
      ...sampleOf([rows[i] as Row], 0, model, isSo),
      ...sampleOf(rows, i, model, isSo),
      ...sampleOf([left[i] as Row], 0, model, isSo),
      ...sampleOf(left, i, model, isSo),
    ];
  });
}

/** The evidence about the likeliest entry. */
function sampleOf(rows: readonly Row[], i: number, model: Model, isSo: (index: number) => boolean): Sample[] {
  const shares = run(assignSteps(rows, model.nothing))[i] ?? [];
  const row = rows[i];
  const best = shares.indexOf(Math.max(...shares));
  const entry = row?.entries[best];
  return row && entry
    ? [{ values: evidence(row, best, shares), known: priorOf(row, entry), isSo: isSo(entry.index) }]
    : [];
}

function modelOf(rank: readonly number[], verify: readonly number[], settings: Settings): Model {
  const { nothing, bound, moved } = settings;
  return {
    rank: FEATURES.map((name, i) => BY_HAND[name] ?? round(rank[i] ?? 0)),
    verify: verify.map(round),
    nothing,
    bound,
    moved,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
