import type { Context } from '../../../context.ts';
import type { WebhookDisabledReason } from '../../../generated/prisma/client.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { queueAdminMails } from '../../platform/mail/queue-admin-mails.ts';
import { sendQueuedMails } from '../../platform/mail/send-queued-mails.ts';
import { webhookDisabledMail } from '../../platform/mail/webhook-mails.ts';
import { nextMoment } from '../../sql/next-moment.ts';
import { cancelPending } from '../deliveries/delivery-transitions.ts';

const DISABLE = `UPDATE webhooks SET enabled = false, disabled_reason = $2::"WebhookDisabledReason", updated_at = ${nextMoment('updated_at')}
  WHERE id = $1 AND enabled RETURNING id, url, organization_id AS "organizationId"`;

/** Ends a webhook whose receiver has gone or has failed for days, and tells the admins. Twice is once. */
export async function disableWebhook(ctx: Context, id: string, reason: WebhookDisabledReason): Promise<void> {
  const disabled = await inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<{ id: string; url: string; organizationId: string }>(DISABLE, [id, reason]);
    const [webhook] = rows;
    if (!webhook) return undefined;
    await cancelPending(sql, [id], 'disabled');
    await recordAudit(sql, ctx, {
      organizationId: webhook.organizationId,
      action: 'webhook_disabled',
      target: webhookTarget(webhook),
      changes: { enabled: { before: true, after: false }, disabledReason: { before: null, after: reason } },
    });
    const { host } = new URL(webhook.url);
    await queueAdminMails(sql, webhook.organizationId, (to, organization) =>
      webhookDisabledMail(to, { host, organization, reason }),
    );
    return webhook;
  });
  if (disabled) ctx.services.afterwards('mail about a disabled webhook', () => sendQueuedMails(ctx));
}
