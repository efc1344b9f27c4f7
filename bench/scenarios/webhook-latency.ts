import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile } from '../numbers.ts';
import { type BenchReceiver, startBenchReceiver, startDeadReceiver } from '../receivers.ts';
import type { Result } from '../report.ts';
import { annotation, type Bench, post } from '../scenario.ts';
import { startWebhookService, subscribe, type WebhookService } from './webhook-service.ts';

const RATE = 50;
const RECEIVERS = 50;
/** With fifty receivers each event is fifty deliveries. */
const RATE_TO_ALL = 4;
const ROUNDS = 3;

/** From the event's transaction to its arrival at the receiver. */
export async function firstAttemptDelay(bench: Bench): Promise<Result> {
  const service = await startWebhookService(bench, 'PostgreSQL');
  const receiver = await startBenchReceiver({ reads: true });
  try {
    await subscribe(service, receiver.url);
    await change(service, RATE, 2);
    receiver.requests.length = 0;
    await change(service, RATE, bench.seconds * 3);
    const { p50, p99, count } = percentiles([receiver]);
    const note = `p50 ${p50.toFixed(0)} ms, ${count} deliveries`;
    return { name: `change to webhook, ${RATE} a second, p99`, ours: p99, unit: 'ms', aim: '< 250', note };
  } finally {
    await receiver.close();
    await service.stop();
  }
}

/** What a receiver that takes connections and never answers does to 49 others. */
export async function oneDeadReceiver(bench: Bench): Promise<Result> {
  const service = await startWebhookService(bench, 'PostgreSQL');
  const well = await Promise.all(Array.from({ length: RECEIVERS - 1 }, () => startBenchReceiver({ reads: true })));
  const last = await startBenchReceiver({ reads: true });
  const dead = await startDeadReceiver();
  try {
    for (const { url } of well) await subscribe(service, url);
    const { data: webhook } = await subscribe(service, last.url);
    const pointTo = (url: string) =>
      service.sql.query('UPDATE webhooks SET url = $2, host = $3 WHERE id = $1', [
        webhook.id,
        url,
        new URL(url).origin,
      ]);
    const measure = async () => {
      for (const { requests } of well) requests.length = 0;
      await change(service, RATE_TO_ALL, bench.seconds * 2);
      return percentiles(well).p99;
    };
    await measure();
    const [allWell, oneDead]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await pointTo(last.url);
      allWell.push(await measure());
      await pointTo(dead.url);
      oneDead.push(await measure());
    }
    const [before, after] = [median(allWell), median(oneDead)];
    const note = `${after.toFixed(0)} ms; all well ${before.toFixed(0)} ms`;
    return {
      name: 'p99 of 49 receivers beside a dead one',
      ours: (after / before - 1) * 100,
      unit: '% more',
      aim: '< 20',
      note,
    };
  } finally {
    for (const each of [...well, last, dead]) await each.close();
    await service.stop();
  }
}

/** Annotates so many times a second, whatever the answers take; resolves when all has arrived or is overdue. */
async function change(service: WebhookService, rate: number, seconds: number): Promise<void> {
  const started = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let made = 0; made < rate * seconds; made += 1) {
    await pause(Math.max(0, started + (made * 1000) / rate - performance.now()));
    calls.push(post(service, '/annotations', annotation(service.projectId, `change ${made}`)));
  }
  await Promise.all(calls);
  await pause(1_500);
}

function percentiles(receivers: BenchReceiver[]): { p50: number; p99: number; count: number } {
  const delays = receivers.flatMap(({ requests }) => requests.map(({ at, createdAt }) => at - createdAt));
  return { p50: median(delays), p99: quantile(delays, 0.99), count: delays.length };
}
