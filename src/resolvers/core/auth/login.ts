import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { checkPassword, hashPassword, isOutdated } from '../../../infrastructure/secrets/passwords.ts';
import { assertMayLogIn, countFailedLogin, forgetFailedLogins } from '../../auth/account-limits.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { findAccount, openSession, type Session } from './sessions.ts';

const credentials = z.object({
  email: z.string().max(LIMITS.email, `must have at most ${LIMITS.email} characters`),
  password: z.string().max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`),
});

/**
 * Logs in. A wrong password and an unknown e-mail get the same answer in the same time.
 * @throws UNAUTHENTICATED, BAD_USER_INPUT; RATE_LIMITED after too many wrong passwords for one address;
 *   UNAVAILABLE while too many wait to log in
 */
export async function login(ctx: Context, args: unknown): Promise<Session> {
  const input = parseInput(credentials, args);
  const email = input.email.replaceAll('\0', '').trim().toLowerCase();
  await assertMayLogIn(ctx, email);
  // One statement for every address: what an account has besides is read once the password fits.
  const user = await ctx.services.db.user.findUnique({ where: { email } });
  if (!(await checkPassword(user?.passwordHash, input.password, ctx.signal)) || !user) {
    await countFailedLogin(ctx, email);
    throw refused();
  }
  // Of many guesses at once, those that were checked after the last allowed failure tell nothing.
  await assertMayLogIn(ctx, email);
  const session = await ctx.services.db.$transaction(async (tx) => {
    // A password that was changed since it was checked opens no session.
    const { passwordHash, id } = user;
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} FOR SHARE`;
    const account = unchanged.length > 0 ? await findAccount(tx, id) : null;
    return account ? openSession(ctx, tx, account) : undefined;
  });
  if (!session) throw refused();
  await forgetFailedLogins(ctx, email);
  if (isOutdated(user.passwordHash)) ctx.services.afterwards('rehash', () => rehash(ctx, user, input.password));
  return session;
}

const refused = () => new AppError('UNAUTHENTICATED', 'The e-mail or the password is wrong');

/** The same password under today's parameters, unless it was changed meanwhile. */
async function rehash(ctx: Context, { id, passwordHash }: User, password: string): Promise<void> {
  const renewed = await hashPassword(password);
  await ctx.services.db.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: renewed } });
}
