import { WebhookDeliveryState } from '../../generated/prisma/client.ts';
import { publicEventId } from '../../resolvers/addons/deliveries/signatures.ts';
import type { WebhookDeliveryRecord } from '../../types/webhook-delivery-record.ts';
import { builder } from '../builder.ts';

export const DeliveryStateEnum = builder.enumType('WebhookDeliveryState', {
  description: 'State of a delivery.',
  values: {
    [WebhookDeliveryState.pending]: { description: 'The next attempt is scheduled.' },
    [WebhookDeliveryState.delivered]: { description: 'The receiver responded with a 2xx status.' },
    [WebhookDeliveryState.exhausted]: { description: 'All attempts failed. Another attempt must be requested.' },
    [WebhookDeliveryState.cancelled]: { description: 'The webhook was disabled before the delivery succeeded.' },
  } as const,
});

const WebhookAttemptType = builder.objectRef<WebhookDeliveryRecord['attempts'][number]>('WebhookAttempt').implement({
  description: 'A completed delivery attempt.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the attempt within the delivery, from 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'Start time.' }),
    duration: t.exposeInt('duration', { description: 'Duration in milliseconds.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'HTTP status of the response; null without a response.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'First 4 KiB of the response body, decoded as UTF-8; null without a response.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Error message; null for a successful attempt.' }),
  }),
});

export const WebhookDeliveryType = builder.objectRef<WebhookDeliveryRecord>('WebhookDelivery').implement({
  description: 'The delivery of one event to one webhook. Stored for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    webhookId: t.exposeID('webhookId', { description: 'UUID of the webhook.' }),
    eventId: t.string({
      description: 'ID of the event in the payload, the same in every attempt: evt_ and 32 hexadecimal digits.',
      resolve: ({ eventId }) => publicEventId(eventId),
    }),
    type: t.exposeString('type', { description: 'Type of the event, or test.' }),
    state: t.expose('state', { type: DeliveryStateEnum, description: 'State.' }),
    attemptCount: t.exposeInt('attemptCount', { description: 'Number of completed attempts.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null when none is scheduled.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'HTTP status of the last attempt; null without a response.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Error message of the last attempt; null after a success.',
    }),
    attempts: t.field({
      type: [WebhookAttemptType],
      description: 'Completed attempts, oldest first.',
      resolve: ({ attempts }) => attempts,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the successful delivery; null before that.',
    }),
  }),
});
