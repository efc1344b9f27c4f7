import type { Context } from '../../../context.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { assertBelow, type CallLimit, countAgainst } from '../../platform/quotas/call-limits.ts';

const WINDOW_MS = 15 * MINUTE_MS;
const FAILED_LOGINS: CallLimit = { what: 'wrong passwords', limit: 10, windowMs: WINDOW_MS };
/** Requests for one address from one network. */
const RESETS: CallLimit = { what: 'password resets', limit: 5, windowMs: WINDOW_MS };
/** Mails to one address from any network; an owner with so many mails has valid links. */
const RESET_MAILS = 20;

/** Mails to one account. */
const VERIFICATIONS: CallLimit = { what: 'verification mails', limit: 5, windowMs: WINDOW_MS };

const loginsOf = (email: string) => `failed-login:${email}`;

/**
 * Checks the failed logins of an address, whether it has an account or not.
 *
 * @throws RATE_LIMITED
 */
export const assertMayLogIn = (ctx: Context<'rateLimitStore'>, email: string): Promise<void> =>
  assertBelow(ctx, loginsOf(email), FAILED_LOGINS);

/**
 * Counts a wrong password.
 *
 * @throws RATE_LIMITED when the limit is exceeded
 */
export const countFailedLogin = (ctx: Context<'rateLimitStore'>, email: string): Promise<void> =>
  countAgainst(ctx, loginsOf(email), FAILED_LOGINS);

export const forgetFailedLogins = (ctx: Context<'rateLimitStore'>, email: string): Promise<void> =>
  ctx.services.rateLimitStore.reset(loginsOf(email));

/**
 * Counts a request for a password reset.
 *
 * @returns whether to send a mail; the response is the same without one
 * @throws RATE_LIMITED when the client's network exceeds its limit, whether the address has an
 *   account
 *   or not
 */
export async function countReset(ctx: Context<'rateLimitStore'>, email: string): Promise<boolean> {
  await countAgainst(ctx, `password-reset:${networkOf(ctx.ip)} ${email}`, RESETS);
  const { count } = await ctx.services.rateLimitStore.increment(`password-reset-mail:${email}`, WINDOW_MS);
  return count <= RESET_MAILS;
}

/**
 * Counts a request for a mail that verifies an address.
 *
 * @throws RATE_LIMITED
 */
export const countVerification = (ctx: Context<'rateLimitStore'>, userId: string): Promise<void> =>
  countAgainst(ctx, `email-verification:${userId}`, VERIFICATIONS);
