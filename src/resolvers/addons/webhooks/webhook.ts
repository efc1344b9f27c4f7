import type { Context } from '../../../context.ts';
import type { Webhook } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { DELIVERY_COLUMNS, withAttempts } from '../deliveries/delivery-updates.ts';

/** A row without the sender's fields: secrets and failures. */
export type WebhookRow = Pick<
  Webhook,
  | 'id'
  | 'organizationId'
  | 'projectId'
  | 'url'
  | 'events'
  | 'includeInternal'
  | 'enabled'
  | 'disabledReason'
  | 'previousSecretExpiresAt'
  | 'createdAt'
  | 'updatedAt'
> & {
  /** Whether a user name and a password are stored. Absent in results of earlier versions. */
  hasBasicAuth?: boolean;
};

/** A webhook with its newest delivery. */
export type WebhookRecord = WebhookRow & { lastDelivery: WebhookDeliveryRecord | null };

/** Select list for `FROM webhooks w`. */
export const WEBHOOK_COLUMNS = `w.id, w.organization_id AS "organizationId", w.project_id AS "projectId", w.url, w.basic_auth IS NOT NULL AS "hasBasicAuth", w.events,
  w.include_internal AS "includeInternal", w.enabled, w.disabled_reason AS "disabledReason",
  CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret_expires_at END AS "previousSecretExpiresAt",
  w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

/** SQL condition on `webhooks w`: excludes those of integrations, which have their own API. */
export const NO_INTEGRATION = 'NOT EXISTS (SELECT FROM integrations i WHERE i.id = w.id)';

const LAST_DELIVERIES = statement(
  'webhook/last-deliveries',
  `SELECT last.* FROM unnest($ids::uuid[]) AS w(id)
  CROSS JOIN LATERAL (SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.webhook_id = w.id
                       ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS last`,
);

/** Adds the newest delivery to webhooks, with two statements. */
export async function withLastDelivery(sql: Queryable, webhooks: WebhookRow[]): Promise<WebhookRecord[]> {
  if (webhooks.length === 0) return [];
  const rows = await LAST_DELIVERIES.rows(sql, { ids: webhooks.map(({ id }) => id) });
  const last = new Map((await withAttempts(sql, rows)).map((delivery) => [delivery.webhookId, delivery]));
  return webhooks.map((webhook) => ({ ...webhook, lastDelivery: last.get(webhook.id) ?? null }));
}

export async function webhookRecord(ctx: Context<'pool'>, webhook: WebhookRow): Promise<WebhookRecord> {
  const [record] = await withLastDelivery(ctx.services.pool, [webhook]);
  return record ?? { ...webhook, lastDelivery: null };
}
