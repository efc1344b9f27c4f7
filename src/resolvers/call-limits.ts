import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';

/** So many of something, of one identity, in a stretch of time. */
export interface CallLimit {
  /** For the message: what is counted, in the plural. */
  what: string;
  limit: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;

/** Counts one more. @throws RATE_LIMITED when it is one too many */
export async function countAgainst(ctx: Context, identity: string, bound: CallLimit): Promise<void> {
  const { calls, resetAt } = await ctx.services.calls.count(identity, bound.windowMs);
  if (calls > bound.limit) throw limited(ctx, bound, resetAt);
}

/** Counts nothing: for what is counted only once it has failed. @throws RATE_LIMITED when one more would be too many */
export async function assertBelow(ctx: Context, identity: string, bound: CallLimit): Promise<void> {
  const { calls, resetAt } = await ctx.services.calls.peek(identity);
  if (calls >= bound.limit) throw limited(ctx, bound, resetAt);
}

/** The refusal, which says when it ends. */
function limited(ctx: Context, { what, limit, windowMs }: CallLimit, resetAt: number): AppError {
  const resetSeconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1000));
  ctx.rateLimit.nearest = { limit, remaining: 0, resetSeconds };
  const minutes = windowMs / MINUTE_MS;
  const period = minutes % 60 === 0 ? `${minutes / 60} h` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('RATE_LIMITED', `Over ${limit} ${what} in ${period}; wait ${resetSeconds} s, then try again`, {
    retryAfterSeconds: resetSeconds,
  });
}
