import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { FAILURES_TO_PAUSE } from '../addons/deliveries/circuit-breaker.ts';
import { type ClaimedDelivery, claimDeliveries, releaseDelivery } from '../addons/deliveries/claim-deliveries.ts';
import { recordAttempts } from '../addons/deliveries/record-attempts.ts';
import { attemptIntegration } from '../addons/integrations/outbound/attempt-integration.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { AttemptResult } from './attempt-result.ts';
import { isLaneOfOne } from './lanes.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Attempts under way at once in a process, all lanes together. */
const MAX_ACTIVE = 480;
/**
 * In one lane: at first and after a call without an answer, one more for each answer up to the most; one while it is not
 * known how it does, and when it is tried again after a pause. A host that does not answer holds few of the places that all
 * share.
 */
const ACTIVE_IN_LANE = { unknown: 1, first: 4, most: 24, paused: 1 };
/** Deliveries that wait in memory for one lane; the sweeper hands on what is over. */
const MAX_WAITING = 10_000;
/** Rows of one statement. */
const MAX_BATCH = 100;
/** A result that cannot be written is tried again for as long as its lease holds, milliseconds. */
const RECORD_RETRIES_MS = [200, 1_000, 3_000, 6_000];
/** How long a stop waits for attempts under way, milliseconds. */
const STOP_GRACE_MS = 1_000;

/** A delivery that is due, and the lane that it goes in. */
export interface Due {
  id: string;
  lane: string;
}

interface Lane {
  waiting: string[];
  active: number;
  /** Calls in a row that were left without an answer, as all processes count them; undefined until the first is claimed. */
  failures: number | undefined;
  /** Answers in a row. */
  answers: number;
}

/** Sends due deliveries, each lane at its own pace, so that a slow one delays no other. */
export interface Dispatcher {
  /** Returns at once. What another process has taken, or is not due, is left alone. */
  offer(deliveries: Due[]): void;
  /** Resolves when nothing is under way; attempts that take longer than a second are given back. */
  close(): Promise<void>;
}

export function createDispatcher(ctx: Context): Dispatcher {
  const lanes = new Map<string, Lane>();
  const known = new Set<string>();
  /** Lanes that wait for a place among MAX_ACTIVE, in turn. */
  const starved = new Set<string>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let stopping = false;

  const claim = createBatcher((ids: string[]) => claimDeliveries(ctx, ids), MAX_BATCH);
  const record = createBatcher((results: AttemptResult[]) => recordAttempts(ctx, results), MAX_BATCH);

  function offer(deliveries: Due[]): void {
    for (const { id, lane: name } of deliveries) {
      const lane = lanes.get(name) ?? { waiting: [], active: 0, failures: undefined, answers: 0 };
      if (stopping || known.has(id) || lane.waiting.length >= MAX_WAITING) continue;
      lanes.set(name, lane);
      known.add(id);
      lane.waiting.push(id);
    }
    for (const name of new Set(deliveries.map(({ lane }) => lane))) pump(name);
  }

  function pump(name: string): void {
    const lane = lanes.get(name);
    if (!lane) return;
    while (lane.waiting.length > 0 && lane.active < placesIn(name, lane)) {
      if (running.size >= MAX_ACTIVE) return void starved.add(name);
      start(name, lane, lane.waiting.shift() as string);
    }
    if (lane.waiting.length === 0 && lane.active === 0) lanes.delete(name);
  }

  function start(name: string, lane: Lane, id: string): void {
    lane.active += 1;
    let isCalling = true;
    const hangUp = () => {
      if (!isCalling) return;
      isCalling = false;
      lane.active -= 1;
      pump(name);
    };
    const work = deliver(name, lane, id, hangUp)
      .catch((error: unknown) => ctx.logger.warn({ err: error, delivery: id }, 'a delivery was left to the sweeper'))
      .finally(() => {
        running.delete(work);
        known.delete(id);
        hangUp();
        const [next] = starved;
        if (next === undefined || !starved.delete(next)) return;
        pump(next);
      });
    running.add(work);
  }

  /** @param hangUp gives the place in the lane to the next: writing the result down needs none */
  async function deliver(name: string, lane: Lane, id: string, hangUp: () => void): Promise<void> {
    const delivery = await claim(id);
    if (!delivery) return;
    lane.failures = delivery.laneFailures;
    pump(name);
    const result = await attempt(delivery);
    if (!result) return;
    lane.answers = result.unanswered ? 0 : lane.answers + 1;
    // What is written down may pause the lane, or end its pause.
    if (!result.unanswered && delivery.laneFailures < FAILURES_TO_PAUSE) hangUp();
    const recorded = await recordPersistently(result);
    lane.failures = await settleAttempt(ctx, result, recorded);
    if (lane.failures >= FAILURES_TO_PAUSE) leaveWaiting(lane);
  }

  /** After the pause the sweeper hands them on again: claiming each now would be for nothing. */
  function leaveWaiting(lane: Lane): void {
    for (const id of lane.waiting) known.delete(id);
    lane.waiting.length = 0;
  }

  /** @returns undefined when it was given back for later */
  async function attempt(delivery: ClaimedDelivery): Promise<AttemptResult | undefined> {
    try {
      return await (delivery.toIntegration ? attemptIntegration : attemptDelivery)(ctx, delivery, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      await releaseDelivery(ctx, delivery);
      return undefined;
    }
  }

  async function recordPersistently(result: AttemptResult) {
    for (const pause of RECORD_RETRIES_MS) {
      try {
        return await record(result);
      } catch (error) {
        ctx.logger.warn({ err: error }, 'an attempt could not be written down; trying again');
        await wait(pause);
      }
    }
    return record(result);
  }

  return {
    offer,
    async close() {
      stopping = true;
      for (const lane of lanes.values()) lane.waiting.length = 0;
      await Promise.race([Promise.all(running), wait(STOP_GRACE_MS)]);
      stop.abort();
      await Promise.all(running);
    },
  };
}

function placesIn(name: string, { failures, answers }: Lane): number {
  if (failures === undefined) return ACTIVE_IN_LANE.unknown;
  if (isLaneOfOne(name) || failures >= FAILURES_TO_PAUSE) return ACTIVE_IN_LANE.paused;
  return Math.min(ACTIVE_IN_LANE.most, ACTIVE_IN_LANE.first + answers);
}
