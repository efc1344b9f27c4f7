import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { endAccessTokens } from '../../auth/end-access-tokens.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { passwordInput } from './password-input.ts';
import { announceNewPassword, replacePassword } from './replace-password.ts';
import { hashToken } from './secret-token.ts';

const input = z.object({ token: z.string(), password: passwordInput });

/** Sets a new password with a mailed token, once, and ends every session of the user and all of its access tokens. @throws BAD_USER_INPUT, UNAVAILABLE */
export async function confirmPasswordReset(ctx: Context, args: unknown): Promise<{ changed: true }> {
  const { token, password } = parseInput(input, args);
  const usable = { tokenHash: hashToken(token), expiresAt: { gt: new Date() } };
  const { db } = ctx.services;
  const reset = await db.passwordReset.findFirst({ where: usable, include: { user: true } });
  if (!reset) throw refused();
  const passwordHash = await hashPassword(password, ctx.signal);
  const done = await db.$transaction(async (tx) => {
    // First the user, as whoever changes the password does: two tokens of one user would wait for each other.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${reset.userId}::uuid FOR NO KEY UPDATE`;
    // Deleting is taking: of several at once, one finds the row.
    const { count } = await tx.passwordReset.deleteMany({ where: usable });
    if (count === 0 || !(await replacePassword(tx, reset.user, passwordHash))) return false;
    await endAccessTokens(tx, reset.userId);
    return true;
  });
  if (!done) throw refused();
  ctx.services.nudgeRelay();
  await announceNewPassword(ctx, reset.user);
  return { changed: true };
}

const refused = () => badInput('token: is wrong, used or over an hour old; ask for a new mail');
