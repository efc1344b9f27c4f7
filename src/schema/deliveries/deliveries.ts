import { deliveryChanges } from '../../resolvers/addons/webhooks/delivery-changes.ts';
import { listDeliveries } from '../../resolvers/addons/webhooks/list-deliveries.ts';
import { type Redelivery, redeliver, redeliverRange } from '../../resolvers/addons/webhooks/redeliver.ts';
import { sendTestEvent } from '../../resolvers/addons/webhooks/send-test-event.ts';
import { getDelivery } from '../../resolvers/deliveries/get-delivery.ts';
import { builder } from '../builder.ts';
import { itsId } from '../id-arguments.ts';
import { numberedPageArgs, numberedPageOf } from '../numbered-page.ts';
import { operation } from '../operation.ts';
import { DeliveryStateEnum, WebhookDeliveryType } from './delivery-type.ts';

const WebhookDeliveryPage = numberedPageOf('WebhookDeliveryPage', WebhookDeliveryType, 'A page of deliveries.');

const RedeliveryType = builder.objectRef<Redelivery>('WebhookRedelivery').implement({
  description: 'What is delivered again.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'How many deliveries; those under way or due already are not counted.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'True after 20 000, the most of one call: call again with the same times for the rest.',
    }),
  }),
});

const tag = 'Webhooks';

builder.mutationField('testWebhook', (t) =>
  t.field({
    type: WebhookDeliveryType,
    description:
      'Sends an event of type test to this webhook, whatever it subscribes to. BAD_USER_INPUT for a ' +
      'disabled webhook.',
    args: { id: t.arg.id(itsId('webhook')) },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/webhooks/:id/test', status: 202, envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => sendTestEvent(ctx, args.id),
  }),
);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryPage,
    description: 'The deliveries of a webhook in the last 30 days, newest first.',
    args: {
      id: t.arg.id(itsId('webhook')),
      state: t.arg({ type: DeliveryStateEnum, description: 'Only those that have come to this.' }),
      page: t.arg.int(numberedPageArgs.page),
      limit: t.arg.int(numberedPageArgs.limit),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/webhooks/:id/deliveries', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...args }, ctx) => listDeliveries(ctx, id, args),
  }),
);

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDeliveryType,
    description: 'One delivery of a webhook.',
    args: { id: t.arg.id(itsId('webhook')), deliveryId: t.arg.id(itsId('delivery')) },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/webhooks/:id/deliveries/:deliveryId', envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, deliveryId: delivery }, ctx) => getDelivery(ctx, id, delivery),
  }),
);

builder.mutationField('redeliverWebhookDelivery', (t) =>
  t.field({
    type: WebhookDeliveryType,
    description:
      'Attempts a delivery again, now, whatever has become of it. The attempt is made on top of the ' +
      'scheduled ones. BAD_USER_INPUT for a disabled webhook.',
    args: { id: t.arg.id(itsId('webhook')), deliveryId: t.arg.id(itsId('delivery')) },
    extensions: operation({
      rest: {
        method: 'POST',
        path: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
        status: 202,
        envelope: 'data',
        tag,
      },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, deliveryId: delivery }, ctx) => redeliver(ctx, id, delivery),
  }),
);

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: RedeliveryType,
    description:
      'Attempts again, now, every delivery written within a time that was not delivered, up to 20 000 of the oldest. ' +
      'The attempts are made on top of the scheduled ones. BAD_USER_INPUT for a disabled webhook.',
    args: {
      id: t.arg.id(itsId('webhook')),
      from: t.arg({ type: 'DateTime', required: true, description: 'From this time on.' }),
      to: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Up to this time; a date alone is all of that day, UTC.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/webhooks/:id/redeliver', status: 202, envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...range }, ctx) => redeliverRange(ctx, id, range),
  }),
);

builder.subscriptionField('webhookDeliveryChanged', (t) =>
  t.field({
    type: WebhookDeliveryType,
    description:
      'Deliveries of a webhook as they are written and change, from now on. A change may be told twice; several ' +
      'within a moment are told as one.',
    args: { webhookId: t.arg.id(itsId('webhook')) },
    extensions: operation({ needs: 'webhook.manage', throttle: 'api', sameForAll: true }),
    subscribe: (_root, args, ctx) => deliveryChanges(ctx, args.webhookId),
    resolve: (delivery) => delivery,
  }),
);
