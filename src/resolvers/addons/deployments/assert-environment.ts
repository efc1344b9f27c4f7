import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';

const FIND = 'SELECT FROM environments WHERE id = $1 AND project_id = $2';

/**
 * Checks an optional environment that lists are filtered by or rules are limited to.
 *
 * @throws BAD_USER_INPUT for a malformed id
 * @throws NOT_FOUND, also for an environment of another project
 */
export async function assertEnvironmentOf(
  ctx: Context<'pool'>,
  projectId: string,
  environmentId: string | null | undefined,
): Promise<void> {
  if (environmentId == null) return;
  if (!isId(environmentId)) throw badField('environmentId', 'must be a UUID');
  const { rowCount } = await ctx.services.pool.query(FIND, [environmentId, projectId]);
  if (rowCount === 0) throw notFound('Environment');
}
