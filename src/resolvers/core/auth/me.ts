import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { assertTokenCounts, requireUser } from '../../platform/policies/access.ts';

export const accountDeleted = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The account of this access token was deleted');

/**
 * The authenticated user.
 *
 * @throws UNAUTHENTICATED
 */
export async function me(ctx: Context<'db'>): Promise<User> {
  const user = await ctx.services.db.user.findUnique({ where: { id: requireUser(ctx) } });
  if (!user) throw accountDeleted();
  assertTokenCounts(ctx, user);
  return user;
}
