import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, conflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import type { OidcClient, OidcProfile } from '../../../infrastructure/oidc/oidc-client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCurrentPassword, currentPasswordInput } from './current-password.ts';
import { findLogin } from './find-login.ts';
import { accountDeleted, me } from './me.ts';
import {
  countLogin,
  type ExchangeContext,
  type LinkTarget,
  requireProvider,
  type StartedLogin,
  startAtProvider,
} from './oidc-exchange.ts';
import { changeIdentities, findIdentity, identityInsert } from './oidc-identities.ts';

/** Screen of the dashboard that shows the link. */
export const LINK_RETURN_TO = '/app/account';

const input = z.object({ currentPassword: currentPasswordInput });

/**
 * Starts a link of the dashboard's account with an identity of the provider. The password proves
 * that the owner of the account does it; the state is bound to the account and to the session.
 *
 * @param refreshToken of the dashboard's session; it is not exchanged
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, CONFLICT, NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function startOidcLink(
  ctx: ExchangeContext & Context<'db' | 'pool'>,
  args: unknown,
  refreshToken: string | undefined,
): Promise<StartedLogin> {
  const { name } = requireProvider(ctx);
  await countLogin(ctx);
  const { id: loginId, userId, tokenGeneration } = await findLogin(ctx, refreshToken);
  const { currentPassword } = parseInput(input, args);
  const user = await ctx.services.db.user.findUnique({ where: { id: userId } });
  if (!user) throw accountDeleted();
  await assertCurrentPassword(ctx, user, currentPassword);
  await assertUnlinked(ctx, userId, name);
  return startAtProvider(ctx, { returnTo: LINK_RETURN_TO, link: { userId, loginId, tokenGeneration } });
}

const INSERT_LINK = statement(
  'oidc-link/insert',
  identityInsert(`id = $userId AND token_generation = $tokenGeneration
  AND EXISTS (SELECT FROM sessions WHERE id = $loginId AND user_id = $userId AND ended_at IS NULL AND expires_at > now())
  AND NOT EXISTS (SELECT FROM oidc_identities WHERE user_id = $userId)`),
);

/**
 * Links an identity to the account whose owner started that.
 *
 * @throws CONFLICT if an account has the identity, or the account another one
 * @throws UNAUTHENTICATED if the session ended meanwhile
 */
export async function linkIdentity(
  ctx: Context<'db' | 'pool'>,
  { name }: OidcClient,
  profile: OidcProfile,
  { userId, loginId, tokenGeneration }: LinkTarget,
): Promise<void> {
  const { issuer, subject } = profile;
  const owner = await findIdentity(ctx, profile);
  if (owner === userId) return;
  if (owner) throw conflict(`This login of ${name} belongs to another account; log in with it, or choose another one`);
  await assertUnlinked(ctx, userId, name);
  const user = await ctx.services.db.user.findUnique({ where: { id: userId } });
  const isLinked =
    user &&
    (await inTransaction(ctx.services.pool, (sql) =>
      changeIdentities(sql, ctx, user, 'member_login_linked', async () => {
        const values = { identityId: newId(), issuer, subject, userId, tokenGeneration, loginId };
        return (await INSERT_LINK.run(sql, values)).rowCount === 1;
      }),
    ));
  if (!isLinked) throw new AppError('UNAUTHENTICATED', 'The session that started the link has ended; start again');
}

async function assertUnlinked({ services: { db } }: Context<'db'>, userId: string, name: string): Promise<void> {
  if ((await db.oidcIdentity.count({ where: { userId } })) === 0) return;
  throw conflict(`The account is linked to another login of ${name}; unlink that first`);
}

const DELETE = statement('oidc-link/delete', 'DELETE FROM oidc_identities WHERE user_id = $id');

/**
 * Ends the link of the user's account with the provider, if there is one. The password proves that
 * the account can be entered without it.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE
 */
export async function unlinkOidc(ctx: Context<'db' | 'pool' | 'rateLimitStore'>, args: unknown): Promise<User> {
  const user = await me(ctx);
  await assertCurrentPassword(ctx, user, parseInput(input, args).currentPassword);
  await inTransaction(ctx.services.pool, (sql) =>
    changeIdentities(sql, ctx, user, 'member_login_unlinked', async () => {
      const { rowCount } = await DELETE.run(sql, { id: user.id });
      return Boolean(rowCount);
    }),
  );
  return user;
}
