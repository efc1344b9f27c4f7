import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/ids.ts';
import { assertStanding, requireUser, STANDING, type Standing } from '../policies/access.ts';
import { INTEGRATION_COLUMNS, type IntegrationAccess } from './integration.ts';

const FOR_USER = {
  name: 'integration-for-user',
  text: `SELECT ${INTEGRATION_COLUMNS}, ${STANDING}
           FROM integrations i
           JOIN webhooks w ON w.id = i.id
           JOIN projects p ON p.id = i.project_id AND p.deleted_at IS NULL
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE i.id = $1`,
};

/**
 * The integration, when the calling user manages it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's integration as for none and for a malformed id
 */
export async function requireIntegration(ctx: Context, id: string): Promise<IntegrationAccess> {
  const userId = requireUser(ctx);
  if (!isId(id)) throw notFound('Integration');
  const { rows } = await ctx.services.pool.query<IntegrationAccess & Standing>({ ...FOR_USER, values: [id, userId] });
  const [integration] = rows;
  if (!integration) throw notFound('Integration');
  assertStanding(ctx, integration, 'integration.manage');
  return integration;
}
