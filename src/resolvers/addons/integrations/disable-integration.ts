import type { Context } from '../../../context.ts';
import type { IntegrationDisabledReason } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { integrationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { queueAdminMails } from '../../platform/mail/queue-admin-mails.ts';
import { sendQueuedMails } from '../../platform/mail/send-queued-mails.ts';
import { integrationDisabledMail } from '../../platform/mail/webhook-mails.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { PROVIDERS } from './providers/index.ts';

/** Consecutive denied attempts after which the integration is disabled. */
const MAX_DENIALS = 5;

/** Counts denials among the last attempts, which belong to the deliveries updated last. */
const LAST_ATTEMPTS = statement(
  'disable-integration/last-attempts',
  `SELECT count(*)::int AS denied FROM (
    SELECT a.response_status
      FROM (SELECT id FROM webhook_deliveries WHERE webhook_id = $id AND attempt_count > 0
             ORDER BY updated_at DESC LIMIT ${MAX_DENIALS}) AS d
      JOIN webhook_attempts a ON a.delivery_id = d.id
     ORDER BY a.started_at DESC LIMIT ${MAX_DENIALS}) AS last
  WHERE response_status IN (401, 403, 404, 410)`,
);

const DISABLE = statement(
  'disable-integration/disable',
  `WITH w AS (
    UPDATE webhooks SET enabled = false, updated_at = ${monotonicNow('updated_at')} WHERE id = $id AND enabled RETURNING id, organization_id
  )
  UPDATE integrations i SET disabled_reason = $reason::"IntegrationDisabledReason", updated_at = ${monotonicNow('i.updated_at')}
    FROM w WHERE i.id = w.id
  RETURNING i.id, i.name, i.provider, w.organization_id AS "organizationId"`,
);

/** Disables an integration after repeated denials by its provider. */
export async function disableAfterDenials(
  ctx: Context<'mail' | 'pool' | 'runInBackground'>,
  id: string,
): Promise<void> {
  const row = await LAST_ATTEMPTS.first(ctx.services.pool, { id });
  if ((row?.denied ?? 0) >= MAX_DENIALS) await disable(ctx, id, 'refused');
}

/** Disables an integration that has failed for days. */
export const disableFailing = (ctx: Context<'mail' | 'pool' | 'runInBackground'>, id: string): Promise<void> =>
  disable(ctx, id, 'failing');

/** Keeps pending deliveries until it is enabled again. A repeated call does nothing. */
async function disable(
  ctx: Context<'mail' | 'pool' | 'runInBackground'>,
  id: string,
  reason: IntegrationDisabledReason,
): Promise<void> {
  const disabled = await inTransaction(ctx.services.pool, async (sql) => {
    const integration = await DISABLE.first(sql, { id, reason });
    if (!integration) return undefined;
    await recordAudit(sql, ctx, {
      organizationId: integration.organizationId,
      action: 'integration_disabled',
      target: integrationTarget(integration),
      changes: { enabled: { before: true, after: false }, disabledReason: { before: null, after: reason } },
    });
    const about = { ...integration, provider: PROVIDERS[integration.provider].label, reason };
    await queueAdminMails(sql, integration.organizationId, (to, organization) =>
      integrationDisabledMail(to, { ...about, organization }),
    );
    return integration;
  });
  if (disabled) ctx.services.runInBackground('mail about a disabled integration', () => sendQueuedMails(ctx));
}
