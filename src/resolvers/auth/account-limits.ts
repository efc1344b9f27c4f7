import type { Context } from '../../context.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { networkOf } from '../../lib/network-of.ts';
import { assertBelow, type CallLimit, countAgainst } from '../throttling/call-limits.ts';

const WINDOW_MS = 15 * MINUTE_MS;
const FAILED_LOGINS: CallLimit = { what: 'wrong passwords', limit: 10, windowMs: WINDOW_MS };
/** Of one address, asked for from one network. */
const RESETS: CallLimit = { what: 'password resets', limit: 5, windowMs: WINDOW_MS };
/** Mails to one address, whoever asks: whoever has so many has links that work. */
const RESET_MAILS = 20;

const loginsOf = (email: string) => `failed-login:${email}`;

/** @throws RATE_LIMITED while an account, real or not, has had its wrong passwords */
export const assertMayLogIn = (ctx: Context, email: string): Promise<void> =>
  assertBelow(ctx, loginsOf(email), FAILED_LOGINS);

/** @throws RATE_LIMITED when it is one wrong password too many */
export const countFailedLogin = (ctx: Context, email: string): Promise<void> =>
  countAgainst(ctx, loginsOf(email), FAILED_LOGINS);

export const forgetFailedLogins = (ctx: Context, email: string): Promise<void> =>
  ctx.services.calls.forget(loginsOf(email));

/**
 * @returns whether a mail may go out; the answer is the same where none may
 * @throws RATE_LIMITED when the caller's network has asked too often, whether the address has an account or not
 */
export async function countReset(ctx: Context, email: string): Promise<boolean> {
  await countAgainst(ctx, `password-reset:${networkOf(ctx.ip)} ${email}`, RESETS);
  const { calls } = await ctx.services.calls.count(`password-reset-mail:${email}`, WINDOW_MS);
  return calls <= RESET_MAILS;
}
