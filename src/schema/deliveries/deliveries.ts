import { deliveryChanges } from '../../resolvers/addons/webhooks/delivery-changes.ts';
import { getDelivery } from '../../resolvers/addons/webhooks/get-delivery.ts';
import { listDeliveries } from '../../resolvers/addons/webhooks/list-deliveries.ts';
import { type Redelivery, redeliver, redeliverRange } from '../../resolvers/addons/webhooks/redeliver.ts';
import { sendTestEvent } from '../../resolvers/addons/webhooks/send-test-event.ts';
import { builder } from '../builder.ts';
import { actOnOne, addMutation, addQuery, addSubscription } from '../define-operation.ts';
import { resourceId } from '../id-arguments.ts';
import { numberedPageArgs, numberedPageOf } from '../numbered-page.ts';
import { DeliveryStateEnum, WebhookDeliveryType } from './delivery-type.ts';

const WebhookDeliveryPage = numberedPageOf('WebhookDeliveryPage', WebhookDeliveryType, 'A page of deliveries.');

const RedeliveryType = builder.objectRef<Redelivery>('WebhookRedelivery').implement({
  description: 'Result of a redelivery request.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'Number of scheduled deliveries, without those already in progress or due.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description:
        'Whether deliveries remain after the maximum of 20 000 per call. Repeat the call with the same times for the ' +
        'rest.',
    }),
  }),
});

const tag = 'Webhooks';

actOnOne('testWebhook', {
  type: WebhookDeliveryType,
  of: 'webhook',
  description:
    'Sends an event of type test to a webhook, regardless of its subscriptions. BAD_USER_INPUT for a disabled ' +
    'webhook.',
  rest: { path: '/v1/webhooks/:id/test', status: 202, envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: sendTestEvent,
});

addQuery('webhookDeliveries', {
  type: WebhookDeliveryPage,
  description: 'Deliveries of a webhook in the last 30 days, newest first.',
  args: builder.args((t) => ({
    id: t.id(resourceId('webhook')),
    state: t.field({ type: DeliveryStateEnum, description: 'Only deliveries in this state.' }),
    page: t.int(numberedPageArgs.page),
    limit: t.int(numberedPageArgs.limit),
  })),
  rest: { method: 'GET', path: '/v1/webhooks/:id/deliveries', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...args }) => listDeliveries(ctx, id, args),
});

addQuery('webhookDelivery', {
  type: WebhookDeliveryType,
  description: 'One delivery of a webhook.',
  args: builder.args((t) => ({ id: t.id(resourceId('webhook')), deliveryId: t.id(resourceId('delivery')) })),
  rest: { method: 'GET', path: '/v1/webhooks/:id/deliveries/:deliveryId', envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, deliveryId: delivery }) => getDelivery(ctx, id, delivery),
});

addMutation('redeliverWebhookDelivery', {
  type: WebhookDeliveryType,
  description:
    'Attempts a delivery again immediately, regardless of its state and in addition to its scheduled attempts. ' +
    'BAD_USER_INPUT for a disabled webhook.',
  args: builder.args((t) => ({ id: t.id(resourceId('webhook')), deliveryId: t.id(resourceId('delivery')) })),
  rest: {
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
    status: 202,
    envelope: 'data',
    tag,
  },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, deliveryId: delivery }) => redeliver(ctx, id, delivery),
});

addMutation('redeliverWebhook', {
  type: RedeliveryType,
  description:
    'Attempts again immediately the undelivered deliveries of a period, in addition to their scheduled attempts. ' +
    'One call covers the 20 000 oldest. BAD_USER_INPUT for a disabled webhook.',
  args: builder.args((t) => ({
    id: t.id(resourceId('webhook')),
    from: t.field({ type: 'DateTime', required: true, description: 'Start of the period.' }),
    to: t.field({
      type: 'DateTime',
      required: true,
      description: 'End of the period, inclusive; a date covers the whole day, UTC.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/webhooks/:id/redeliver', status: 202, envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...range }) => redeliverRange(ctx, id, range),
});

addSubscription('webhookDeliveryChanged', {
  type: WebhookDeliveryType,
  description:
    'New and changed deliveries of a webhook. A change is sent at least once; changes in quick succession are ' +
    'sent as one.',
  args: builder.args((t) => ({ webhookId: t.id(resourceId('webhook')) })),
  needs: 'webhook.manage',
  acceptsTokens: true,
  sharedExecution: true,
  subscribe: (ctx, args) => deliveryChanges(ctx, args.webhookId),
});
