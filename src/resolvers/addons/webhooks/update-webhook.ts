import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { type AuditChanges, changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { assertReachable, outboundUrlInput } from '../../platform/input/outbound-url.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { cancelPending } from '../deliveries/delivery-transitions.ts';
import { destinationOf } from '../deliveries/destinations.ts';
import { requireWebhook } from './require-webhook.ts';
import { WEBHOOK_COLUMNS, type WebhookRecord, type WebhookRow, webhookRecord } from './webhook.ts';
import { eventsInput, secretInput } from './webhook-input.ts';

const changesInput = z.object({
  url: outboundUrlInput.optional(),
  events: eventsInput.optional(),
  enabled: z.boolean().optional(),
  secret: secretInput.optional(),
  includeInternal: z.boolean().optional(),
});

type Changes = z.infer<typeof changesInput>;

/** Period in which a replaced secret signs in addition to the new one. */
const GRACE = '24 hours';

const LOCK = `SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE id = $1 FOR NO KEY UPDATE`;

/** Null parameters keep the value. Enabling resets failures. */
const UPDATE = `UPDATE webhooks w
    SET url = coalesce($2, url), host = coalesce($3, host), events = coalesce($4, events), enabled = coalesce($5, enabled),
        disabled_reason = CASE WHEN $5 IS NULL THEN disabled_reason END,
        failing_since = CASE WHEN $5 THEN NULL ELSE failing_since END,
        last_failure_at = CASE WHEN $5 THEN NULL ELSE last_failure_at END,
        previous_secret = CASE WHEN $6::text IS NULL THEN previous_secret ELSE secret END,
        previous_secret_expires_at = CASE WHEN $6 IS NULL THEN previous_secret_expires_at ELSE now() + interval '${GRACE}' END,
        secret = coalesce($6, secret), include_internal = coalesce($7, include_internal), updated_at = ${monotonicNow('updated_at')}
  WHERE id = $1 RETURNING ${WEBHOOK_COLUMNS}`;

/**
 * Changes the given fields. Disabling cancels pending deliveries. A replaced secret signs in
 * addition to the new one for 24 hours.
 *
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function updateWebhook(
  ctx: Context<'outbound' | 'pool' | 'secretBox'>,
  id: string,
  args: object,
): Promise<WebhookRecord> {
  await requireWebhook(ctx, id);
  rejectNulls(args);
  const changes: Changes = parseInput(changesInput, args);
  if (changes.url !== undefined) await assertReachable(ctx.services.outbound, changes.url);
  const after = await inTransaction(ctx.services.pool, async (sql) => {
    const [before] = (await sql.query<WebhookRow>(LOCK, [id])).rows;
    if (!before) throw notFound('Webhook');
    if (Object.keys(changes).length === 0) return before;
    const webhook = await change(ctx, sql, id, changes);
    if (changes.enabled === false) await cancelPending(sql, [id], 'disabled');
    await recordAudit(sql, ctx, {
      organizationId: before.organizationId,
      action: 'webhook_changed',
      target: webhookTarget(webhook),
      changes: auditable(before, webhook, changes),
    });
    return webhook;
  });
  return webhookRecord(ctx, after);
}

async function change(
  ctx: Context<'secretBox'>,
  sql: Queryable,
  id: string,
  { url, events, enabled, secret, includeInternal }: Changes,
) {
  const sealed = secret && ctx.services.secretBox.seal(secret, id);
  const destination = url === undefined ? undefined : destinationOf(url);
  const { rows } = await sql.query<WebhookRow>(UPDATE, [
    id,
    url,
    destination,
    events,
    enabled,
    sealed,
    includeInternal,
  ]);
  const [webhook] = rows;
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

/** Changes without secrets: of a URL only the origin, because receivers' paths often are secret. */
function auditable(before: WebhookRow, after: WebhookRow, { secret }: Changes): AuditChanges {
  return {
    ...changesBetween<WebhookRow>(before, after, ['events', 'enabled', 'includeInternal']),
    ...(before.url !== after.url && { url: { before: destinationOf(before.url), after: destinationOf(after.url) } }),
    ...(secret && { secret: { before: null, after: null } }),
  };
}
