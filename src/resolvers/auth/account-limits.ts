import type { Context } from '../../context.ts';
import { assertBelow, type CallLimit, countAgainst } from '../call-limits.ts';

const WINDOW_MS = 15 * 60 * 1000;
const FAILED_LOGINS: CallLimit = { what: 'wrong passwords', limit: 10, windowMs: WINDOW_MS };
const RESETS: CallLimit = { what: 'password resets', limit: 5, windowMs: WINDOW_MS };

const loginsOf = (email: string) => `failed-login:${email}`;

/** @throws RATE_LIMITED while an account, real or not, has had its wrong passwords */
export const assertMayLogIn = (ctx: Context, email: string): Promise<void> =>
  assertBelow(ctx, loginsOf(email), FAILED_LOGINS);

/** @throws RATE_LIMITED when it is one wrong password too many */
export const countFailedLogin = (ctx: Context, email: string): Promise<void> =>
  countAgainst(ctx, loginsOf(email), FAILED_LOGINS);

export const forgetFailedLogins = (ctx: Context, email: string): Promise<void> =>
  ctx.services.calls.forget(loginsOf(email));

/** @throws RATE_LIMITED when too many mails were asked for, whether the address has an account or not */
export const countReset = (ctx: Context, email: string): Promise<void> =>
  countAgainst(ctx, `password-reset:${email}`, RESETS);
