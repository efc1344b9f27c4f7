import { Prisma } from '../../../../generated/prisma/client.ts';
import { guard, ofProject } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Select list for `FROM deployment_reviews r`. */
export const REVIEW_COLUMNS = selectList(Prisma.DeploymentReviewScalarFieldEnum, { alias: 'r' });

/** Loads a review with its deployment's environment, project and organization. */
export const requireReview = guard('require-review/for-user', {
  what: 'Review',
  columns: `${REVIEW_COLUMNS}, d.project_id AS "projectId", d.environment_id AS "environmentId",
    p.organization_id AS "organizationId"`,
  from: `deployment_reviews r JOIN deployments d ON d.id = r.deployment_id ${ofProject('d.project_id')}`,
  where: 'r.id = $id',
});
