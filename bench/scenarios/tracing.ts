import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan } from '../../src/infrastructure/telemetry/tracing.ts';
import { cpuSeconds } from '../cpu.ts';
import { type IsolatedService, startIsolatedService } from '../isolated-service.ts';
import { type Load, measureAlternating } from '../load.ts';
import type { Result } from '../report.ts';
import { annotation, bearer, post, type Scenario } from '../scenario.ts';

const REQUESTS = 200;
const SPANS = 100_000;

/**
 * Measures spans without an OpenTelemetry SDK, as a share of the CPU time of a request, and a
 * service with an SDK that discards its spans beside one without. The share is the number of spans
 * times the cost of one: it is far below the variation of a load test.
 */
export const tracing: Scenario = {
  name: 'tracing',
  async run(bench) {
    const bare = await startWithAnnotations(bench);
    const traced = await startWithAnnotations(bench, ['--import', './bench/tracing-sdk.mjs']);
    try {
      const spans = await spansOfList(traced);
      const cpu = await cpuOfList(bare);
      const cost = await costOfSpan();
      const measured = await measureAlternating(listOf(traced), listOf(bare), bench.seconds);
      const rates: Result = {
        name: 'list of 20 with an SDK',
        ours: measured.ours.requestsPerSecond,
        peer: measured.peer.requestsPerSecond,
        unit: 'requests/s',
        aim: '–',
        note: `bare: without an SDK; p99 ${measured.ours.p99Ms} ms, bare ${measured.peer.p99Ms} ms`,
      };
      const share: Result = {
        name: 'spans of the list without an SDK',
        ours: spans * cost,
        peer: cpu,
        unit: 'ms',
        aim: '≤ 0.02',
        note: `${spans} spans of ${(cost * 1_000).toFixed(2)} µs; bare: CPU time of the request`,
      };
      return [share, rates];
    } finally {
      await bare.stop();
      await traced.stop();
    }
  },
};

async function startWithAnnotations(
  bench: Parameters<typeof startIsolatedService>[0],
  options: string[] = [],
): Promise<IsolatedService> {
  const service = await startIsolatedService(bench, {}, options);
  for (let number = 0; number < 20; number += 1) {
    await post(service, '/annotations', annotation(service.projectId, `Number ${number}`));
  }
  return service;
}

const listOf = ({ ours, projectId, token }: IsolatedService): Load => ({
  url: `${ours.url}/annotations/project/${projectId}`,
  headers: bearer(token),
});

async function requestLists(service: IsolatedService): Promise<void> {
  const { url, headers } = listOf(service);
  for (let number = 0; number < REQUESTS; number += 1) {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
    await response.arrayBuffer();
  }
}

/** Returns the number of spans of a request, rounded: the service also records its own work. */
async function spansOfList(service: IsolatedService): Promise<number> {
  const before = await spansAtRest(service);
  await requestLists(service);
  return Math.round(((await spansAtRest(service)) - before) / REQUESTS);
}

/** Waits until all spans of the requests are counted. */
async function spansAtRest({ dataDir }: IsolatedService): Promise<number> {
  await sleep(1_000);
  return Number(await readFile(join(dataDir, 'spans'), 'utf8'));
}

/** CPU time of a request in the service, ms. */
async function cpuOfList(service: IsolatedService): Promise<number> {
  await requestLists(service);
  const before = await cpuSeconds([service.ours.pid]);
  await requestLists(service);
  return (((await cpuSeconds([service.ours.pid])) - before) * 1_000) / REQUESTS;
}

/** CPU time of a span without an SDK, ms. */
async function costOfSpan(): Promise<number> {
  const details = { attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'SELECT 1' } };
  const work = async () => undefined;
  const timeOf = async (run: () => Promise<unknown>) => {
    const before = performance.now();
    for (let number = 0; number < SPANS; number += 1) await run();
    return (performance.now() - before) / SPANS;
  };
  const inside = () => inSpan('statement', details, work);
  await timeOf(inside);
  return (await timeOf(inside)) - (await timeOf(work));
}
