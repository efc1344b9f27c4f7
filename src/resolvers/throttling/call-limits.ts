import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { RateLimitState } from '../../infrastructure/call-counter/call-counter.ts';
import { MINUTE_MS } from '../../lib/durations.ts';

/** So many of something, of one identity, in a stretch of time. */
export interface CallLimit {
  /** For the message: what is counted, in the plural. */
  what: string;
  limit: number;
  windowMs: number;
}

/** Counts one more. @throws RATE_LIMITED when it is one too many */
export async function countAgainst(ctx: Context, identity: string, bound: CallLimit): Promise<void> {
  const window = await ctx.services.calls.count(identity, bound.windowMs);
  if (window.calls > bound.limit) throw rateLimited(ctx, bound, rateLimitState(window, bound.limit));
}

/** Counts nothing: for what is counted only once it has failed. @throws RATE_LIMITED when one more would be too many */
export async function assertBelow(ctx: Context, identity: string, bound: CallLimit): Promise<void> {
  const window = await ctx.services.calls.peek(identity);
  if (window.calls >= bound.limit) throw rateLimited(ctx, bound, rateLimitState(window, bound.limit));
}

/** Whole seconds until a moment, at least one: what a refusal tells to wait. @param moment as `Date.now()` counts */
export const secondsUntil = (moment: number): number => Math.max(1, Math.ceil((moment - Date.now()) / 1000));

/** Where a counted window stands, as the answer's headers tell it. */
export const rateLimitState = (window: { calls: number; resetAt: number }, limit: number): RateLimitState => ({
  limit,
  remaining: Math.max(0, limit - window.calls),
  resetSeconds: secondsUntil(window.resetAt),
});

/** The refusal, which says when it ends; the answer's headers will say the same. */
export function rateLimited(ctx: Context, { what, limit, windowMs }: CallLimit, state: RateLimitState): AppError {
  ctx.rateLimit.nearest = state;
  ctx.rateLimit.refused = true;
  const minutes = windowMs / MINUTE_MS;
  const period = minutes % 60 === 0 ? `${minutes / 60} h` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const { resetSeconds } = state;
  return new AppError('RATE_LIMITED', `Over ${limit} ${what} in ${period}; wait ${resetSeconds} s, then try again`, {
    retryAfterSeconds: resetSeconds,
  });
}
