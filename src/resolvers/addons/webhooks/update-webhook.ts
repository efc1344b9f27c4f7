import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { webhookTarget } from '../../platform/audit/audit-targets.ts';
import { type AuditChanges, changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { cancelPending } from '../deliveries/delivery-transitions.ts';
import { destinationOf } from '../deliveries/destinations.ts';
import { type Receiver, takeCredentials } from './basic-auth.ts';
import { requireWebhook } from './require-webhook.ts';
import { WEBHOOK_COLUMNS, type WebhookRecord, type WebhookRow, webhookRecord } from './webhook.ts';
import { eventsInput, secretInput } from './webhook-input.ts';

const changesInput = z.object({
  url: urlInput.optional(),
  events: eventsInput.optional(),
  enabled: z.boolean().optional(),
  secret: secretInput.optional(),
  includeInternal: z.boolean().optional(),
});

type Changes = z.infer<typeof changesInput>;

/** Period in which a replaced secret signs in addition to the new one. */
const GRACE = '24 hours';

const LOCK = statement(
  'update-webhook/lock',
  `SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE id = $id FOR NO KEY UPDATE`,
);

/** Null parameters keep the value. Enabling resets failures. */
const UPDATE = statement(
  'update-webhook/update',
  `UPDATE webhooks w
    SET url = coalesce($url?, url), host = coalesce($destination?, host), events = coalesce($events?, events), enabled = coalesce($enabled?, enabled),
        disabled_reason = CASE WHEN $enabled? IS NULL THEN disabled_reason END,
        failing_since = CASE WHEN $enabled? THEN NULL ELSE failing_since END,
        last_failure_at = CASE WHEN $enabled? THEN NULL ELSE last_failure_at END,
        previous_secret = CASE WHEN $sealed?::text IS NULL THEN previous_secret ELSE secret END,
        previous_secret_expires_at = CASE WHEN $sealed? IS NULL THEN previous_secret_expires_at ELSE now() + interval '${GRACE}' END,
        secret = coalesce($sealed?, secret), include_internal = coalesce($includeInternal?, include_internal),
        basic_auth = CASE WHEN $changesBasicAuth THEN $basicAuth? ELSE basic_auth END, updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id RETURNING ${WEBHOOK_COLUMNS}`,
);

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
  await requireWebhook(ctx, id, 'webhook.manage');
  rejectNulls(args);
  const changes: Changes = parseInput(changesInput, args);
  const receiver = changes.url === undefined ? undefined : takeCredentials(changes.url);
  if (receiver) await assertReachable(ctx.services.outbound, receiver.url);
  const after = await inTransaction(ctx.services.pool, async (sql) => {
    const before = await LOCK.first(sql, { id });
    if (!before) throw notFound('Webhook');
    if (Object.keys(changes).length === 0) return before;
    if (receiver && receiver.basicAuth === undefined) assertSameOrigin(before, receiver);
    const webhook = await change(ctx, sql, id, changes, receiver);
    if (changes.enabled === false) await cancelPending(sql, [id], 'disabled');
    await recordAudit(sql, ctx, {
      organizationId: before.organizationId,
      action: 'webhook_changed',
      target: webhookTarget(webhook),
      changes: auditable(before, webhook, changes, receiver),
    });
    return webhook;
  });
  return webhookRecord(ctx, after);
}

async function change(
  ctx: Context<'secretBox'>,
  sql: Queryable,
  id: string,
  { events, enabled, secret, includeInternal }: Changes,
  receiver: Receiver | undefined,
) {
  const { secretBox } = ctx.services;
  const sealed = secret && secretBox.seal(secret, id);
  const { url, basicAuth } = receiver ?? {};
  const destination = url === undefined ? undefined : destinationOf(url);
  const webhook = await UPDATE.first(sql, {
    id,
    url,
    destination,
    events,
    enabled,
    sealed,
    includeInternal,
    changesBasicAuth: basicAuth !== undefined,
    basicAuth: basicAuth ? secretBox.seal(basicAuth, id) : null,
  });
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

/**
 * Stored credentials are for one origin, so that nobody can send them elsewhere.
 *
 * @throws BAD_USER_INPUT
 */
function assertSameOrigin(before: WebhookRow, { url }: Receiver): void {
  if (before.hasBasicAuth && new URL(before.url).origin === new URL(url).origin) return;
  throw badField('url', 'enter the user name and the password again for another receiver');
}

/** Changes without secrets: of a URL only the origin, because receivers' paths often are secret. */
function auditable(
  before: WebhookRow,
  after: WebhookRow,
  { secret }: Changes,
  receiver: Receiver | undefined,
): AuditChanges {
  const hasNewAuth = receiver?.basicAuth || (receiver?.basicAuth === null && before.hasBasicAuth);
  return {
    ...changesBetween<WebhookRow>(before, after, ['events', 'enabled', 'includeInternal']),
    ...(before.url !== after.url && { url: { before: destinationOf(before.url), after: destinationOf(after.url) } }),
    ...((secret || hasNewAuth) && { secret: { before: null, after: null } }),
  };
}
