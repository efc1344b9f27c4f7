import type { ServerResponse } from 'node:http';
import type { AnswerRoom, Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { type ByteShare, createByteBudget } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '../resolvers/pagination/answer-size.ts';
import { BYTES_A_SECOND } from './body-timeout.ts';
import { callerOf } from './held-bodies.ts';

/** Of answers that are being made, or were made and not taken yet. */
const MAX_HELD = 128 * MIB;
/** Of these, one user's, or those of one network without a token. */
const MAX_OF_CALLER = 32 * MIB;
/** Of these, one network's, whoever calls from there. */
const MAX_OF_NETWORK = 64 * MIB;
/** The beginning of each answer, which is not counted: connections have a bound, and small answers go on when large ones fill the rest. */
const UNCOUNTED = 64 * 1024;
const RETRY_AFTER_SECONDS = 2;
/** How long an answer may stand still until its connection is cut, milliseconds. An event stream says something every 12 s. */
const STALLED_MS = 30_000;

/** What one answer takes up. */
export interface HeldAnswer extends AnswerRoom {
  /**
   * Gives all back once the connection has taken the answer, and cuts a connection that takes nothing, or an answer of known
   * length too slowly.
   */
  endWith(response: ServerResponse | undefined): void;
}

/** Bounds what the answers of a process take up, from what was read for them until they are sent. */
export function createHeldAnswers({
  stalledMs = STALLED_MS,
  bytesASecond = BYTES_A_SECOND,
} = {}): (ctx: Context) => HeldAnswer {
  const budget = createByteBudget(MAX_HELD, noRoom);
  return (ctx) => {
    const open = () => budget.open(...callerOf(ctx, { ofCaller: MAX_OF_CALLER, ofNetwork: MAX_OF_NETWORK }));
    const share = open();
    const events = new Set<ByteShare>();
    let own = 0;
    let length = 0;
    let hasEnded = false;
    let connection: ServerResponse | undefined;

    function take(bytes: number): void {
      if (own + bytes > MAX_ANSWER_BYTES) throw answerTooLarge();
      // What was begun for a caller who has gone goes on to its end.
      if (!hasEnded) share.take(counted(own + bytes) - counted(own));
      own += bytes;
    }

    function end(): void {
      hasEnded = true;
      share.end();
      for (const event of events) event.end();
    }

    return {
      take,
      made(bytes) {
        share.end();
        own = 0;
        take(bytes);
        length = bytes;
      },
      hold(bytes) {
        if (hasEnded || counted(bytes) === 0) return () => undefined;
        const event = open();
        event.take(counted(bytes));
        events.add(event);
        const giveBack = () => {
          event.end();
          events.delete(event);
        };
        // It is written in the same turn.
        return () => void setImmediate(() => whenTaken(connection, giveBack));
      },
      endWith(response) {
        connection = response;
        if (!response || response.closed) return end();
        response.once('close', end);
        response.setTimeout(stalledMs);
        if (counted(length) === 0) return;
        const cut = setTimeout(() => response.destroy(), stalledMs + (length / bytesASecond) * 1_000).unref();
        response.once('close', () => clearTimeout(cut));
      },
    };
  };
}

function whenTaken(response: ServerResponse | undefined, done: () => void): void {
  if (response?.writableNeedDrain) response.once('drain', done);
  else done();
}

const counted = (bytes: number): number => Math.max(0, bytes - UNCOUNTED);

const noRoom = () =>
  new AppError('UNAVAILABLE', 'Too many answers wait to be read at the moment; read them, and send this again', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
