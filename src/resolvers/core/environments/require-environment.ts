import type { Context } from '../../../context.ts';
import type { Environment } from '../../../generated/prisma/client.ts';
import { ENVIRONMENT_COLUMNS } from '../../environments/columns.ts';
import { STANDING, type Standing } from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { requireRow } from '../../policies/require-row.ts';

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
export const requireEnvironment = (ctx: Context, id: string, action: Action): Promise<EnvironmentAccess> =>
  requireRow<EnvironmentAccess>(ctx, { what: 'Environment', id, query: FOR_USER, action });
