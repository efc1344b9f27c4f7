import type { Context } from '../../../context.ts';
import { type Environment, Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM environments e`. */
export const ENVIRONMENT_COLUMNS = selectList(Prisma.EnvironmentScalarFieldEnum, { alias: 'e' });

const FOR_USER = statement(
  'require-environment/for-user',
  `SELECT ${ENVIRONMENT_COLUMNS}, p.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
           FROM environments e
           JOIN projects p ON p.id = e.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE e.id = $id`,
  { prepared: true },
);

/** An environment with its organization and the user's role there. */
export type EnvironmentAccess = Environment & { organizationId: string } & MembershipClaims;

/**
 * Loads an environment if the user may perform `action` on it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for an environment of another organization and for a malformed id
 */
export const requireEnvironment = (ctx: Context<'pool'>, id: string, action: Action): Promise<EnvironmentAccess> =>
  requireRow(ctx, {
    what: 'Environment',
    id,
    query: FOR_USER,
    action,
    scopeOf: ({ projectId }) => ({ projectId }),
  });
