import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { type AccessToken, type StoredPipeline, TOKEN_COLUMNS } from '../access-tokens/access-token.ts';
import { me } from '../auth/me.ts';
import { endGrant } from './app-grants.ts';

/** A connected app: the limits that its member set, beside the client that uses them. */
export type ConnectedApp = AccessToken;

const LIST = statement(
  'connected-apps/list',
  `SELECT ${TOKEN_COLUMNS} FROM access_tokens t WHERE t.user_id = $userId AND t.client_id IS NOT NULL ${NEWEST}`,
).narrow<StoredPipeline>();

/**
 * Lists the connected apps of the user, newest first, ended ones included.
 *
 * @throws UNAUTHENTICATED
 */
export async function listConnectedApps(ctx: Context<'db' | 'pool'>, page: Page): Promise<PageRows<ConnectedApp>> {
  const { id: userId } = await me(ctx);
  return readNewest(ctx, LIST, page, { userId });
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
