import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/database/ids.ts';
import { me } from '../core/auth/me.ts';

/** Logs the caller out on one device: its refresh tokens do not count any more. @throws UNAUTHENTICATED, NOT_FOUND */
export async function endSession(ctx: Context, id: string): Promise<{ id: string }> {
  const { id: userId } = await me(ctx);
  if (!isId(id)) throw notFound('Session');
  const { count } = await ctx.services.db.loginSession.updateMany({
    where: { id, userId, endedAt: null, expiresAt: { gt: new Date() } },
    data: { endedAt: new Date() },
  });
  if (count === 0) throw notFound('Session');
  return { id };
}
