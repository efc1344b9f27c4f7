import type { Context } from '../../../context.ts';
import { type Deployment, Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM deployments d`. */
export const DEPLOYMENT_COLUMNS = selectList(Prisma.DeploymentScalarFieldEnum, { alias: 'd' });

const FOR_USER = statement(
  'require-deployment/for-user',
  `SELECT ${DEPLOYMENT_COLUMNS}, p.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
           FROM deployments d
           JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE d.id = $id`,
  { prepared: true },
);

/** A deployment with its organization and the user's role there. */
export type DeploymentAccess = Deployment & { organizationId: string } & MembershipClaims;

/**
 * Loads a deployment if the user may perform `action` on it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a deployment of another organization and for a malformed id
 */
export const requireDeployment = (ctx: Context<'pool'>, id: string, action: Action): Promise<DeploymentAccess> =>
  requireRow(ctx, {
    what: 'Deployment',
    id,
    query: FOR_USER,
    action,
    scopeOf: ({ projectId }) => ({ projectId }),
  });

/**
 * Reads a deployment for a member.
 *
 * @throws the errors of `requireDeployment`
 */
export const getDeployment = (ctx: Context<'pool'>, id: string): Promise<Deployment> =>
  requireDeployment(ctx, id, 'project.read');
