import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Environment } from '../../generated/prisma/client.ts';
import { isId } from '../../infrastructure/ids.ts';
import { assertStanding, requireUser, STANDING, type Standing } from '../policies/access.ts';
import type { Action } from '../policies/roles.ts';
import { ENVIRONMENT_COLUMNS } from './columns.ts';

const FOR_USER = {
  name: 'environment-for-user',
  text: `SELECT ${ENVIRONMENT_COLUMNS}, p.organization_id AS "organizationId", ${STANDING}
           FROM environments e
           JOIN projects p ON p.id = e.project_id AND p.deleted_at IS NULL
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE e.id = $1`,
};

/** An environment with the organization of its project and the caller's role there. */
export type EnvironmentAccess = Environment & { organizationId: string } & Standing;

/**
 * The environment, when the calling user may do `action` with it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's environment as for none and for a malformed id
 */
export async function requireEnvironment(ctx: Context, id: string, action: Action): Promise<EnvironmentAccess> {
  const userId = requireUser(ctx);
  if (!isId(id)) throw notFound('Environment');
  const { rows } = await ctx.services.pool.query<EnvironmentAccess>({ ...FOR_USER, values: [id, userId] });
  const [environment] = rows;
  if (!environment) throw notFound('Environment');
  assertStanding(ctx, environment, action);
  return environment;
}
