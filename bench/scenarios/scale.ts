import { cpuSeconds, machineTime } from '../cpu.ts';
import type { Result } from '../report.ts';
import { type ScaledService, startScaledService } from '../scaled-service.ts';
import type { Bench, Scenario } from '../scenario.ts';
import { WORK, type Work } from './scale-work.ts';

/** Above this share of its cores, the machine is the bottleneck. */
const FULL = 0.85;

interface Measured {
  unitsPerSecond: number;
  /** CPU time per unit, ms. */
  perUnit: { api: number; worker: number; postgres: number };
  /** Share of the machine's cores in use, by all programs. */
  busy: number;
  bottleneck: string;
}

/** Tables whose rows are many, and bytes of a row with indexes and TOAST. */
const ROW_SIZES = `SELECT name, sum(pg_total_relation_size(coalesce(i.inhrelid, name::regclass)))::float8 AS bytes
    FROM unnest(ARRAY['annotations', 'events', 'webhook_deliveries', 'webhook_attempts', 'collected_batches', 'snapshots']) AS name
    LEFT JOIN pg_inherits i ON i.inhparent = name::regclass GROUP BY name ORDER BY name`;

/**
 * Measures how requests, live updates, deliveries and captures grow from one to two processes of
 * each kind, and the CPU time of each. "Bare" is one process of each kind.
 */
export const scale: Scenario = {
  name: 'scale',
  async run(bench) {
    const [one, two] = [await measureAll(bench, 1), await measureAll(bench, 2)];
    const rates = WORK.map(({ name }): Result => {
      const [single, double] = [one.measured.get(name), two.measured.get(name)];
      if (!single || !double) throw new Error(`${name} was not measured`);
      // The run with less contention.
      const { api, worker, postgres } = total(single) < total(double) ? single.perUnit : double.perUnit;
      const cpu = `CPU each: api ${api.toFixed(3)} ms, worker ${worker.toFixed(3)} ms, PostgreSQL ${postgres.toFixed(3)} ms`;
      const limits = `one: ${single.bottleneck}; two: ${double.bottleneck}`;
      return {
        name,
        ours: double.unitsPerSecond,
        peer: single.unitsPerSecond,
        unit: '/s',
        aim: '–',
        note: `${cpu}; ${limits}`,
      };
    });
    return [...rates, ...two.rows];
  },
};

const total = ({ perUnit: { api, worker, postgres } }: Measured): number => api + worker + postgres;

async function measureAll(bench: Bench, count: number): Promise<{ measured: Map<string, Measured>; rows: Result[] }> {
  const service = await startScaledService(bench, count);
  const measured = new Map<string, Measured>();
  try {
    for (const work of WORK) {
      // Until V8 has compiled the paths of requests; the other kinds run long enough.
      if (work.isTimed) await work.run(service, bench.seconds);
      measured.set(work.name, await measure(service, work, bench.seconds));
    }
    return { measured, rows: await rowSizes(service) };
  } finally {
    await service.stop();
  }
}

async function measure(service: ScaledService, work: Work, seconds: number): Promise<Measured> {
  const parts = {
    api: service.apis.map(({ pid }) => pid),
    worker: service.workers.map(({ pid }) => pid),
    postgres: [service.postgresPid],
  };
  const read = async () => ({
    api: await cpuSeconds(parts.api),
    worker: await cpuSeconds(parts.worker),
    postgres: await cpuSeconds(parts.postgres),
  });
  const [before, machine, started] = [await read(), machineTime(), performance.now()];
  const units = await work.run(service, seconds);
  const elapsed = (performance.now() - started) / 1_000;
  const [after, machineAfter] = [await read(), machineTime()];
  const used = {
    api: after.api - before.api,
    worker: after.worker - before.worker,
    postgres: after.postgres - before.postgres,
  };
  const busy = (machineAfter.busy - machine.busy) / (machineAfter.total - machine.total);
  const perUnit = {
    api: (used.api / units) * 1_000,
    worker: (used.worker / units) * 1_000,
    postgres: (used.postgres / units) * 1_000,
  };
  return { unitsPerSecond: units / elapsed, perUnit, busy, bottleneck: bottleneckOf(service, used, busy, elapsed) };
}

function bottleneckOf(
  { apis, workers }: ScaledService,
  used: { api: number; worker: number },
  busy: number,
  elapsed: number,
): string {
  if (busy > FULL) return `CPU of the machine, ${Math.round(busy * 100)} % busy`;
  if (used.api / elapsed / apis.length > FULL) return 'CPU of the api process';
  if (used.worker / elapsed / workers.length > FULL) return 'CPU of the worker';
  return `waiting, the machine ${Math.round(busy * 100)} % busy`;
}

async function rowSizes({ sql }: ScaledService): Promise<Result[]> {
  const { rows } = await sql.query<{ name: string; bytes: number }>(ROW_SIZES);
  const results: Result[] = [];
  for (const { name, bytes } of rows) {
    const counted = await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`);
    const n = counted.rows[0]?.n ?? 0;
    if (n > 0)
      results.push({
        name: `a row of ${name}`,
        ours: bytes / n,
        unit: 'bytes',
        aim: '–',
        note: `of ${n}, with indexes`,
      });
  }
  return results;
}
