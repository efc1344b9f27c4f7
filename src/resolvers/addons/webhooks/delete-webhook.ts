import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { requireWebhook } from './require-webhook.ts';

const DELETE = statement('delete-webhook/delete', 'DELETE FROM webhooks WHERE id = $id');

/**
 * Deletes a webhook with its deliveries.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteWebhook(ctx: Context<'pool'>, id: string): Promise<{ id: string }> {
  const webhook = await requireWebhook(ctx, id, 'webhook.manage');
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await DELETE.run(sql, { id });
    if (rowCount === 0) throw notFound('Webhook');
    await recordAudit(sql, ctx, {
      organizationId: webhook.organizationId,
      action: 'webhook_deleted',
      target: webhookTarget(webhook),
    });
  });
  return { id };
}
