import type { Context } from '../../../context.ts';
import { STANDING, type Standing } from '../../platform/policies/access.ts';
import { requireRow } from '../../policies/require-row.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow } from './integration.ts';

const FOR_USER = {
  name: 'integration-for-user',
  text: `SELECT ${INTEGRATION_COLUMNS}, ${STANDING}
           FROM integrations i
           JOIN webhooks w ON w.id = i.id
           JOIN projects p ON p.id = i.project_id AND p.deleted_at IS NULL
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE i.id = $1 AND i.deleted_at IS NULL`,
};

/**
 * The integration, when the calling user manages it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's integration as for none and for a malformed id
 */
export const requireIntegration = (ctx: Context, id: string): Promise<IntegrationRow & Standing> =>
  requireRow<IntegrationRow>(ctx, { what: 'Integration', id, query: FOR_USER, action: 'integration.manage' });
