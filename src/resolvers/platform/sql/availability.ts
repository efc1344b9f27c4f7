import type { CallContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { isConnectionError } from './database-errors.ts';

/** Query timeout, after which the database counts as unavailable, milliseconds. */
export const QUERY_TIMEOUT_MS = 5_000;
/** Retry-After of a request that could not be stored, seconds. */
const RETRY_AFTER = 2;

export const storageUnavailable = () =>
  new AppError('UNAVAILABLE', 'The data cannot be stored now, and nothing was stored; send it again', {
    retryAfterSeconds: RETRY_AFTER,
  });

/**
 * Maps connection errors of the database to an error with Retry-After.
 *
 * @throws UNAVAILABLE
 */
export async function orUnavailable<T>(ctx: CallContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    ctx.logger.debug({ err: error }, 'collected data not stored: database unavailable');
    throw storageUnavailable();
  }
}
