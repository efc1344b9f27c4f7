import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { type LoginSession, Prisma } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { endPanelsOfLogin } from './end-panels.ts';
import { me } from './me.ts';

const COLUMNS = selectList(Prisma.LoginSessionScalarFieldEnum);

/**
 * Lists the user's sessions that can still be refreshed, newest first.
 *
 * @throws UNAUTHENTICATED
 */
export async function listSessions(ctx: Context<'db' | 'pool'>, page: Page): Promise<PageRows<LoginSession>> {
  const { id } = await me(ctx);
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<LoginSession>(
    `SELECT ${COLUMNS} FROM sessions
      WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now() ${clause.where} ${clause.orderAndLimit}`,
    [id, ...clause.values],
  );
  return pageRows(rows, page);
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
