import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { checkPassword } from '../../../infrastructure/secrets/passwords.ts';
import { assertMayLogIn, countFailedLogin } from '../../auth/account-limits.ts';
import { LIMITS } from '../../platform/input/limits.ts';

/** A password that is to be compared, whatever was allowed when it was chosen. */
export const currentPasswordInput = z
  .string()
  .max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`);

/**
 * Guessing it is guessing at a login.
 * @throws BAD_USER_INPUT for a wrong one; RATE_LIMITED after too many; UNAVAILABLE
 */
export async function assertCurrentPassword(
  ctx: Context,
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

/** Also for one that was replaced since it was checked. */
export const wrongPassword = () => badInput('currentPassword: is wrong');
