import type pg from 'pg';
import { Prisma, type WebhookAttempt } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM webhook_deliveries d`. */
export const DELIVERY_COLUMNS = selectList(Prisma.WebhookDeliveryScalarFieldEnum, {
  alias: 'd',
  without: ['body', 'extraAttempts', 'leaseId', 'leasedUntil', 'queuedAt'],
});

type DeliveryRow = Omit<WebhookDeliveryRecord, 'attempts'>;

const ATTEMPTS = statement(
  'delivery-updates/attempts',
  `SELECT ${selectList(Prisma.WebhookAttemptScalarFieldEnum)}
  FROM webhook_attempts WHERE delivery_id = ANY($ids::uuid[]) ORDER BY number`,
);

/** Adds the attempts to deliveries, with one statement. */
export async function withAttempts(sql: Queryable, deliveries: DeliveryRow[]): Promise<WebhookDeliveryRecord[]> {
  if (deliveries.length === 0) return [];
  const rows = await ATTEMPTS.rows(sql, { ids: deliveries.map(({ id }) => id) });
  const records = new Map(
    deliveries.map((delivery) => [delivery.id, { ...delivery, attempts: [] as WebhookAttempt[] }]),
  );
  for (const attempt of rows) records.get(attempt.deliveryId)?.attempts.push(attempt);
  return [...records.values()];
}

const READ = statement(
  'delivery-updates/read',
  `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE id = ANY($ids::uuid[]) ORDER BY updated_at, id`,
);

/** Reads the deliveries that are sent to subscribers. */
export async function loadDeliveryUpdates(
  pool: pg.Pool,
  ids: string[],
): Promise<{ topic: string; update: WebhookDeliveryRecord }[]> {
  const rows = await READ.rows(pool, { ids });
  return (await withAttempts(pool, rows)).map((update) => ({ topic: update.webhookId, update }));
}

/**
 * Margin for clock differences and batched updates, ms. A change found twice is delivered twice.
 */
const LEEWAY_MS = 10_000;

const CHANGED = statement(
  'delivery-updates/changed',
  'SELECT id FROM webhook_deliveries WHERE webhook_id = ANY($webhookIds::uuid[]) AND updated_at >= $updatedAt ORDER BY updated_at',
);

/** Finds deliveries of webhooks that have changed since a time. */
export async function findChangedDeliveries(pool: pg.Pool, since: Date, webhookIds: string[]): Promise<string[]> {
  const rows = await CHANGED.rows(pool, {
    webhookIds,
    updatedAt: new Date(since.getTime() - LEEWAY_MS),
  });
  return rows.map(({ id }) => id);
}
