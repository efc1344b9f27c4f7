import type { Context } from '../../../context.ts';
import { type LoginSession, Prisma } from '../../../generated/prisma/client.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { me } from './me.ts';

const COLUMNS = selectList(Prisma.LoginSessionScalarFieldEnum);

/** The caller's sessions that can still be refreshed, newest first. @throws UNAUTHENTICATED */
export async function listSessions(ctx: Context, page: Page): Promise<PageRows<LoginSession>> {
  const { id } = await me(ctx);
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<LoginSession>(
    `SELECT ${COLUMNS} FROM sessions
      WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now() ${clause.where} ${clause.orderAndLimit}`,
    [id, ...clause.values],
  );
  return pageRows(rows, page);
}
