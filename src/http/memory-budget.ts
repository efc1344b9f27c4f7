import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { type ByteReservation, createByteBudget } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { networkOf } from '../lib/network-of.ts';
import { storageUnavailable } from '../resolvers/platform/sql/availability.ts';
import type { Handler, HttpCall } from './pipeline.ts';
import { budgetOwners, createResponseBudgets } from './response-budget.ts';

/** Request bodies in memory, bytes; collected batches have a budget of their own. */
const MAX_BODIES = 128 * MIB;
/** Limits of a user, or of a network without a token: three of the largest imports. */
const MAX_PER_CLIENT = 32 * MIB;
/** Limits of a network, whatever number of accounts it has. */
const MAX_PER_NETWORK = 64 * MIB;
/** Bodies of collected batches in memory, bytes. */
const MAX_COLLECTED = 64 * MIB;
const RETRY_AFTER_SECONDS = 2;

/** A call whose request body, and response if it has a budget, are limited. */
export interface BudgetedCall extends HttpCall {
  context: Context;
  /** Counts the bytes that are read of the body. */
  body: ByteReservation;
}

export type WithContext = { context: Context };

/** Limits the memory of request bodies and responses: in total, per client and per network. */
export function memoryBudget() {
  const bodies = createByteBudget(MAX_BODIES, () =>
    unavailable('Too many request bodies are in memory; retry in a few seconds'),
  );
  const openResponse = createResponseBudgets();
  return <R, C extends HttpCall>(next: Handler<R, C & BudgetedCall>): Handler<R, C & WithContext> =>
    async (call) => {
      const body = bodies.open(
        ...budgetOwners(call.context, { perClient: MAX_PER_CLIENT, perNetwork: MAX_PER_NETWORK }),
      );
      const response = openResponse(call.context);
      call.context.responseBudget = response;
      try {
        return await next(Object.assign(call, { body }));
      } finally {
        body.release();
        response.releaseAfter(call.outgoing);
      }
    };
}

/** Limits the memory of collected batches, in total and per network; their responses are small. */
export function collectBudget() {
  const bodies = createByteBudget(MAX_COLLECTED, storageUnavailable);
  return <R, C extends HttpCall>(next: Handler<R, C & BudgetedCall>): Handler<R, C & WithContext> =>
    async (call) => {
      const body = bodies.open({ name: networkOf(call.context.ip), max: MAX_COLLECTED / 2 });
      try {
        return await next(Object.assign(call, { body }));
      } finally {
        body.release();
      }
    };
}

/**
 * Replaces the bytes that were reserved for a response with its length. Event streams have no
 * length: their reservations stay.
 *
 * @throws the error of an exceeded budget
 */
export function setResponseSize({ responseBudget }: Context, response: Response): Response {
  const length = response.headers.get('content-length');
  if (length !== null) responseBudget?.setSize(Number(length));
  return response;
}

const unavailable = (message: string) =>
  new AppError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
