import type { Context } from '../../../context.ts';
import type { Integration, IntegrationProvider, WebhookDeliveryState } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { IntegrationFilter } from './filter.ts';
import { PROVIDERS } from './providers/index.ts';
import type { IssueState } from './providers/provider.ts';

/** Changes that an integration synchronizes, in both directions. Admins select them. */
export const NOTICES = ['annotation', 'reply', 'status'] as const;
export type NoticeKind = (typeof NOTICES)[number];

/** Event types that carry these changes. Other changes in these events are skipped. */
export const EVENT_TYPES = ['comment.created', 'comment.resolved', 'annotation.updated'];

/** A row with columns of its row in `webhooks`, which has the same id. */
export type IntegrationRow = Omit<Integration, 'notify' | 'settings' | 'filter' | 'deletedAt'> & {
  organizationId: string;
  enabled: boolean;
  /** Whether internal annotations and replies are sent. */
  includeInternal: boolean;
  notify: NoticeKind[];
  settings: Record<string, unknown>;
  filter: IntegrationFilter;
};

/** Select list for `FROM integrations i JOIN webhooks w ON w.id = i.id`. */
export const INTEGRATION_COLUMNS = `i.id, i.project_id AS "projectId", i.provider, i.name, i.settings, i.notify, i.filter,
  i.credential_hint AS "credentialHint", i.has_inbound_secret AS "hasInboundSecret",
  i.disabled_reason AS "disabledReason", CASE WHEN i.paused_until > now() THEN i.paused_until END AS "pausedUntil",
  i.last_inbound_at AS "lastInboundAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  w.organization_id AS "organizationId", w.enabled, w.include_internal AS "includeInternal"`;

/** Issue, as stored in the row of its annotation. */
export interface LinkedIssue {
  integrationId: string;
  provider: IntegrationProvider;
  key: string;
  url: string;
  state: IssueState;
}

/** Delivery status. */
export interface Health {
  /** Number of pending deliveries. */
  pendingCount: number;
  lastSuccessAt: Date | null;
  /** Message for admins; null after a successful attempt. */
  lastError: string | null;
  lastErrorAt: Date | null;
}

/** An integration as shown to admins. Only the result of its creation has the inbound secret. */
export type IntegrationRecord = IntegrationRow & Health & { inboundSecret?: string };

const PENDING: WebhookDeliveryState = 'pending';
const HEALTH = statement(
  'integration/health',
  `SELECT i.id AS "id!", pending.count AS "pendingCount", delivered.at AS "lastSuccessAt",
    CASE WHEN last.error IS NOT NULL THEN last.error END AS "lastError",
    CASE WHEN last.error IS NOT NULL THEN last.updated_at END AS "lastErrorAt"
  FROM unnest($ids::uuid[]) AS i(id)
  CROSS JOIN LATERAL (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = i.id AND d.state = '${PENDING}') pending
  CROSS JOIN LATERAL (SELECT max(d.delivered_at) AS at FROM webhook_deliveries d WHERE d.webhook_id = i.id) delivered
  LEFT JOIN LATERAL (SELECT d.error, d.updated_at FROM webhook_deliveries d
                      WHERE d.webhook_id = i.id AND (d.attempt_count > 0 OR d.error IS NOT NULL)
                      ORDER BY d.updated_at DESC LIMIT 1) last ON true`,
);

/** Adds the delivery status to integrations, with one statement. */
export async function withHealth(sql: Queryable, integrations: IntegrationRow[]): Promise<IntegrationRecord[]> {
  if (integrations.length === 0) return [];
  const rows = await HEALTH.rows(sql, { ids: integrations.map(({ id }) => id) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const unknown: Health = { pendingCount: 0, lastSuccessAt: null, lastError: null, lastErrorAt: null };
  return integrations.map((integration) => ({ ...integration, ...unknown, ...byId.get(integration.id) }));
}

export async function integrationRecord(ctx: Context<'pool'>, integration: IntegrationRow): Promise<IntegrationRecord> {
  const [record] = await withHealth(ctx.services.pool, [integration]);
  return record as IntegrationRecord;
}

/** URL that a tracker posts its changes to; null for a channel. */
export const inboundUrlOf = (
  ctx: Context<'config'>,
  { id, provider }: Pick<IntegrationRow, 'id' | 'provider'>,
): string | null =>
  PROVIDERS[provider].kind === 'tracker' ? `${ctx.services.config.http.baseUrl}/integrations/${id}/inbound` : null;
