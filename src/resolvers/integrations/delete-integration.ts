import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../infrastructure/database/transaction.ts';
import { requireIntegration } from '../addons/integrations/require-integration.ts';
import { integrationTarget } from '../platform/audit/audit-targets.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { removeIntegration } from './remove-integration.ts';

/** Nothing is sent through it from then on, and nobody finds it. */
const DELETE = `WITH w AS (UPDATE webhooks SET enabled = false, updated_at = now() WHERE id = $1 RETURNING id)
  UPDATE integrations i SET deleted_at = now() FROM w WHERE i.id = w.id AND i.deleted_at IS NULL`;

/**
 * Removes an integration, what waits for it, and the links to its issues, which stay where they are. The integration is gone at once;
 * where it has thousands of links, the last of them go after the answer. @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteIntegration(ctx: Context, id: string): Promise<{ id: string }> {
  const integration = await requireIntegration(ctx, id);
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await sql.query(DELETE, [id]);
    if (rowCount === 0) throw notFound('Integration');
    await recordAudit(sql, ctx, {
      organizationId: integration.organizationId,
      action: 'integration_deleted',
      target: integrationTarget(integration),
    });
  });
  await removeIntegration(ctx, integration.id);
  return { id };
}
