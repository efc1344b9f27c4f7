import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import { NO_INTEGRATION, WEBHOOK_COLUMNS, type WebhookRow } from './webhook.ts';

const FOR_USER = statement(
  'require-webhook/for-user',
  `SELECT ${WEBHOOK_COLUMNS}, ${MEMBERSHIP_CLAIMS}
           FROM webhooks w
           JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = $userId
           LEFT JOIN projects p ON p.id = w.project_id
          WHERE w.id = $id AND p.deleted_at IS NULL AND ${NO_INTEGRATION}`,
  { prepared: true },
);

/**
 * Reads a webhook that the user may manage.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND also for another organization's webhook and for a malformed id
 */
export const requireWebhook = (ctx: Context<'pool'>, id: string): Promise<WebhookRow & MembershipClaims> =>
  requireRow(ctx, {
    what: 'Webhook',
    id,
    query: FOR_USER,
    action: 'webhook.manage',
    scopeOf: ({ organizationId }) => ({ organizationId }),
  });

/** @throws BAD_USER_INPUT for a disabled webhook */
export function assertEnabled({ enabled }: { enabled: boolean }): void {
  if (!enabled)
    throw badInput('The webhook is disabled; enable it first (PATCH /v1/webhooks/{webhookId} {"enabled": true})');
}
