import { z } from 'zod';
import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { checkPassword, hashPassword } from '../../infrastructure/passwords.ts';
import { LIMITS, parseInput, passwordInput } from '../input.ts';
import { assertMayLogIn, countFailedLogin } from './account-limits.ts';
import { me } from './me.ts';
import { announceNewPassword, replacePassword } from './replace-password.ts';
import { hashToken } from './secret-token.ts';

const input = z.object({
  currentPassword: z.string().max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`),
  newPassword: passwordInput,
  refreshToken: z.string().nullish(),
});

/**
 * Replaces the caller's password and ends its sessions, but for that of the given refresh token.
 * @throws UNAUTHENTICATED, BAD_USER_INPUT; RATE_LIMITED after too many wrong passwords; UNAVAILABLE
 */
export async function changePassword(ctx: Context, args: unknown): Promise<{ changed: true }> {
  const user = await me(ctx);
  const { currentPassword, newPassword, refreshToken } = parseInput(input, args);
  await assertMayLogIn(ctx, user.email);
  if (!(await checkPassword(user.passwordHash, currentPassword, ctx.signal))) {
    await countFailedLogin(ctx, user.email);
    throw wrong();
  }
  await assertMayLogIn(ctx, user.email);
  const keptId = refreshToken ? await sessionOf(ctx, user.id, refreshToken) : undefined;
  const passwordHash = await hashPassword(newPassword, ctx.signal);
  const replaced = await ctx.services.db.$transaction((tx) => replacePassword(tx, user, passwordHash, keptId));
  if (!replaced) throw wrong();
  await announceNewPassword(ctx, user);
  return { changed: true };
}

const wrong = () => badInput('currentPassword: is wrong');

async function sessionOf(ctx: Context, userId: string, refreshToken: string): Promise<string | undefined> {
  const token = await ctx.services.db.refreshToken.findFirst({
    where: { tokenHash: hashToken(refreshToken), userId },
    select: { sessionId: true },
  });
  return token?.sessionId;
}
