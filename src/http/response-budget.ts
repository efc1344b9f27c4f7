import type { ServerResponse } from 'node:http';
import type { Context, ResponseBudget } from '../context.ts';
import { AppError } from '../errors.ts';
import { type BudgetOwner, type ByteReservation, createByteBudget } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { networkOf } from '../lib/network-of.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from '../resolvers/platform/pagination/response-size.ts';
import { MIN_BYTES_PER_SECOND } from './body-timeout.ts';

/** Bytes of all responses that are being created or are not yet sent. */
const MAX_TOTAL = 128 * MIB;
/** Bytes per user, or per network for requests without a token. */
const MAX_PER_CLIENT = 32 * MIB;
/** Bytes per network, with and without a token. */
const MAX_PER_NETWORK = 64 * MIB;
/**
 * Bytes of each response that are not counted. Connections are limited, and small responses stay
 * possible while large ones use up the budget.
 */
const FREE_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 2;
/**
 * Closes the connection when the response makes no progress for this long, milliseconds. An event
 * stream sends a ping every 12 s.
 */
const STALLED_MS = 30_000;

/** Reservations of one response. */
export interface OpenResponseBudget extends ResponseBudget {
  /**
   * Releases all reservations when the response is sent. Closes a connection that reads nothing, or
   * that reads a response of known length too slowly.
   */
  releaseAfter(response: ServerResponse | undefined): void;
}

/** Limits the memory of a process's responses, from reading their data until they are sent. */
export function createResponseBudgets({
  stalledMs = STALLED_MS,
  minBytesPerSecond = MIN_BYTES_PER_SECOND,
} = {}): (ctx: Context) => OpenResponseBudget {
  const budget = createByteBudget(MAX_TOTAL, budgetExceeded);
  return (ctx) => {
    const open = () => budget.open(...budgetOwners(ctx, { perClient: MAX_PER_CLIENT, perNetwork: MAX_PER_NETWORK }));
    const reservation = open();
    const events = new Set<ByteReservation>();
    let own = 0;
    let length = 0;
    let hasEnded = false;
    let connection: ServerResponse | undefined;

    function reserve(bytes: number): void {
      if (own + bytes > MAX_RESPONSE_BYTES) throw responseTooLarge();
      // Work for a disconnected client still runs to its end.
      if (!hasEnded) reservation.reserve(counted(own + bytes) - counted(own));
      own += bytes;
    }

    function releaseAll(): void {
      hasEnded = true;
      reservation.release();
      for (const event of events) event.release();
    }

    return {
      reserve,
      setSize(bytes) {
        reservation.release();
        own = 0;
        reserve(bytes);
        length = bytes;
      },
      reserveEvent(bytes) {
        if (hasEnded || counted(bytes) === 0) return () => undefined;
        const event = open();
        event.reserve(counted(bytes));
        events.add(event);
        const release = () => {
          event.release();
          events.delete(event);
        };
        // The event is written before the next immediate.
        return () => void setImmediate(() => whenDrained(connection, release));
      },
      releaseAfter(response) {
        connection = response;
        if (!response || response.closed) return releaseAll();
        response.once('close', releaseAll);
        response.setTimeout(stalledMs);
        if (counted(length) === 0) return;
        const timeout = setTimeout(() => response.destroy(), stalledMs + (length / minBytesPerSecond) * 1_000).unref();
        response.once('close', () => clearTimeout(timeout));
      },
    };
  };
}

/** Owners of a call's reservations: the user, or the network without a token, and the network. */
export function budgetOwners(
  { actor, ip }: Context,
  { perClient, perNetwork }: { perClient: number; perNetwork: number },
): BudgetOwner[] {
  const network = networkOf(ip);
  return [
    { name: actor.kind === 'user' ? `user:${actor.userId}` : `ip:${network}`, max: perClient },
    { name: `network:${network}`, max: perNetwork },
  ];
}

function whenDrained(response: ServerResponse | undefined, done: () => void): void {
  if (response?.writableNeedDrain) response.once('drain', done);
  else done();
}

const counted = (bytes: number): number => Math.max(0, bytes - FREE_BYTES);

const budgetExceeded = () =>
  new AppError('UNAVAILABLE', 'The server has too many unread responses. Read them, then retry.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
