import { Gauge, type Registry } from 'prom-client';

/** Several intervals of the jobs that count, milliseconds. */
const VALID_MS = 30_000;

/** Number of all processes that a job counts. */
export interface SweptGauge {
  set(value: number): void;
  get(): ReturnType<Gauge['get']>;
}

/**
 * Creates a gauge of a number that any worker may count next. A process that has not counted for 30
 * seconds reports 0, so that the highest value of all processes is the current one.
 *
 * @param now clock, milliseconds
 */
export function createSweptGauge(
  options: { name: string; help: string; registers: Registry[] },
  now = () => performance.now(),
): SweptGauge {
  let setAt = Number.NEGATIVE_INFINITY;
  const gauge = new Gauge({
    ...options,
    collect() {
      if (now() - setAt > VALID_MS) this.set(0);
    },
  });
  return {
    set(value) {
      setAt = now();
      gauge.set(value);
    },
    get: () => gauge.get(),
  };
}
