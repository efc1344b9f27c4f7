import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { checkPassword } from '../../../infrastructure/secrets/passwords.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { assertMayLogIn, countFailedLogin } from './account-limits.ts';

/** A password to verify; rules for new passwords do not apply. */
export const currentPasswordInput = z
  .string()
  .max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`);

/**
 * Verifies the user's current password. Failures count as failed logins.
 *
 * @throws BAD_USER_INPUT for a wrong password
 * @throws RATE_LIMITED after too many
 * @throws UNAVAILABLE
 */
export async function assertCurrentPassword(
  ctx: Context<'rateLimitStore'>,
  { email, passwordHash }: Pick<User, 'email' | 'passwordHash'>,
  currentPassword: string,
): Promise<void> {
  await assertMayLogIn(ctx, email);
  if (!(await checkPassword(passwordHash, currentPassword, ctx.signal))) {
    await countFailedLogin(ctx, email);
    throw wrongPassword();
  }
  await assertMayLogIn(ctx, email);
}

/** Error for a wrong password, also for one replaced after it was verified. */
export const wrongPassword = () => badField('currentPassword', 'is wrong');
