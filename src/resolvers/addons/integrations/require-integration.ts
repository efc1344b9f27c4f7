import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow } from './integration.ts';

const FOR_USER = statement(
  'require-integration/for-user',
  `SELECT ${INTEGRATION_COLUMNS}, ${MEMBERSHIP_CLAIMS}
           FROM integrations i
           JOIN webhooks w ON w.id = i.id
           JOIN projects p ON p.id = i.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE i.id = $id AND i.deleted_at IS NULL`,
  { prepared: true },
).narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>();

/**
 * Reads an integration that the user may manage.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND also for another organization's integration and for a malformed id
 */
export const requireIntegration = (ctx: Context<'pool'>, id: string): Promise<IntegrationRow & MembershipClaims> =>
  requireRow(ctx, {
    what: 'Integration',
    id,
    query: FOR_USER,
    action: 'integration.manage',
    scopeOf: ({ projectId }) => ({ projectId }),
  });
