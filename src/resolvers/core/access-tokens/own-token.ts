import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { viaOf } from '../../platform/policies/access.ts';
import { type AccessToken, type StoredPipeline, TOKEN_COLUMNS } from './access-token.ts';

const READ = statement(
  'own-token/read',
  `SELECT ${TOKEN_COLUMNS} FROM access_tokens t WHERE t.id = $id`,
).narrow<StoredPipeline>();

/** Access token of the request; null for the token of a session. */
export async function ownToken(ctx: Context<'pool'>): Promise<AccessToken | null> {
  const id = viaOf(ctx);
  return id === null ? null : ((await READ.first(ctx.services.pool, { id })) ?? null);
}
