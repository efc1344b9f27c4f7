import type { Context } from '../../../context.ts';
import { STANDING, type Standing } from '../../platform/policies/access.ts';
import { requireRow } from '../../policies/require-row.ts';
import { NO_INTEGRATION, WEBHOOK_COLUMNS, type WebhookRow } from './webhook.ts';

const FOR_USER = {
  name: 'webhook-for-user',
  text: `SELECT ${WEBHOOK_COLUMNS}, ${STANDING}
           FROM webhooks w
           JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = $2
           LEFT JOIN projects p ON p.id = w.project_id
          WHERE w.id = $1 AND p.deleted_at IS NULL AND ${NO_INTEGRATION}`,
};

/**
 * The webhook, when the calling user manages it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's webhook as for none and for a malformed id
 */
export const requireWebhook = (ctx: Context, id: string): Promise<WebhookRow & Standing> =>
  requireRow<WebhookRow>(ctx, { what: 'Webhook', id, query: FOR_USER, action: 'webhook.manage' });
