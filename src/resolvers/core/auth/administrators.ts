import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, badField, fieldConflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { passwordLink } from '../../platform/mail/account-mails.ts';
import { PASSWORD_LINK_LIFETIME_MS } from './account-limits.ts';
import { createAccount, toAccountError } from './create-account.ts';
import { me } from './me.ts';
import { hashToken, hashUnknownPassword, newSecretToken } from './secret-token.ts';

const address = z.object({ email: emailInput });
const newAdministrator = z.object({ email: emailInput, name: nameInput });

type Administrator = Pick<User, 'email' | 'administratorSince' | 'emailVerifiedAt'>;

/**
 * Whether a user administers the installation: by the command, or as the verified owner of
 * ADMIN_EMAIL.
 */
export const isAdministrator = ({ services }: Context<'config'>, user: Administrator): boolean =>
  user.administratorSince !== null || (user.emailVerifiedAt !== null && user.email === services.config.adminEmail);

/**
 * Rejects users who do not administer the installation.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 */
export async function requireAdministrator(ctx: Context<'config' | 'db'>): Promise<void> {
  if (isAdministrator(ctx, await me(ctx))) return;
  throw new AppError(
    'FORBIDDEN',
    'This requires an administrator of the installation; the operator appoints one with: pinbound admin promote <EMAIL>',
  );
}

/**
 * Creates the account of an administrator, with an organization of its own.
 *
 * @returns a link to set the password, valid for an hour
 * @throws BAD_USER_INPUT
 * @throws CONFLICT for an address that has an account
 */
export async function createAdministrator(ctx: Context<'config' | 'db'>, args: unknown): Promise<string> {
  const { email, name } = parseInput(newAdministrator, args);
  const passwordHash = await hashUnknownPassword();
  try {
    return await ctx.services.db.$transaction(async (tx) => {
      const administratorSince = new Date();
      const { user } = await createAccount(tx, {
        email,
        name,
        passwordHash,
        emailVerifiedAt: null,
        administratorSince,
      });
      return createPasswordLink(ctx, tx, user);
    });
  } catch (error) {
    const known = toAccountError(error);
    throw known === error
      ? error
      : fieldConflict('email', `${email} has an account; run: pinbound admin promote ${email}`);
  }
}

/**
 * Creates a link to set a new password for any account. Using it verifies the address and ends the
 * sessions of the account.
 *
 * @returns the link, valid for an hour
 * @throws BAD_USER_INPUT for an address without an account
 */
export async function createResetLink(ctx: Context<'config' | 'db'>, args: unknown): Promise<string> {
  const user = await findAccount(ctx, args);
  return createPasswordLink(ctx, ctx.services.db, user);
}

/**
 * Makes a user an administrator.
 *
 * @throws BAD_USER_INPUT for an address without an account
 * @throws CONFLICT for an unverified address, which anybody could have registered
 */
export async function promoteAdministrator(ctx: Context<'db'>, args: unknown): Promise<void> {
  const { id, email, emailVerifiedAt, administratorSince } = await findAccount(ctx, args);
  if (!emailVerifiedAt) {
    throw fieldConflict(
      'email',
      `${email} is not verified, so that anybody could have registered it; ` +
        `run "pinbound admin reset ${email}", let the owner of the address set a password by the printed link, and repeat this command`,
    );
  }
  if (!administratorSince) await setAdministrator(ctx, id, new Date());
}

/**
 * Takes the rights of an administrator from a user.
 *
 * @throws BAD_USER_INPUT for an address without an account
 * @throws CONFLICT for the address in ADMIN_EMAIL
 */
export async function demoteAdministrator(ctx: Context<'config' | 'db'>, args: unknown): Promise<void> {
  const { id, email } = await findAccount(ctx, args);
  if (email === ctx.services.config.adminEmail) {
    throw fieldConflict(
      'email',
      `${email} is an administrator by the setting ADMIN_EMAIL; change the setting and restart`,
    );
  }
  await setAdministrator(ctx, id, null);
}

/** Lists the administrators in the order of their addresses. */
export async function listAdministrators(ctx: Context<'config' | 'db'>): Promise<User[]> {
  const { adminEmail } = ctx.services.config;
  const byCommand = { administratorSince: { not: null } };
  const bySetting = adminEmail ? [{ email: adminEmail, emailVerifiedAt: { not: null } }] : [];
  return ctx.services.db.user.findMany({ where: { OR: [byCommand, ...bySetting] }, orderBy: { email: 'asc' } });
}

async function findAccount(ctx: Context<'db'>, args: unknown): Promise<User> {
  const { email } = parseInput(address, args);
  const user = await ctx.services.db.user.findUnique({ where: { email } });
  if (!user) throw badField('email', `${email} has no account; run: pinbound admin create ${email}`);
  return user;
}

async function setAdministrator(ctx: Context<'db'>, id: string, administratorSince: Date | null): Promise<void> {
  await ctx.services.db.user.update({ where: { id }, data: { administratorSince } });
}

async function createPasswordLink({ services }: Context<'config'>, tx: Transaction, { id }: User): Promise<string> {
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + PASSWORD_LINK_LIFETIME_MS);
  await tx.passwordReset.create({ data: { id: newId(), userId: id, tokenHash: hashToken(token), expiresAt } });
  return passwordLink(token, services.config.http.baseUrl);
}
