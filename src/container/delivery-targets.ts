import type { Context } from '../context.ts';
import type { DeliveryTargets } from '../resolvers/addons/deliveries/delivery-target.ts';
import { integrationTarget } from '../resolvers/addons/integrations/outbound/attempt-integration.ts';
import { webhookTarget } from '../resolvers/addons/webhooks/attempt-webhook.ts';

/** Kinds of receivers of deliveries. */
export const deliveryTargets = (ctx: Context): DeliveryTargets => ({
  webhook: webhookTarget(ctx),
  integration: integrationTarget(ctx),
});
