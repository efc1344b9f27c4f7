import type { CallContext, Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { RateLimitState, RateLimitWindow } from '../../../infrastructure/rate-limit-store/rate-limit-store.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';

/** Max number of calls of one identity within a window. */
export interface CallLimit {
  /** Plural noun of the counted calls, for the message. */
  what: string;
  limit: number;
  windowMs: number;
}

/**
 * Counts a call.
 *
 * @throws RATE_LIMITED when the limit is exceeded
 */
export async function countAgainst(ctx: Context<'rateLimitStore'>, identity: string, bound: CallLimit): Promise<void> {
  const window = await ctx.services.rateLimitStore.increment(identity, bound.windowMs);
  if (window.count > bound.limit) throw rateLimited(ctx, bound, rateLimitState(window, bound.limit));
}

/**
 * Checks a limit without counting, for calls that are counted only if they fail.
 *
 * @throws RATE_LIMITED when one more call would exceed the limit
 */
export async function assertBelow(ctx: Context<'rateLimitStore'>, identity: string, bound: CallLimit): Promise<void> {
  const window = await ctx.services.rateLimitStore.peek(identity);
  if (window.count >= bound.limit) throw rateLimited(ctx, bound, rateLimitState(window, bound.limit));
}

/** Returns the whole seconds to wait for this time, at least one. */
export const secondsToWait = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** State of a window, as the response headers report it. */
export const rateLimitState = (window: RateLimitWindow, limit: number): RateLimitState => ({
  limit,
  remaining: Math.max(0, limit - window.count),
  resetSeconds: secondsToWait(window.remainingMs),
});

/** Error for an exceeded limit; its message and the response headers say when to retry. */
export function rateLimited(ctx: CallContext, { what, limit, windowMs }: CallLimit, state: RateLimitState): AppError {
  ctx.rateLimit.nearest = state;
  ctx.rateLimit.rejected = true;
  const minutes = windowMs / MINUTE_MS;
  const period = minutes % 60 === 0 ? `${minutes / 60} h` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const { resetSeconds } = state;
  return new AppError('RATE_LIMITED', `Over ${limit} ${what} in ${period}; retry in ${resetSeconds} s`, {
    retryAfterSeconds: resetSeconds,
  });
}
