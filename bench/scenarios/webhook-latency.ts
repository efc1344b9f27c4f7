import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile } from '../numbers.ts';
import { type BenchReceiver, startBenchReceiver, startDeadReceiver } from '../receivers.ts';
import type { Result } from '../report.ts';
import { annotation, type Bench, post } from '../scenario.ts';
import { startWebhookService, subscribe, type WebhookService } from './webhook-service.ts';

const RATE = 50;
const RECEIVERS = 50;
/** Lower rate for fifty receivers, with which each event is fifty deliveries. */
const FAN_OUT_RATE = 4;
const ROUNDS = 3;

/** Measures the delay from an event's transaction to its arrival at the receiver. */
export async function firstAttemptDelay(bench: Bench): Promise<Result> {
  const service = await startWebhookService(bench, 'PostgreSQL');
  const receiver = await startBenchReceiver({ parsesBodies: true });
  try {
    await subscribe(service, receiver.url);
    await createAtRate(service, RATE, 2);
    receiver.requests.length = 0;
    await createAtRate(service, RATE, bench.seconds * 3);
    const { p50, p99, count } = percentiles([receiver]);
    const note = `p50 ${p50.toFixed(0)} ms, ${count} deliveries`;
    return { name: `change to webhook, ${RATE} a second, p99`, ours: p99, unit: 'ms', aim: '< 250', note };
  } finally {
    await receiver.close();
    await service.stop();
  }
}

/** Measures the effect of a receiver that never responds on 49 others. */
export async function deadReceiverImpact(bench: Bench): Promise<Result> {
  const service = await startWebhookService(bench, 'PostgreSQL');
  const healthy = await Promise.all(
    Array.from({ length: RECEIVERS - 1 }, () => startBenchReceiver({ parsesBodies: true })),
  );
  const last = await startBenchReceiver({ parsesBodies: true });
  const dead = await startDeadReceiver();
  try {
    for (const { url } of healthy) await subscribe(service, url);
    const { data: webhook } = await subscribe(service, last.url);
    const pointTo = (url: string) =>
      service.sql.query('UPDATE webhooks SET url = $2, host = $3 WHERE id = $1', [
        webhook.id,
        url,
        new URL(url).origin,
      ]);
    const measure = async () => {
      for (const { requests } of healthy) requests.length = 0;
      await createAtRate(service, FAN_OUT_RATE, bench.seconds * 2);
      return percentiles(healthy).p99;
    };
    await measure();
    const [allHealthy, oneDead]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await pointTo(last.url);
      allHealthy.push(await measure());
      await pointTo(dead.url);
      oneDead.push(await measure());
    }
    const [before, after] = [median(allHealthy), median(oneDead)];
    const note = `${after.toFixed(0)} ms; all well ${before.toFixed(0)} ms`;
    return {
      name: 'p99 of 49 receivers beside a dead one',
      ours: (after / before - 1) * 100,
      unit: '% more',
      aim: '< 20',
      note,
    };
  } finally {
    for (const each of [...healthy, last, dead]) await each.close();
    await service.stop();
  }
}

/** Creates annotations at a fixed rate, then waits until all deliveries arrived or are overdue. */
async function createAtRate(service: WebhookService, rate: number, seconds: number): Promise<void> {
  const started = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let created = 0; created < rate * seconds; created += 1) {
    await pause(Math.max(0, started + (created * 1000) / rate - performance.now()));
    calls.push(post(service, '/annotations', annotation(service.projectId, `change ${created}`)));
  }
  await Promise.all(calls);
  await pause(1_500);
}

function percentiles(receivers: BenchReceiver[]): { p50: number; p99: number; count: number } {
  const delays = receivers.flatMap(({ requests }) => requests.map(({ at, createdAt }) => at - createdAt));
  return { p50: median(delays), p99: quantile(delays, 0.99), count: delays.length };
}
