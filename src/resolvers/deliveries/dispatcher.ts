import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { createBatcher } from '../../infrastructure/batcher.ts';
import { attemptIntegration } from '../integrations/outgoing/attempt-integration.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { AttemptResult } from './attempt-result.ts';
import { type ClaimedDelivery, claimDeliveries, releaseDelivery } from './claim-deliveries.ts';
import { FAILURES_TO_PAUSE } from './host-circuit.ts';
import { isLaneOfOne } from './lanes.ts';
import { recordAttempts } from './record-attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Attempts under way at once in a process, all hosts together. */
const MAX_ACTIVE = 480;
/**
 * At one host: at first and after a call without an answer, one more for each answer up to the most; one while it is not
 * known how it does, and when it is tried again after a pause. A host that does not answer holds few of the places that all
 * share.
 */
const ACTIVE_AT_HOST = { unknown: 1, first: 4, most: 24, paused: 1 };
/** Deliveries that wait in memory for one host; the sweeper hands on what is over. */
const MAX_WAITING = 10_000;
/** Rows of one statement. */
const MAX_BATCH = 100;
/** A result that cannot be written is tried again for as long as its lease holds, milliseconds. */
const RECORD_RETRIES_MS = [200, 1_000, 3_000, 6_000];
/** How long a stop waits for attempts under way, milliseconds. */
const STOP_GRACE_MS = 1_000;

/** A delivery that is due, and the host that it goes to. */
export interface Due {
  id: string;
  host: string;
}

interface Host {
  waiting: string[];
  active: number;
  /** Calls in a row that it left without an answer, as all processes count them; undefined until the first is claimed. */
  failures: number | undefined;
  /** Answers in a row. */
  answers: number;
}

/** Sends due deliveries, each host at its own pace, so that a slow one delays no other. */
export interface Dispatcher {
  /** Returns at once. What another process has taken, or is not due, is left alone. */
  offer(deliveries: Due[]): void;
  /** Resolves when nothing is under way; attempts that take longer than a second are given back. */
  close(): Promise<void>;
}

export function createDispatcher(ctx: Context): Dispatcher {
  const hosts = new Map<string, Host>();
  const known = new Set<string>();
  /** Hosts that wait for a place among MAX_ACTIVE, in turn. */
  const starved = new Set<string>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let stopping = false;

  const claim = createBatcher((ids: string[]) => claimDeliveries(ctx, ids), MAX_BATCH);
  const record = createBatcher((results: AttemptResult[]) => recordAttempts(ctx, results), MAX_BATCH);

  function offer(deliveries: Due[]): void {
    for (const { id, host: name } of deliveries) {
      const host = hosts.get(name) ?? { waiting: [], active: 0, failures: undefined, answers: 0 };
      if (stopping || known.has(id) || host.waiting.length >= MAX_WAITING) continue;
      hosts.set(name, host);
      known.add(id);
      host.waiting.push(id);
    }
    for (const name of new Set(deliveries.map(({ host }) => host))) pump(name);
  }

  function pump(name: string): void {
    const host = hosts.get(name);
    if (!host) return;
    while (host.waiting.length > 0 && host.active < placesAt(name, host)) {
      if (running.size >= MAX_ACTIVE) return void starved.add(name);
      start(name, host, host.waiting.shift() as string);
    }
    if (host.waiting.length === 0 && host.active === 0) hosts.delete(name);
  }

  function start(name: string, host: Host, id: string): void {
    host.active += 1;
    let isCalling = true;
    const hangUp = () => {
      if (!isCalling) return;
      isCalling = false;
      host.active -= 1;
      pump(name);
    };
    const work = deliver(name, host, id, hangUp)
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

  /** @param hangUp gives the place at the host to the next: writing the result down needs none */
  async function deliver(name: string, host: Host, id: string, hangUp: () => void): Promise<void> {
    const delivery = await claim(id);
    if (!delivery) return;
    host.failures = delivery.hostFailures;
    pump(name);
    const result = await attempt(delivery);
    if (!result) return;
    host.answers = result.unanswered ? 0 : host.answers + 1;
    // What is written down may pause the host, or end its pause.
    if (!result.unanswered && delivery.hostFailures < FAILURES_TO_PAUSE) hangUp();
    const recorded = await recordPersistently(result);
    host.failures = await settleAttempt(ctx, result, recorded);
    if (host.failures >= FAILURES_TO_PAUSE) leaveWaiting(host);
  }

  /** After the pause the sweeper hands them on again: claiming each now would be for nothing. */
  function leaveWaiting(host: Host): void {
    for (const id of host.waiting) known.delete(id);
    host.waiting.length = 0;
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
      for (const host of hosts.values()) host.waiting.length = 0;
      await Promise.race([Promise.all(running), wait(STOP_GRACE_MS)]);
      stop.abort();
      await Promise.all(running);
    },
  };
}

function placesAt(name: string, { failures, answers }: Host): number {
  if (failures === undefined) return ACTIVE_AT_HOST.unknown;
  if (isLaneOfOne(name) || failures >= FAILURES_TO_PAUSE) return ACTIVE_AT_HOST.paused;
  return Math.min(ACTIVE_AT_HOST.most, ACTIVE_AT_HOST.first + answers);
}
