import { WebhookDisabledReason } from '../../generated/prisma/client.ts';
import { shownUrl } from '../../resolvers/addons/webhooks/basic-auth.ts';
import type { WebhookRecord } from '../../resolvers/addons/webhooks/webhook.ts';
import { PUBLIC_EVENT_TYPES } from '../../resolvers/platform/events/event-types.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../constraints.ts';
import { WebhookDeliveryType } from '../deliveries/delivery-type.ts';
import { NodeInterface } from '../node.ts';

const DisabledReasonEnum = builder.enumType('WebhookDisabledReason', {
  description: 'Reason for the automatic disabling of a webhook.',
  values: {
    [WebhookDisabledReason.gone]: { description: 'The receiver responded with 410 Gone.' },
    [WebhookDisabledReason.failing]: { description: 'All attempts of five days failed.' },
  } as const,
});

/** Webhook record; the secret is present only in the response of its creation. */
export const WebhookType = builder.objectRef<WebhookRecord & { secret?: string }>('Webhook').implement({
  interfaces: [NodeInterface],
  description: 'A subscription of a URL to events. Only the response that creates it has its secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    organizationId: t.exposeID('organizationId', { description: 'UUID of the organization.' }),
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'Project whose events are sent; null for all projects.',
    }),
    url: t.string({
      description:
        'URL to which events are posted; `•••@` stands for a stored user name and password, which are never returned.',
      resolve: shownUrl,
    }),
    events: t.exposeStringList('events', {
      description: 'Types of the events to send.',
      extensions: oneOf(PUBLIC_EVENT_TYPES),
    }),
    includeInternal: t.boolean({
      description: 'Whether events of internal annotations and replies are sent.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ includeInternal }) => includeInternal ?? false,
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether events are sent.' }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Reason for automatic disabling; null when enabled or disabled by a person.',
    }),
    secret: t.string({
      nullable: true,
      description: 'Signing secret: whsec_ and base64. Null except in the response that creates the webhook.',
      resolve: ({ secret }) => secret,
    }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which the previous secret also signs; null when it no longer does.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    lastDelivery: t.field({
      type: WebhookDeliveryType,
      nullable: true,
      description: 'Latest delivery; null before the first.',
      resolve: ({ lastDelivery }) => lastDelivery,
    }),
  }),
});
