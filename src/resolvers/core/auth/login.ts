import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { checkPassword, hashPassword, needsRehash } from '../../../infrastructure/secrets/passwords.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertMayLogIn, countFailedLogin, forgetFailedLogins } from './account-limits.ts';
import { findAccount, openSession, type Session } from './sessions.ts';

const credentials = z.object({
  email: z.string().max(LIMITS.email, `must have at most ${LIMITS.email} characters`),
  password: z.string().max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`),
});

/**
 * Logs in. A wrong password and an unknown e-mail address get the same response in the same time.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws RATE_LIMITED after too many wrong passwords for an address
 * @throws UNAVAILABLE while too many logins are waiting
 */
export async function login(
  ctx: Context<'accessTokens' | 'db' | 'rateLimitStore' | 'runInBackground'>,
  args: unknown,
): Promise<Session> {
  const input = parseInput(credentials, args);
  const email = input.email.replaceAll('\0', '').trim().toLowerCase();
  await assertMayLogIn(ctx, email);
  // One statement for every address; the rest of an account is read after the password is verified.
  const user = await ctx.services.db.user.findUnique({ where: { email } });
  if (!(await checkPassword(user?.passwordHash, input.password, ctx.signal)) || !user) {
    await countFailedLogin(ctx, email);
    throw invalidCredentials();
  }
  // A concurrent guess that is verified after the last allowed failure must not reveal a match.
  await assertMayLogIn(ctx, email);
  const session = await ctx.services.db.$transaction(async (tx) => {
    // A password that was changed after its verification opens no session.
    const { passwordHash, id } = user;
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} FOR SHARE`;
    const account = unchanged.length > 0 ? await findAccount(tx, id) : null;
    return account ? openSession(ctx, tx, account) : undefined;
  });
  if (!session) throw invalidCredentials();
  await forgetFailedLogins(ctx, email);
  if (needsRehash(user.passwordHash)) ctx.services.runInBackground('rehash', () => rehash(ctx, user, input.password));
  return session;
}

const invalidCredentials = () => new AppError('UNAUTHENTICATED', 'The e-mail address or the password is wrong');

/** Hashes the password with the current parameters, unless it was changed concurrently. */
async function rehash(ctx: Context<'db'>, { id, passwordHash }: User, password: string): Promise<void> {
  const renewed = await hashPassword(password);
  await ctx.services.db.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: renewed } });
}
