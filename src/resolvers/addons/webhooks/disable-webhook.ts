import type { Context } from '../../../context.ts';
import type { WebhookDisabledReason } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { queueAdminMails } from '../../platform/mail/queue-admin-mails.ts';
import { sendQueuedMails } from '../../platform/mail/send-queued-mails.ts';
import { webhookDisabledMail } from '../../platform/mail/webhook-mails.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { cancelPending } from '../deliveries/delivery-transitions.ts';

const DISABLE = statement(
  'disable-webhook/disable',
  `UPDATE webhooks SET enabled = false, disabled_reason = $reason::"WebhookDisabledReason", updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id AND enabled RETURNING id, url, organization_id AS "organizationId"`,
);

/**
 * Disables a webhook whose receiver is gone or has failed for days, and notifies the admins. A
 * repeated call does nothing.
 */
export async function disableWebhook(
  ctx: Context<'mail' | 'pool' | 'runInBackground'>,
  id: string,
  reason: WebhookDisabledReason,
): Promise<void> {
  const disabled = await inTransaction(ctx.services.pool, async (sql) => {
    const webhook = await DISABLE.first(sql, { id, reason });
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
  if (disabled) ctx.services.runInBackground('mail about a disabled webhook', () => sendQueuedMails(ctx));
}

/** One of the parameters is given. */
const DISABLE_ALL = statement(
  'disable-webhook/disable-all',
  `UPDATE webhooks SET enabled = false, updated_at = now()
  WHERE organization_id = $organizationId?::uuid OR project_id = $projectId?::uuid RETURNING id`,
);

/** Disables all webhooks and integrations of a deleted organization or project. */
export async function disableWebhooksOf(
  sql: Queryable,
  owner: { organizationId: string } | { projectId: string },
): Promise<void> {
  const rows = await DISABLE_ALL.rows(sql, owner);
  await cancelPending(
    sql,
    rows.map((webhook) => webhook.id),
    'deleted',
  );
}
