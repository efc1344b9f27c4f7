import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCurrentPassword, currentPasswordInput, wrongPassword } from './current-password.ts';
import { me } from './me.ts';
import { passwordInput } from './password-input.ts';
import { confirmNewPassword, replacePassword } from './replace-password.ts';
import { hashToken } from './secret-token.ts';

const input = z.object({
  currentPassword: currentPasswordInput,
  newPassword: passwordInput,
  refreshToken: z.string().nullish(),
});

/**
 * Replaces the user's password and ends all sessions except that of the given refresh token.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, UNAVAILABLE
 * @throws RATE_LIMITED after too many wrong passwords
 */
export async function changePassword(
  ctx: Context<'config' | 'db' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground'>,
  args: unknown,
): Promise<{ changed: true }> {
  const user = await me(ctx);
  const { currentPassword, newPassword, refreshToken } = parseInput(input, args);
  await assertCurrentPassword(ctx, user, currentPassword);
  const keptId = refreshToken ? await sessionOf(ctx, user.id, refreshToken) : undefined;
  const passwordHash = await hashPassword(newPassword, ctx.signal);
  const replaced = await ctx.services.db.$transaction((tx) => replacePassword(tx, user, passwordHash, keptId));
  if (!replaced) throw wrongPassword();
  await confirmNewPassword(ctx, user);
  return { changed: true };
}

async function sessionOf(ctx: Context<'db'>, userId: string, refreshToken: string): Promise<string | undefined> {
  const token = await ctx.services.db.refreshToken.findFirst({
    where: { tokenHash: hashToken(refreshToken), userId },
    select: { sessionId: true },
  });
  return token?.sessionId;
}
