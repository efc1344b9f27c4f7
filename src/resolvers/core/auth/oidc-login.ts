import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, badField, conflict, fieldConflict } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import type { OidcClient, OidcProfile } from '../../../infrastructure/oidc/oidc-client.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { truncateText } from '../../platform/text/plain-text.ts';
import { createAccount } from './create-account.ts';
import { mailVerificationLater } from './email-verification.ts';
import {
  completeAtProvider,
  countLogin,
  type ExchangeContext,
  requireProvider,
  type StartedLogin,
  startAtProvider,
} from './oidc-exchange.ts';
import { changeIdentities, findIdentity, identityInsert } from './oidc-identities.ts';
import { linkIdentity } from './oidc-link.ts';
import { hashUnknownPassword } from './secret-token.ts';
import { findAccount, openSession, type Session } from './sessions.ts';

/** A path of this service; `//host` and `/\\host` are other sites to browsers. */
const returnToInput = z.string().regex(/^\/(?![/\\])[\w\-./?=&%~]{0,512}$/);

type CompleteContext = ExchangeContext & Context<'accessTokens' | 'db' | 'mail' | 'pool' | 'runInBackground'>;

/**
 * Starts a login with the configured provider.
 *
 * @param returnTo path that the browser gets to after the login; default: /
 * @throws NOT_FOUND without a provider
 * @throws BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE
 */
export async function startOidcLogin(ctx: ExchangeContext, returnTo = '/'): Promise<StartedLogin> {
  requireProvider(ctx);
  await countLogin(ctx);
  if (!returnToInput.safeParse(returnTo).success)
    throw badField('returnTo', 'must be a path of this service, such as /');
  return startAtProvider(ctx, { returnTo });
}

/**
 * Completes a login: opens a session of the account that the provider's identity is linked to, of
 * the account with its verified address, or of a new account. Completes a link without a session.
 *
 * @param query of the callback
 * @param sealed state from the start of the login, undefined if the browser sent none
 * @throws NOT_FOUND, UNAUTHENTICATED, UNAVAILABLE, RATE_LIMITED
 * @throws CONFLICT for an account with the address that either side has not verified, and for a
 * link of an identity that another account has
 * @throws FORBIDDEN if registration requires an invitation
 */
export async function completeOidcLogin(
  ctx: CompleteContext,
  query: URLSearchParams,
  sealed: string | undefined,
): Promise<{ session: Session | null; returnTo: string }> {
  const { oidc, profile, returnTo, link } = await completeAtProvider(ctx, query, sealed);
  try {
    if (link) {
      await linkIdentity(ctx, oidc, profile, link);
      return { session: null, returnTo };
    }
    const userId = (await findIdentity(ctx, profile)) ?? (await linkOrRegister(ctx, oidc, profile));
    return { session: await logIn(ctx, userId), returnTo };
  } catch (error) {
    const isTwice = isUniqueViolation(error, 'subject') || isUniqueViolation(error, 'email');
    throw isTwice ? conflict('The login was completed twice at once; log in again') : error;
  }
}

const INSERT = statement(
  'oidc-login/insert',
  identityInsert('id = $userId AND email = $email AND email_verified_at IS NOT NULL'),
);

/** Links the identity to the account with one of its addresses, or creates one. */
async function linkOrRegister(ctx: CompleteContext, { name }: OidcClient, profile: OidcProfile): Promise<string> {
  const { db } = ctx.services;
  const emails = [profile.email, ...profile.otherEmails].flatMap((email) => emailInput.safeParse(email).data ?? []);
  const [first] = emails;
  if (first === undefined) {
    throw badField('email', `${name} sent no valid e-mail address; let the provider release the claim "email"`);
  }
  const users = await db.user.findMany({ where: { email: { in: emails } } });
  const user = emails.flatMap((email) => users.find((each) => each.email === email) ?? [])[0];
  if (!user) {
    const invited = await db.invitation.findMany({ where: { email: { in: emails }, expiresAt: { gt: new Date() } } });
    const email = emails.find((each) => invited.some((invitation) => invitation.email === each));
    return registerProfile(ctx, { ...profile, email: email ?? first }, email !== undefined);
  }
  if (!profile.isEmailVerified) {
    throw fieldConflict(
      'email',
      `${user.email} has an account, and ${name} has not verified the address; log in with the password`,
    );
  }
  const linked =
    user.emailVerifiedAt &&
    (await inTransaction(ctx.services.pool, (sql) =>
      changeIdentities(sql, ctx, user, 'member_login_linked', async () => {
        const { issuer, subject } = profile;
        const values = { identityId: newId(), issuer, subject, userId: user.id, email: user.email };
        return (await INSERT.run(sql, values)).rowCount === 1;
      }),
    ));
  if (linked) return user.id;
  throw fieldConflict(
    'email',
    `${user.email} has an account whose address is not verified; log in with the password, verify the address ` +
      `by the mailed link, and log in with ${name} again`,
  );
}

/** Creates an account. It counts as verified only if the provider has verified the address. */
async function registerProfile(
  ctx: CompleteContext,
  profile: OidcProfile & { email: string },
  isInvited: boolean,
): Promise<string> {
  const { issuer, subject, email, isEmailVerified } = profile;
  const { config, db } = ctx.services;
  if (config.registration === 'invited' && !(isEmailVerified && isInvited)) {
    throw new AppError(
      'FORBIDDEN',
      `Registration requires an invitation to an address that the provider has verified; ask an admin of your organization for one to ${email}`,
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

const logIn = (ctx: CompleteContext, userId: string): Promise<Session> =>
  ctx.services.db.$transaction(async (tx) => {
    const account = await findAccount(tx, userId);
    if (!account) throw new AppError('UNAUTHENTICATED', 'The account was deleted; start again');
    return openSession(ctx, tx, account);
  });
