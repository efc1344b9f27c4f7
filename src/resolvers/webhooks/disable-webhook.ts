import type { Context } from '../../context.ts';
import type { WebhookDisabledReason } from '../../generated/prisma/client.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Queryable } from '../idempotency.ts';
import { tellAdmins } from '../mail/tell-admins.ts';
import { webhookDisabledMail } from '../mail/webhook-mails.ts';
import { webhookTarget } from './webhook-target.ts';

const DISABLE = `UPDATE webhooks SET enabled = false, disabled_reason = $2::"WebhookDisabledReason", updated_at = now()
  WHERE id = $1 AND enabled RETURNING id, url, organization_id AS "organizationId"`;

const CANCEL = `UPDATE webhook_deliveries d SET state = 'cancelled', next_attempt_at = NULL, updated_at = now(),
       error = 'The webhook was disabled before this was delivered; enable it, then deliver again'
  WHERE d.id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE)`;

/** What waits for a disabled webhook is not sent any more; an attempt under way may still succeed. */
export async function cancelPending(sql: Queryable, webhookId: string): Promise<void> {
  await sql.query(CANCEL, [webhookId]);
}

/** Ends a webhook whose receiver has gone or has failed for days, and tells the admins. Twice is once. */
export async function disableWebhook(ctx: Context, id: string, reason: WebhookDisabledReason): Promise<void> {
  const disabled = await inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<{ id: string; url: string; organizationId: string }>(DISABLE, [id, reason]);
    const [webhook] = rows;
    if (!webhook) return undefined;
    await cancelPending(sql, id);
    await recordAudit(sql, ctx, {
      organizationId: webhook.organizationId,
      action: 'webhook_disabled',
      target: webhookTarget(webhook),
      changes: { enabled: { before: true, after: false }, disabledReason: { before: null, after: reason } },
    });
    return webhook;
  });
  if (!disabled) return;
  const { host } = new URL(disabled.url);
  ctx.services.afterwards('mail about a disabled webhook', () =>
    tellAdmins(ctx, disabled.organizationId, (to, organization) =>
      webhookDisabledMail(to, { host, organization, reason }),
    ),
  );
}
