import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { type AccessToken, TOKEN_COLUMNS } from '../access-tokens/access-token.ts';
import { me } from '../auth/me.ts';
import { endGrant } from './app-grants.ts';

/** A connected app: the limits that its member set, beside the client that uses them. */
export type ConnectedApp = AccessToken;

/**
 * Lists the connected apps of the user, newest first, ended ones included.
 *
 * @throws UNAUTHENTICATED
 */
export async function listConnectedApps(ctx: Context<'db' | 'pool'>, page: Page): Promise<PageRows<ConnectedApp>> {
  const { id } = await me(ctx);
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<ConnectedApp>(
    `SELECT ${TOKEN_COLUMNS} FROM access_tokens t WHERE t.user_id = $1 AND t.client_id IS NOT NULL
      ${clause.where} ${clause.orderAndLimit}`,
    [id, ...clause.values],
  );
  return pageRows(rows, page);
}

/**
 * Disconnects an app of the user; its tokens and its open streams end.
 *
 * @throws UNAUTHENTICATED
 * @throws NOT_FOUND, also for a disconnected one
 */
export async function disconnectApp(
  ctx: Context<'db' | 'pool' | 'tokenGrants' | 'wakeRelay'>,
  id: string,
): Promise<{ id: string }> {
  const { id: userId } = await me(ctx);
  if (!isId(id) || !(await endGrant(ctx, id, userId))) throw notFound('ConnectedApp');
  return { id };
}
