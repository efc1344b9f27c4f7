import type { Context } from '../../../context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { assertBelow, type CallLimit, countAgainst } from '../../platform/quotas/call-limits.ts';

const WINDOW_MS = 15 * MINUTE_MS;
const FAILED_LOGINS: CallLimit = { what: 'wrong passwords', limit: 10, windowMs: WINDOW_MS };
/** Requests for one address from one network. */
const RESETS: CallLimit = { what: 'password resets', limit: 5, windowMs: WINDOW_MS };
/** Lifetime of a link to set a password. */
export const PASSWORD_LINK_LIFETIME_MS = HOUR_MS;

const loginsOf = (email: string) => `failed-login:${email}`;
const resetsOf = (email: string) => [`password-reset-mail:${email}`, `password-reset-spare:${email}`] as const;

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
 * Counts a request for a password reset. Anybody can request them for the address of another
 * person: beyond the mails of a day, one is sent when the link of the last one has expired, so that
 * the owner always has a valid link.
 *
 * @returns whether to send a mail; the response is the same without one
 * @throws RATE_LIMITED when the client's network exceeds its limit, whether the address has an
 *   account
 *   or not
 */
export async function countReset(ctx: Context<'config' | 'rateLimitStore'>, email: string): Promise<boolean> {
  await countAgainst(ctx, `password-reset:${networkOf(ctx.ip)} ${email}`, RESETS);
  const { rateLimitStore, config } = ctx.services;
  const [ofDay, ofLink] = resetsOf(email);
  if ((await rateLimitStore.increment(ofDay, DAY_MS)).count <= config.mail.perAddress) return true;
  return (await rateLimitStore.increment(ofLink, PASSWORD_LINK_LIFETIME_MS)).count === 1;
}

/** Ends the limit of mails, once the owner of the address used a link of one. */
export async function forgetResets(ctx: Context<'rateLimitStore'>, email: string): Promise<void> {
  for (const limit of resetsOf(email)) await ctx.services.rateLimitStore.reset(limit);
}
