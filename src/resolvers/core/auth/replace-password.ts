import type { Context } from '../../../context.ts';
import type { User } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { passwordChangedMail } from '../../platform/mail/account-mails.ts';
import { forgetFailedLogins } from './account-limits.ts';
import { sendAccountMail } from './send-account-mail.ts';
import { endSessions } from './sessions.ts';

/**
 * Stores a new password and ends the sessions, except one, and the mailed resets.
 *
 * @returns false if the password was replaced concurrently; nothing changed
 */
export async function replacePassword(
  tx: Transaction,
  user: Pick<User, 'id' | 'passwordHash'>,
  passwordHash: string,
  keptSessionId?: string,
): Promise<boolean> {
  const { id: userId } = user;
  const { count } = await tx.user.updateMany({
    where: { id: userId, passwordHash: user.passwordHash },
    data: { passwordHash },
  });
  if (count === 0) return false;
  await tx.passwordReset.deleteMany({ where: { userId } });
  await endSessions(tx, userId, keptSessionId);
  return true;
}

/** Resets the failed logins and mails the owner, after a new password was stored. */
export async function confirmNewPassword(
  ctx: Context<'config' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground'>,
  { email }: Pick<User, 'email'>,
): Promise<void> {
  await forgetFailedLogins(ctx, email);
  ctx.services.runInBackground('password changed', () => sendAccountMail(ctx, passwordChangedMail(email)));
}
