import { badInput } from '../../../errors.ts';
import { guard, ofOrganization } from '../../platform/policies/require-row.ts';
import { NO_INTEGRATION, WEBHOOK_COLUMNS } from './webhook.ts';

/** Loads a webhook if the user may perform `action` on it. */
export const requireWebhook = guard('require-webhook/for-user', {
  what: 'Webhook',
  columns: WEBHOOK_COLUMNS,
  from: `webhooks w ${ofOrganization('w.organization_id')} LEFT JOIN projects p ON p.id = w.project_id`,
  where: `w.id = $id AND p.deleted_at IS NULL AND ${NO_INTEGRATION}`,
  scope: 'organizationId',
});

/** @throws BAD_USER_INPUT for a disabled webhook */
export function assertEnabled({ enabled }: { enabled: boolean }): void {
  if (!enabled)
    throw badInput('The webhook is disabled; enable it first (PATCH /v1/webhooks/{webhookId} {"enabled": true})');
}
