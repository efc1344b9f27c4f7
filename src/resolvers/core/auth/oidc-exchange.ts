import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { IssuerError } from '../../../infrastructure/oidc/issuer-error.ts';
import type { OidcClient, OidcProfile } from '../../../infrastructure/oidc/oidc-client.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { countAgainst } from '../../platform/quotas/call-limits.ts';
import { hashToken } from './secret-token.ts';

/** Time that a user has to log in at the provider. */
export const OIDC_LOGIN_MS = 10 * MINUTE_MS;

const CALLBACK_PATH = '/auth/oidc/callback';
/** Context that the sealed state is bound to. */
const PURPOSE = 'login with an OpenID provider';

/** Account and session that the identity will be linked to, in place of a login. */
const linkTarget = z.object({ userId: z.string(), loginId: z.string(), tokenGeneration: z.number() });
export type LinkTarget = z.infer<typeof linkTarget>;

const sealedLogin = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  returnTo: z.string(),
  link: linkTarget.optional(),
  expiresAt: z.number(),
});
type SealedLogin = z.infer<typeof sealedLogin>;

export type ExchangeContext = Context<'config' | 'logger' | 'oidc' | 'rateLimitStore' | 'secretBox'>;

/** Address of the provider, and the sealed state that the browser keeps for the callback. */
export interface StartedLogin {
  url: string;
  sealed: string;
}

/**
 * Starts a login at the provider.
 *
 * @throws NOT_FOUND without a provider
 * @throws RATE_LIMITED, UNAVAILABLE
 */
export async function startAtProvider(
  ctx: ExchangeContext,
  login: Pick<SealedLogin, 'returnTo' | 'link'>,
): Promise<StartedLogin> {
  const oidc = requireProvider(ctx);
  const { config, secretBox } = ctx.services;
  const { url, checks } = await ask(ctx, () => oidc.start(config.http.baseUrl + CALLBACK_PATH));
  const expiresAt = Date.now() + OIDC_LOGIN_MS;
  return { url, sealed: secretBox.seal(JSON.stringify({ ...login, checks, expiresAt }), PURPOSE) };
}

/**
 * Reads the person of a callback.
 *
 * @param sealed state from the start of the login, undefined if the browser sent none
 * @throws NOT_FOUND, UNAUTHENTICATED, UNAVAILABLE, RATE_LIMITED
 */
export async function completeAtProvider(
  ctx: ExchangeContext,
  query: URLSearchParams,
  sealed: string | undefined,
): Promise<Pick<SealedLogin, 'returnTo' | 'link'> & { oidc: OidcClient; profile: OidcProfile }> {
  const oidc = requireProvider(ctx);
  await countLogin(ctx);
  const { checks, returnTo, link } = await openLogin(ctx, sealed);
  const callback = new URL(ctx.services.config.http.baseUrl + CALLBACK_PATH);
  callback.search = query.toString();
  const profile = await ask(ctx, () => oidc.complete(callback, checks));
  return { oidc, profile, returnTo, ...(link && { link }) };
}

/** @throws NOT_FOUND */
export function requireProvider({ services: { oidc } }: Context<'oidc'>): OidcClient {
  if (oidc) return oidc;
  throw new AppError(
    'NOT_FOUND',
    'This service has no login with an OpenID provider; its operator sets OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  );
}

/** Counts against the limit of logins, like POST /auth/login. */
export async function countLogin(ctx: Context<'config' | 'rateLimitStore'>): Promise<void> {
  const limit = ctx.services.config.rateLimits.auth;
  if (limit === 0) return;
  await countAgainst(ctx, `auth:${networkOf(ctx.ip)}`, { what: 'calls', limit, windowMs: MINUTE_MS });
}

/** Whether a sealed state is of a link, for the page that reports its failure. */
export const isLink = (ctx: Context<'secretBox'>, sealed: string | undefined): boolean =>
  unseal(ctx, sealed)?.link !== undefined;

/** @returns undefined if it is absent, changed, or sealed with a secret that is no longer listed */
function unseal({ services: { secretBox } }: Context<'secretBox'>, sealed = ''): SealedLogin | undefined {
  try {
    return sealedLogin.parse(JSON.parse(secretBox.open(sealed, PURPOSE)));
  } catch {
    return undefined;
  }
}

/** Opens the sealed state, once. */
async function openLogin(ctx: ExchangeContext, sealed: string | undefined): Promise<SealedLogin> {
  const { rateLimitStore } = ctx.services;
  const login = unseal(ctx, sealed);
  if (!login || login.expiresAt < Date.now()) {
    throw new AppError(
      'UNAUTHENTICATED',
      'This login was not started in this browser within the last 10 minutes; start again',
    );
  }
  const { count } = await rateLimitStore.increment(`oidc-state:${hashToken(login.checks.state)}`, OIDC_LOGIN_MS);
  if (count > 1) throw new AppError('UNAUTHENTICATED', 'This login was already completed; start again');
  return login;
}

/** Calls the provider and converts its failures. */
async function ask<T>(ctx: Context<'logger'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error;
    ctx.services.logger.warn({ err: error }, 'login with the OpenID provider failed');
    throw error.failure === 'unavailable'
      ? new AppError('UNAVAILABLE', `${error.message}. Try again, or log in with a password`, { retryAfterSeconds: 10 })
      : new AppError('UNAUTHENTICATED', `${error.message}; start again`);
  }
}
