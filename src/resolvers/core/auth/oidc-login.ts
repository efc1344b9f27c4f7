import { z } from 'zod';
import type { CallContext, Context } from '../../../context.ts';
import { AppError, badInput, conflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { type OidcClient, OidcError, type OidcProfile } from '../../../infrastructure/oidc/oidc-client.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { countAgainst } from '../../platform/quotas/call-limits.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { truncateText } from '../../platform/text/plain-text.ts';
import { createAccount } from './create-account.ts';
import { mailVerificationLater } from './email-verification.ts';
import { hashToken, hashUnknownPassword } from './secret-token.ts';
import { findAccount, openSession, type Session } from './sessions.ts';

/** Time that a user has to log in at the provider. */
export const OIDC_LOGIN_MS = 10 * MINUTE_MS;

const CALLBACK_PATH = '/auth/oidc/callback';
/** Context that the sealed state is bound to. */
const PURPOSE = 'login with an OpenID provider';

/** A path of this service; `//host` and `/\host` are other sites to browsers. */
const returnToInput = z.string().regex(/^\/(?![/\\])[\w\-./?=&%~]{0,512}$/);

const sealedLogin = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  returnTo: z.string(),
  expiresAt: z.number(),
});

type LoginContext = Context<'config' | 'oidc' | 'rateLimitStore' | 'secretBox'>;
type CompleteContext = LoginContext & Context<'accessTokens' | 'db' | 'logger' | 'mail' | 'pool' | 'runInBackground'>;

/**
 * Starts a login with the configured provider.
 *
 * @param returnTo path that the browser gets to after the login; default: /
 * @returns the provider's address, and the sealed state that the browser keeps for the callback
 * @throws NOT_FOUND without a provider
 * @throws BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE
 */
export async function startOidcLogin(
  ctx: LoginContext & Context<'logger'>,
  returnTo = '/',
): Promise<{ url: string; sealed: string }> {
  const oidc = requireProvider(ctx);
  await countLogin(ctx);
  if (!returnToInput.safeParse(returnTo).success) throw badInput('returnTo: must be a path of this service, such as /');
  const { config, secretBox } = ctx.services;
  const { url, checks } = await ask(ctx, () => oidc.start(config.http.baseUrl + CALLBACK_PATH));
  const expiresAt = Date.now() + OIDC_LOGIN_MS;
  return { url, sealed: secretBox.seal(JSON.stringify({ checks, returnTo, expiresAt }), PURPOSE) };
}

/**
 * Completes a login: opens a session of the account that the provider's identity is linked to, of
 * the account with its verified address, or of a new account.
 *
 * @param query of the callback
 * @param sealed state from the start of the login, undefined if the browser sent none
 * @throws NOT_FOUND, UNAUTHENTICATED, UNAVAILABLE, RATE_LIMITED
 * @throws CONFLICT for an account with the address that either side has not verified
 * @throws FORBIDDEN if registration requires an invitation
 */
export async function completeOidcLogin(
  ctx: CompleteContext,
  query: URLSearchParams,
  sealed: string | undefined,
): Promise<{ session: Session; returnTo: string }> {
  const oidc = requireProvider(ctx);
  await countLogin(ctx);
  const { checks, returnTo } = await openLogin(ctx, sealed);
  const callback = new URL(ctx.services.config.http.baseUrl + CALLBACK_PATH);
  callback.search = query.toString();
  const profile = await ask(ctx, () => oidc.complete(callback, checks));
  try {
    const userId = (await findIdentity(ctx, profile)) ?? (await linkOrRegister(ctx, oidc, profile));
    return { session: await logIn(ctx, userId), returnTo };
  } catch (error) {
    const isTwice = isUniqueViolation(error, 'subject') || isUniqueViolation(error, 'email');
    throw isTwice ? conflict('The login was completed twice at once; log in again') : error;
  }
}

function requireProvider({ services: { oidc } }: Context<'oidc'>): OidcClient {
  if (oidc) return oidc;
  throw new AppError(
    'NOT_FOUND',
    'This service has no login with an OpenID provider; its operator sets OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  );
}

/** Counts against the limit of logins, like POST /auth/login. */
async function countLogin(ctx: Context<'config' | 'rateLimitStore'>): Promise<void> {
  const limit = ctx.services.config.rateLimits.auth;
  if (limit === 0) return;
  await countAgainst(ctx, `auth:${networkOf(ctx.ip)}`, { what: 'calls', limit, windowMs: MINUTE_MS });
}

/** Opens the sealed state, once. */
async function openLogin(ctx: LoginContext, sealed = ''): Promise<z.infer<typeof sealedLogin>> {
  const { rateLimitStore, secretBox } = ctx.services;
  let login: z.infer<typeof sealedLogin> | undefined;
  try {
    login = sealedLogin.parse(JSON.parse(secretBox.open(sealed, PURPOSE)));
  } catch {
    // Absent, changed, or sealed with a secret that is no longer listed.
  }
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
    if (!(error instanceof OidcError)) throw error;
    ctx.services.logger.warn({ err: error }, 'login with the OpenID provider failed');
    throw error.failure === 'unavailable'
      ? new AppError('UNAVAILABLE', `${error.message}. Try again, or log in with a password`, { retryAfterSeconds: 10 })
      : new AppError('UNAUTHENTICATED', `${error.message}; start again`);
  }
}

async function findIdentity({ services: { db } }: Context<'db'>, { issuer, subject }: OidcProfile) {
  const where = { issuer_subject: { issuer, subject } };
  const identity = await db.oidcIdentity.findUnique({ where });
  if (identity) await db.oidcIdentity.updateMany({ where: { id: identity.id }, data: { lastUsedAt: new Date() } });
  return identity?.userId;
}

/** Links the identity to the account with its address, or creates one. */
async function linkOrRegister(ctx: CompleteContext, { name }: OidcClient, profile: OidcProfile): Promise<string> {
  const email = emailInput.safeParse(profile.email);
  if (!email.success) {
    throw badInput(`email: ${name} sent no valid e-mail address; let the provider release the claim "email"`);
  }
  const user = await ctx.services.db.user.findUnique({ where: { email: email.data } });
  if (!user) return registerProfile(ctx, { ...profile, email: email.data });
  if (!profile.isEmailVerified) {
    throw conflict(
      `email: ${user.email} has an account, and ${name} has not verified the address; log in with the password`,
    );
  }
  const linked =
    user.emailVerifiedAt && (await inTransaction(ctx.services.pool, (sql) => link(sql, ctx, user, profile)));
  if (linked) return user.id;
  throw conflict(
    `email: ${user.email} has an account whose address is not verified; log in with the password, verify the address ` +
      `by the mailed link, and log in with ${name} again`,
  );
}

/** Locks the organizations before the account, like other changes, to prevent deadlocks. */
const MEMBERSHIPS = `SELECT m.id, o.id AS "organizationId" FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = $1 ORDER BY o.id FOR KEY SHARE OF o`;
const LINK = `WITH account AS (
    SELECT id FROM users WHERE id = $2 AND email = $3 AND email_verified_at IS NOT NULL FOR SHARE
  )
  INSERT INTO oidc_identities (id, user_id, issuer, subject) SELECT $1, id, $4, $5 FROM account`;

/** @returns false if the account no longer has the verified address */
async function link(sql: Queryable, ctx: CallContext, user: User, profile: OidcProfile): Promise<boolean> {
  const { id: userId, email, tokenGeneration } = user;
  const { rows } = await sql.query<{ id: string; organizationId: string }>(MEMBERSHIPS, [userId]);
  const { rowCount } = await sql.query(LINK, [newId(), userId, email, profile.issuer, profile.subject]);
  if (!rowCount) return false;
  const call: CallContext = { ...ctx, actor: { kind: 'user', userId, tokenGeneration, expiresAt: Date.now() } };
  for (const { id, organizationId } of rows) {
    await recordAudit(sql, call, {
      organizationId,
      action: 'member_login_linked',
      target: memberTarget({ id, email }),
    });
  }
  return true;
}

/** Creates an account. It counts as verified only if the provider has verified the address. */
async function registerProfile(ctx: CompleteContext, profile: OidcProfile & { email: string }): Promise<string> {
  const { issuer, subject, email, isEmailVerified } = profile;
  const { config, db } = ctx.services;
  if (config.registration === 'invited' && !(isEmailVerified && (await isInvited(ctx, email)))) {
    throw new AppError(
      'FORBIDDEN',
      'Registration requires an invitation to an address that the provider has verified; ask an admin of your organization for one',
    );
  }
  const name = nameInput.safeParse(truncateText(profile.name ?? email.replace(/@.*/s, ''), LIMITS.name));
  const passwordHash = await hashUnknownPassword(ctx.signal);
  const user = await db.$transaction(async (tx) => {
    const account = await createAccount(tx, {
      email,
      name: name.success ? name.data : email,
      passwordHash,
      emailVerifiedAt: isEmailVerified ? new Date() : null,
    });
    await tx.oidcIdentity.create({ data: { id: newId(), userId: account.user.id, issuer, subject } });
    return account.user;
  });
  if (!isEmailVerified) mailVerificationLater(ctx, user);
  return user.id;
}

async function isInvited({ services: { db } }: Context<'db'>, email: string): Promise<boolean> {
  return (await db.invitation.count({ where: { email, expiresAt: { gt: new Date() } } })) > 0;
}

const logIn = (ctx: CompleteContext, userId: string): Promise<Session> =>
  ctx.services.db.$transaction(async (tx) => {
    const account = await findAccount(tx, userId);
    if (!account) throw new AppError('UNAUTHENTICATED', 'The account was deleted; start again');
    return openSession(ctx, tx, account);
  });
