import type { Context } from '../../../context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { guard, ofProject } from '../../platform/policies/require-row.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM deployments d`. */
export const DEPLOYMENT_COLUMNS = selectList(Prisma.DeploymentScalarFieldEnum, { alias: 'd' });

/** Loads a deployment if the user may perform `action` on it. */
export const requireDeployment = guard('require-deployment/for-user', {
  what: 'Deployment',
  columns: `${DEPLOYMENT_COLUMNS}, p.organization_id AS "organizationId"`,
  from: `deployments d ${ofProject('d.project_id')}`,
  where: 'd.id = $id',
});

/** A deployment with its organization and the user's role there. */
export type DeploymentAccess = Awaited<ReturnType<typeof requireDeployment>>;

/**
 * Reads a deployment for a member.
 *
 * @throws the errors of `requireDeployment`
 */
export const getDeployment = (ctx: Context<'pool'>, id: string): Promise<DeploymentAccess> =>
  requireDeployment(ctx, id, 'project.read');
