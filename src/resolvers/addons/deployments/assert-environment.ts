import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

const FIND = statement(
  'assert-environment/find',
  'SELECT FROM environments WHERE id = $environmentId AND project_id = $projectId',
);

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
  const { rowCount } = await FIND.run(ctx.services.pool, { environmentId, projectId });
  if (rowCount === 0) throw notFound('Environment');
}
