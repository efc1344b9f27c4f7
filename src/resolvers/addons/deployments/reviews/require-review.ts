import type { Context } from '../../../../context.ts';
import { type DeploymentReview, Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../../platform/policies/access.ts';
import { requireRow } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Select list for `FROM deployment_reviews r`. */
export const REVIEW_COLUMNS = selectList(Prisma.DeploymentReviewScalarFieldEnum, { alias: 'r' });

const FOR_USER = statement(
  'require-review/for-user',
  `SELECT ${REVIEW_COLUMNS}, d.project_id AS "projectId", d.environment_id AS "environmentId",
                p.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
           FROM deployment_reviews r
           JOIN deployments d ON d.id = r.deployment_id
           JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE r.id = $id`,
  { prepared: true },
);

/** A review with its deployment's environment, project and organization. */
type ReviewAccess = DeploymentReview & {
  projectId: string;
  environmentId: string;
  organizationId: string;
} & MembershipClaims;

/**
 * Loads a review if the user may write reviews.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a review of another organization and for a malformed id
 */
export const requireReview = (ctx: Context<'pool'>, id: string): Promise<ReviewAccess> =>
  requireRow(ctx, {
    what: 'Review',
    id,
    query: FOR_USER,
    action: 'review.write',
    scopeOf: ({ projectId }) => ({ projectId }),
  });
