import { type ChangeHandlers, type Services, systemContext } from '../context.ts';
import { endManualPlan } from '../resolvers/addons/billing/providers/manual.ts';
import { endDeletedAtStripe } from '../resolvers/addons/billing/stripe/end-deleted.ts';
import { endDeployments } from '../resolvers/addons/deployments/end-deployments.ts';
import { leaveImportTombstone } from '../resolvers/addons/integrations/inbound/apply-comment.ts';
import { disableWebhooksOf } from '../resolvers/addons/webhooks/disable-webhook.ts';

/**
 * Registers what add-ons do when something in a core area is deleted.
 *
 * @param services read when a handler runs
 */
export const changeHandlers = (services: () => Services): ChangeHandlers => ({
  commentDeletion: [(sql, _call, id) => leaveImportTombstone(sql, id)],
  projectDeletion: [
    (sql, _call, id) => disableWebhooksOf(sql, { projectId: id }),
    async (sql, _call, id) => {
      await endDeployments(sql, { kind: 'project', id }, 'cancelled');
    },
  ],
  organizationDeletion: [
    (sql, call, id) => endManualPlan(sql, { ...call, services: services() }, id),
    (sql, _call, id) => disableWebhooksOf(sql, { organizationId: id }),
  ],
  afterOrganizationDeletion: [() => endDeletedAtStripe(systemContext(services()))],
});
