import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import type { AttemptResult } from './attempt-result.ts';
import { FAILURES_TO_OPEN } from './circuit-breaker.ts';
import { type ClaimedDelivery, claimDeliveries, releaseDelivery } from './claim-deliveries.ts';
import type { DeliveryTargets } from './delivery-target.ts';
import { isSerialDestination } from './destinations.ts';
import { handleAttemptResult } from './handle-attempt-result.ts';
import { recordAttempts } from './record-attempts.ts';

/** Concurrent attempts of a process, all destinations together. */
const MAX_ACTIVE = 480;
/**
 * Concurrent attempts per destination: `unknown` until the first delivery is claimed, `first` at
 * the start and after a call without a response, plus one per response up to `max`, and `serial`
 * for an integration and while the circuit breaker is open. A host that does not respond occupies
 * few of the shared slots.
 */
const CONCURRENCY = { unknown: 1, first: 4, max: 24, serial: 1 };
/** Deliveries in memory per destination; the sweeper enqueues the others later. */
const MAX_QUEUED = 10_000;
/** Rows per statement. */
const MAX_BATCH = 100;
/** Delays before a failed write of a result is retried, ms; together shorter than the lease. */
const RECORD_RETRIES_MS = [200, 1_000, 3_000, 6_000];
/** Time that attempts in progress get on shutdown, ms. */
const STOP_GRACE_MS = 1_000;

/** A due delivery. */
export interface DueDelivery {
  id: string;
  destination: string;
}

interface DestinationQueue {
  /** Delivery ids. */
  queued: string[];
  active: number;
  /**
   * Consecutive calls without a response, across all processes; undefined until the first delivery
   * is claimed.
   */
  failures: number | undefined;
  /** Consecutive responses. */
  responses: number;
}

/** Sends due deliveries. Each destination has its own queue, so that a slow one delays no other. */
export interface Dispatcher {
  /** Enqueues deliveries without waiting. Claimed and postponed deliveries are skipped. */
  offer(deliveries: DueDelivery[]): void;
  /** Waits a second for attempts in progress, then aborts and releases them. */
  close(): Promise<void>;
}

export function createDispatcher(
  ctx: Context<'metrics' | 'pool' | 'publishDeliveries'>,
  targets: DeliveryTargets,
): Dispatcher {
  const queues = new Map<string, DestinationQueue>();
  const known = new Set<string>();
  /** Destinations that wait for MAX_ACTIVE, first in, first out. */
  const blocked = new Set<string>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let stopping = false;

  const claim = createBatcher((ids: string[]) => claimDeliveries(ctx, ids), MAX_BATCH);
  const record = createBatcher((results: AttemptResult[]) => recordAttempts(ctx, results), MAX_BATCH);

  const targetOf = ({ isIntegration }: ClaimedDelivery) => targets[isIntegration ? 'integration' : 'webhook'];

  function offer(deliveries: DueDelivery[]): void {
    for (const { id, destination } of deliveries) {
      const queue = queues.get(destination) ?? { queued: [], active: 0, failures: undefined, responses: 0 };
      if (stopping || known.has(id) || queue.queued.length >= MAX_QUEUED) continue;
      queues.set(destination, queue);
      known.add(id);
      queue.queued.push(id);
    }
    for (const destination of new Set(deliveries.map((delivery) => delivery.destination))) startNext(destination);
  }

  function startNext(destination: string): void {
    const queue = queues.get(destination);
    if (!queue) return;
    while (queue.queued.length > 0 && queue.active < concurrencyLimit(destination, queue)) {
      if (running.size >= MAX_ACTIVE) return void blocked.add(destination);
      start(destination, queue, queue.queued.shift() as string);
    }
    if (queue.queued.length === 0 && queue.active === 0) queues.delete(destination);
  }

  function start(destination: string, queue: DestinationQueue, id: string): void {
    queue.active += 1;
    let hasSlot = true;
    const releaseSlot = () => {
      if (!hasSlot) return;
      hasSlot = false;
      queue.active -= 1;
      startNext(destination);
    };
    const work = deliver(destination, queue, id, releaseSlot)
      .catch((error: unknown) => ctx.logger.warn({ err: error, delivery: id }, 'delivery failed; the sweeper retries'))
      .finally(() => {
        running.delete(work);
        known.delete(id);
        releaseSlot();
        const [next] = blocked;
        if (next === undefined || !blocked.delete(next)) return;
        startNext(next);
      });
    running.add(work);
  }

  /** @param releaseSlot frees the destination's slot early: recording the result needs none */
  async function deliver(
    destination: string,
    queue: DestinationQueue,
    id: string,
    releaseSlot: () => void,
  ): Promise<void> {
    const delivery = await claim(id);
    if (!delivery) return;
    queue.failures = delivery.destinationFailures;
    startNext(destination);
    const result = await attempt(delivery);
    if (!result) return;
    queue.responses = result.hasNoResponse ? 0 : queue.responses + 1;
    // Otherwise recording the result may open or close the circuit breaker.
    if (!result.hasNoResponse && delivery.destinationFailures < FAILURES_TO_OPEN) releaseSlot();
    const recorded = await recordWithRetries(result);
    queue.failures = await handleAttemptResult(ctx, targetOf(delivery), result, recorded);
    if (queue.failures >= FAILURES_TO_OPEN) dropQueued(queue);
  }

  /** Drops queued deliveries while the circuit breaker is open; the sweeper enqueues them again. */
  function dropQueued(queue: DestinationQueue): void {
    for (const id of queue.queued) known.delete(id);
    queue.queued.length = 0;
  }

  /** @returns undefined if the delivery was released without an attempt */
  async function attempt(delivery: ClaimedDelivery): Promise<AttemptResult | undefined> {
    try {
      return await targetOf(delivery).attempt(delivery, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      await releaseDelivery(ctx, delivery);
      return undefined;
    }
  }

  async function recordWithRetries(result: AttemptResult) {
    for (const delay of RECORD_RETRIES_MS) {
      try {
        return await record(result);
      } catch (error) {
        ctx.logger.warn({ err: error }, 'attempt not recorded; retry scheduled');
        await wait(delay);
      }
    }
    return record(result);
  }

  return {
    offer,
    async close() {
      stopping = true;
      for (const queue of queues.values()) queue.queued.length = 0;
      await Promise.race([Promise.all(running), wait(STOP_GRACE_MS)]);
      stop.abort();
      await Promise.all(running);
    },
  };
}

function concurrencyLimit(destination: string, { failures, responses }: DestinationQueue): number {
  if (failures === undefined) return CONCURRENCY.unknown;
  if (isSerialDestination(destination) || failures >= FAILURES_TO_OPEN) return CONCURRENCY.serial;
  return Math.min(CONCURRENCY.max, CONCURRENCY.first + responses);
}
