import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { ACCESS_CHANGED, NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { releaseMails } from '../../platform/mail/mail-allowance.ts';
import { forgetResets } from './account-limits.ts';
import { passwordInput } from './password-input.ts';
import { confirmNewPassword, replacePassword } from './replace-password.ts';
import { hashToken } from './secret-token.ts';

const input = z.object({ token: z.string(), password: passwordInput });

/**
 * Redeems a mailed token to set a new password, and ends all sessions and access tokens of the
 * user.
 *
 * @throws BAD_USER_INPUT, UNAVAILABLE
 */
export async function confirmPasswordReset(
  ctx: Context<'config' | 'db' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground' | 'wakeRelay'>,
  args: unknown,
): Promise<{ changed: true }> {
  const { token, password } = parseInput(input, args);
  const usable = { tokenHash: hashToken(token), expiresAt: { gt: new Date() } };
  const { db } = ctx.services;
  const reset = await db.passwordReset.findFirst({ where: usable, include: { user: true } });
  if (!reset) throw invalidToken();
  const passwordHash = await hashPassword(password, ctx.signal);
  const done = await db.$transaction(async (tx) => {
    // Locks the user first, like a password change, so that two tokens of a user cannot deadlock.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${reset.userId}::uuid FOR NO KEY UPDATE`;
    // Deletes the row to claim it: only one of several concurrent requests finds it.
    const { count } = await tx.passwordReset.deleteMany({ where: usable });
    if (count === 0 || !(await replacePassword(tx, reset.user, passwordHash))) return false;
    await endAccessTokens(tx, reset.userId);
    // Somebody else may have registered the address, and linked a login to it.
    if (!reset.user.emailVerifiedAt) await tx.oidcIdentity.deleteMany({ where: { userId: reset.userId } });
    // The token was mailed to the address.
    await tx.user.updateMany({
      where: { id: reset.userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
    });
    return true;
  });
  if (!done) throw invalidToken();
  ctx.services.wakeRelay();
  await forgetResets(ctx, reset.user.email);
  await releaseMails(ctx.services.pool, reset.user.email);
  await confirmNewPassword(ctx, reset.user);
  return { changed: true };
}

const invalidToken = () => badField('token', 'is invalid, used or more than an hour old; request a new mail');

/**
 * Revokes a user's access tokens and ends the open streams. Wake the relay after the commit. A
 * password reset may recover an account from somebody who registered its address first.
 */
async function endAccessTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { tokenGeneration: { increment: 1 } } });
  const memberships = await tx.membership.findMany({ where: { userId }, select: { organizationId: true } });
  await tx.event.createMany({
    data: memberships.map(({ organizationId }) => ({
      id: newId(),
      type: ACCESS_CHANGED,
      organizationId,
      data: NO_EVENT_DATA,
    })),
  });
}
