/** Candidates of one wanted element, some of them right. */
export interface RankingExample {
  readonly options: readonly ArrayLike<number>[];
  readonly isRight: readonly boolean[];
}

/** Positive or negative sample. */
export interface LabeledSample {
  readonly values: ArrayLike<number>;
  /** Log-odds from other evidence. */
  readonly prior?: number;
  readonly isPositive: boolean;
  /** Number of samples that this one stands for; 1 by default. */
  readonly weight?: number;
}

/**
 * Fits the weights that maximize the share of the right candidates in softmax(weights · values)
 * over all examples, less a penalty on large weights.
 */
export function fitRanking(examples: readonly RankingExample[], penalty: number, start?: readonly number[]): number[] {
  const size = examples[0]?.options[0]?.length ?? 0;
  return descend(size, penalty, start, start ? 70 : 220, (weights, gradient) => {
    for (const { options, isRight } of examples) {
      const shares = softmax(options.map((values) => dot(values, weights)));
      const right = shares.reduce((sum, share, i) => sum + (isRight[i] ? share : 0), 0);
      if (right === 0) continue;
      shares.forEach((share, i) => {
        const slope = (share - (isRight[i] ? share / right : 0)) / examples.length;
        const values = options[i];
        if (values && Math.abs(slope) > NEGLIGIBLE / examples.length) addTo(gradient, values, slope);
      });
    }
  });
}

/** Fits a logistic regression on top of the prior. The first value is the unpenalized constant. */
export function fitLogOdds(samples: readonly LabeledSample[], penalty: number): number[] {
  const size = samples[0]?.values.length ?? 0;
  return descend(
    size,
    penalty,
    undefined,
    400,
    (weights, gradient) => {
      for (const { values, prior = 0, isPositive, weight = 1 } of samples) {
        const share = 1 / (1 + Math.exp(-dot(values, weights) - prior));
        addTo(gradient, values, (weight * (share - Number(isPositive))) / samples.length);
      }
    },
    0,
  );
}

const NEGLIGIBLE = 2e-4;

/** Minimizes with Adam, which adapts the step size of each weight. */
function descend(
  size: number,
  penalty: number,
  start: readonly number[] | undefined,
  rounds: number,
  addGradient: (weights: Float64Array, gradient: Float64Array) => void,
  unpenalized = -1,
): number[] {
  const weights = start ? Float64Array.from(start) : new Float64Array(size);
  const [mean, square] = [new Float64Array(size), new Float64Array(size)];
  for (let round = 1; round <= rounds; round++) {
    const gradient = weights.map((weight, i) => (i === unpenalized ? 0 : penalty * weight));
    addGradient(weights, gradient);
    const rate = round < rounds * 0.6 ? 0.15 : 0.04;
    gradient.forEach((slope, i) => {
      mean[i] = 0.9 * (mean[i] ?? 0) + 0.1 * slope;
      square[i] = 0.99 * (square[i] ?? 0) + 0.01 * slope * slope;
      const step = (mean[i] ?? 0) / (1 - 0.9 ** round) / (Math.sqrt((square[i] ?? 0) / (1 - 0.99 ** round)) + 1e-8);
      weights[i] = (weights[i] ?? 0) - rate * step;
    });
  }
  return [...weights];
}

function softmax(values: readonly number[]): number[] {
  const max = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - max));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function dot(values: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}

function addTo(sum: Float64Array, values: ArrayLike<number>, factor: number): void {
  for (let i = 0; i < values.length; i++) sum[i] = (sum[i] ?? 0) + factor * (values[i] ?? 0);
}
