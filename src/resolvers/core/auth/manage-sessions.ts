import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { type LoginSession, Prisma } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { endPanelsOfLogin } from './end-panels.ts';
import { me } from './me.ts';

const LIST = statement(
  'manage-sessions/list',
  `SELECT ${selectList(Prisma.LoginSessionScalarFieldEnum)} FROM sessions
  WHERE user_id = $userId AND ended_at IS NULL AND expires_at > now() ${NEWEST}`,
);

/**
 * Lists the user's sessions that can still be refreshed, newest first.
 *
 * @throws UNAUTHENTICATED
 */
export async function listSessions(ctx: Context<'db' | 'pool'>, page: Page): Promise<PageRows<LoginSession>> {
  const { id: userId } = await me(ctx);
  return readNewest(ctx, LIST, page, { userId });
}

/**
 * Ends a session of the user, and the panels that were opened from it; its refresh tokens become
 * invalid.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function endSession(ctx: Context<'db' | 'pool' | 'wakeRelay'>, id: string): Promise<{ id: string }> {
  const { id: userId } = await me(ctx);
  if (!isId(id)) throw notFound('Session');
  const { count } = await ctx.services.db.loginSession.updateMany({
    where: { id, userId, endedAt: null, expiresAt: { gt: new Date() } },
    data: { endedAt: new Date() },
  });
  if (count === 0) throw notFound('Session');
  await endPanelsOfLogin(ctx, id);
  return { id };
}
