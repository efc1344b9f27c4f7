import type { Context } from '../../../context.ts';
import type { Integration, WebhookDeliveryState } from '../../../generated/prisma/client.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';

/** What an integration is told of, and tells: each is a choice of its admin. */
export const NOTICES = ['annotation', 'reply', 'status'] as const;
export type NoticeKind = (typeof NOTICES)[number];

/** The event types that these come from; what else those tell is passed over. */
export const EVENT_TYPES = ['comment.created', 'comment.resolved', 'annotation.updated'];

/** A row, with what stands in the row of its deliveries. */
export type IntegrationRow = Omit<Integration, 'notify' | 'settings' | 'deletedAt'> & {
  organizationId: string;
  enabled: boolean;
  notify: NoticeKind[];
  settings: Record<string, unknown>;
};

/** The select list for `FROM integrations i JOIN webhooks w ON w.id = i.id`. */
export const INTEGRATION_COLUMNS = `i.id, i.project_id AS "projectId", i.provider, i.name, i.settings, i.notify,
  i.credential_hint AS "credentialHint", i.has_inbound_secret AS "hasInboundSecret",
  i.disabled_reason AS "disabledReason", CASE WHEN i.paused_until > now() THEN i.paused_until END AS "pausedUntil",
  i.last_inbound_at AS "lastInboundAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  w.organization_id AS "organizationId", w.enabled`;

/** How sending goes. */
export interface Health {
  /** Events that wait for an attempt. */
  pendingCount: number;
  lastSuccessAt: Date | null;
  /** In words; null when the last attempt was a success. */
  lastError: string | null;
  lastErrorAt: Date | null;
}

/** An integration as admins read it; the secret of its inbound calls in the answer that makes it. */
export type IntegrationRecord = IntegrationRow & Health & { inboundSecret?: string };

const PENDING: WebhookDeliveryState = 'pending';
const HEALTH = `SELECT i.id, waiting.count AS "pendingCount", well.at AS "lastSuccessAt",
    CASE WHEN last.error IS NOT NULL THEN last.error END AS "lastError",
    CASE WHEN last.error IS NOT NULL THEN last.updated_at END AS "lastErrorAt"
  FROM unnest($1::uuid[]) AS i(id)
  CROSS JOIN LATERAL (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = i.id AND d.state = '${PENDING}') waiting
  CROSS JOIN LATERAL (SELECT max(d.delivered_at) AS at FROM webhook_deliveries d WHERE d.webhook_id = i.id) well
  LEFT JOIN LATERAL (SELECT d.error, d.updated_at FROM webhook_deliveries d
                      WHERE d.webhook_id = i.id AND (d.attempt_count > 0 OR d.error IS NOT NULL)
                      ORDER BY d.updated_at DESC LIMIT 1) last ON true`;

/** Puts to each integration how sending goes: one statement for all. */
export async function withHealth(sql: Queryable, integrations: IntegrationRow[]): Promise<IntegrationRecord[]> {
  if (integrations.length === 0) return [];
  const { rows } = await sql.query<Health & { id: string }>(HEALTH, [integrations.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const unknown: Health = { pendingCount: 0, lastSuccessAt: null, lastError: null, lastErrorAt: null };
  return integrations.map((integration) => ({ ...integration, ...unknown, ...byId.get(integration.id) }));
}

/** A row as admins read it. */
export async function recordOf(ctx: Context, integration: IntegrationRow): Promise<IntegrationRecord> {
  const [record] = await withHealth(ctx.services.pool, [integration]);
  return record as IntegrationRecord;
}
