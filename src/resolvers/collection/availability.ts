import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { isAway } from '../platform/sql/database-errors.ts';

/** A database that does not answer for so long is away. */
export const ANSWER_WITHIN_MS = 5_000;
/** Seconds after which it is worth to send again what could not be taken. */
const RETRY_AFTER = 2;

export const notStoredNow = () =>
  new AppError('UNAVAILABLE', 'This cannot be stored at the moment, and nothing of it was; send it again', {
    retryAfterSeconds: RETRY_AFTER,
  });

/** Turns the faults of a database that is away into an answer that says when to come back. @throws UNAVAILABLE */
export async function orUnavailable<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAway(error)) throw error;
    ctx.logger.debug({ err: error }, 'collected data could not be stored');
    throw notStoredNow();
  }
}
