import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { requireWebhook } from './require-webhook.ts';

/**
 * Deletes a webhook with its deliveries.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteWebhook(ctx: Context<'pool'>, id: string): Promise<{ id: string }> {
  const webhook = await requireWebhook(ctx, id, 'webhook.manage');
  await inTransaction(ctx.services.pool, async (sql) => {
    if (!(await deleteRow(sql, 'webhooks', id))) throw notFound('Webhook');
    await recordAudit(sql, ctx, {
      organizationId: webhook.organizationId,
      action: 'webhook_deleted',
      target: webhookTarget(webhook),
    });
  });
  return { id };
}
