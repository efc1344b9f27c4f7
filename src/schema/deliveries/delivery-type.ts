import { WebhookDeliveryState } from '../../generated/prisma/client.ts';
import { publicEventId } from '../../resolvers/deliveries/event-body.ts';
import type { WebhookDeliveryRecord } from '../../types/webhook-delivery-record.ts';
import { builder } from '../builder.ts';

export const DeliveryStateEnum = builder.enumType('WebhookDeliveryState', {
  description: 'What has become of a delivery.',
  values: {
    [WebhookDeliveryState.pending]: { description: 'It waits for its first or next attempt.' },
    [WebhookDeliveryState.delivered]: { description: 'The receiver answered with a 2xx status.' },
    [WebhookDeliveryState.exhausted]: { description: 'Every attempt failed; there will be none unless asked for.' },
    [WebhookDeliveryState.cancelled]: { description: 'The webhook was disabled before it was delivered.' },
  } as const,
});

const WebhookAttemptType = builder.objectRef<WebhookDeliveryRecord['attempts'][number]>('WebhookAttempt').implement({
  description: 'One try to deliver, as it ended.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: '1, 2, 3 … within the delivery.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    duration: t.exposeInt('duration', { description: 'How long it took, milliseconds.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'HTTP status of the answer; null when none came.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The first 4 KiB of the answer, read as UTF-8; null when none came.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'What went wrong; null when it was delivered.' }),
  }),
});

export const WebhookDeliveryType = builder.objectRef<WebhookDeliveryRecord>('WebhookDelivery').implement({
  description: 'One event on its way to one webhook. Kept for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook it goes to.' }),
    eventId: t.string({
      description: 'Of the event, as receivers see it, the same in every attempt: evt_ and 32 hexadecimal digits.',
      resolve: ({ eventId }) => publicEventId(eventId),
    }),
    type: t.exposeString('type', { description: 'Type of the event, or test.' }),
    state: t.expose('state', { type: DeliveryStateEnum, description: 'What has become of it.' }),
    attemptCount: t.exposeInt('attemptCount', { description: 'Attempts that have ended.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due; null when there will be none.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'HTTP status of the last answer; null when the last attempt got none.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'What went wrong last; null when nothing did.' }),
    attempts: t.field({
      type: [WebhookAttemptType],
      description: 'The attempts that have ended, first one first.',
      resolve: ({ attempts }) => attempts,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the receiver took it; null until then.',
    }),
  }),
});
