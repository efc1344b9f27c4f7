import type { Context } from '../../../context.ts';
import type { User } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { forgetFailedLogins } from '../../auth/account-limits.ts';
import { passwordChangedMail } from '../../mail/password-mails.ts';
import { endSessions } from './sessions.ts';

/**
 * Stores another password and ends what the old one opened: sessions, but for one, and mailed resets.
 * @returns false when the password was replaced since the user was read; then nothing has changed
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

/** What follows when the new password is stored. */
export async function announceNewPassword(ctx: Context, { email }: Pick<User, 'email'>): Promise<void> {
  await forgetFailedLogins(ctx, email);
  ctx.services.afterwards('password changed', () => ctx.services.mail.send(passwordChangedMail(email)));
}
