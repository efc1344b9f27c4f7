import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';

const WINDOW_MS = 15 * 60 * 1000;
const FAILED_LOGINS = 10;
const RESETS = 5;

const loginsOf = (email: string) => `failed-login:${email}`;

/** @throws RATE_LIMITED while an account, real or not, has had its wrong passwords */
export async function assertMayLogIn(ctx: Context, email: string): Promise<void> {
  const { calls, resetAt } = await ctx.services.calls.peek(loginsOf(email));
  if (calls >= FAILED_LOGINS) throw limited(ctx, 'wrong passwords', FAILED_LOGINS, resetAt);
}

/** @throws RATE_LIMITED when it is one wrong password too many */
export async function countFailedLogin(ctx: Context, email: string): Promise<void> {
  const { calls, resetAt } = await ctx.services.calls.count(loginsOf(email), WINDOW_MS);
  if (calls > FAILED_LOGINS) throw limited(ctx, 'wrong passwords', FAILED_LOGINS, resetAt);
}

export const forgetFailedLogins = (ctx: Context, email: string): Promise<void> =>
  ctx.services.calls.forget(loginsOf(email));

/** @throws RATE_LIMITED when too many mails were asked for, whether the address has an account or not */
export async function countReset(ctx: Context, email: string): Promise<void> {
  const { calls, resetAt } = await ctx.services.calls.count(`password-reset:${email}`, WINDOW_MS);
  if (calls > RESETS) throw limited(ctx, 'password resets', RESETS, resetAt);
}

function limited(ctx: Context, what: string, limit: number, resetAt: number): AppError {
  const resetSeconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1000));
  ctx.rateLimit.nearest = { limit, remaining: 0, resetSeconds };
  return new AppError('RATE_LIMITED', `Over ${limit} ${what} in 15 minutes; wait ${resetSeconds} s, then try again`, {
    retryAfterSeconds: resetSeconds,
  });
}
