import { WebhookDisabledReason } from '../../generated/prisma/client.ts';
import type { WebhookRecord } from '../../resolvers/addons/webhooks/webhook.ts';
import { PUBLIC_EVENT_TYPES } from '../../resolvers/platform/events/event-types.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../constraints.ts';
import { WebhookDeliveryType } from '../deliveries/delivery-type.ts';

const DisabledReasonEnum = builder.enumType('WebhookDisabledReason', {
  description: 'Why the service has disabled a webhook.',
  values: {
    [WebhookDisabledReason.gone]: { description: 'Its receiver answered 410 Gone.' },
    [WebhookDisabledReason.failing]: { description: 'Every attempt of five days failed.' },
  } as const,
});

/** The record, with the secret in the answer that makes it. */
export const WebhookType = builder.objectRef<WebhookRecord & { secret?: string }>('Webhook').implement({
  description: 'A receiver of events. Its secret is shown once, in the answer that makes it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization it belongs to.' }),
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'The project whose events it gets; null for those of every project.',
    }),
    url: t.exposeString('url', { description: 'Where events are posted to.' }),
    events: t.exposeStringList('events', {
      description: 'Types of the events that it gets.',
      extensions: oneOf(PUBLIC_EVENT_TYPES),
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether events are sent.' }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Why the service has disabled it; null when it is enabled or a person did.',
    }),
    secret: t.string({
      nullable: true,
      description: 'Signs what is sent: whsec_ and base64. Null but in the answer to creating the webhook.',
      resolve: ({ secret }) => secret,
    }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the replaced secret signs beside the present one; null when it does not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    lastDelivery: t.field({
      type: WebhookDeliveryType,
      nullable: true,
      description: 'The newest delivery; null before the first.',
      resolve: ({ lastDelivery }) => lastDelivery,
    }),
  }),
});
