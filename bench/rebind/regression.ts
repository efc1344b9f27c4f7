/** Several candidates of one wanted element, of which some are right. */
export interface Choice {
  readonly options: readonly ArrayLike<number>[];
  readonly isRight: readonly boolean[];
}

/** Something that is or is not so. */
export interface Sample {
  readonly values: ArrayLike<number>;
  /** Log-odds that are known from elsewhere. */
  readonly known?: number;
  readonly isSo: boolean;
}

/**
 * Weights under which the right candidates have the highest share of softmax(weights · values), all choices together,
 * less a penalty on large weights.
 */
export function fitChoices(choices: readonly Choice[], penalty: number, start?: readonly number[]): number[] {
  const size = choices[0]?.options[0]?.length ?? 0;
  return descend(size, penalty, start, start ? 70 : 220, (weights, gradient) => {
    for (const { options, isRight } of choices) {
      const shares = softmax(options.map((values) => dot(values, weights)));
      const right = shares.reduce((sum, share, i) => sum + (isRight[i] ? share : 0), 0);
      if (right === 0) continue;
      shares.forEach((share, i) => {
        const pull = (share - (isRight[i] ? share / right : 0)) / choices.length;
        const values = options[i];
        if (values && Math.abs(pull) > NEGLIGIBLE / choices.length) addTo(gradient, values, pull);
      });
    }
  });
}

/** Logistic regression beside what is known. The first value is the constant and is not penalised. */
export function fitOdds(samples: readonly Sample[], penalty: number): number[] {
  const size = samples[0]?.values.length ?? 0;
  return descend(
    size,
    penalty,
    undefined,
    400,
    (weights, gradient) => {
      for (const { values, known = 0, isSo } of samples) {
        const share = 1 / (1 + Math.exp(-dot(values, weights) - known));
        addTo(gradient, values, (share - Number(isSo)) / samples.length);
      }
    },
    0,
  );
}

const NEGLIGIBLE = 2e-4;

/** Adam: a step size of its own for each weight. */
function descend(
  size: number,
  penalty: number,
  start: readonly number[] | undefined,
  rounds: number,
  addGradient: (weights: Float64Array, gradient: Float64Array) => void,
  unpenalised = -1,
): number[] {
  const weights = start ? Float64Array.from(start) : new Float64Array(size);
  const [mean, square] = [new Float64Array(size), new Float64Array(size)];
  for (let round = 1; round <= rounds; round++) {
    const gradient = weights.map((weight, i) => (i === unpenalised ? 0 : penalty * weight));
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
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
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
