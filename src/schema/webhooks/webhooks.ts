import { createWebhook } from '../../resolvers/addons/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../resolvers/addons/webhooks/delete-webhook.ts';
import { getWebhook } from '../../resolvers/addons/webhooks/get-webhook.ts';
import { listWebhooks } from '../../resolvers/addons/webhooks/list-webhooks.ts';
import { updateWebhook } from '../../resolvers/addons/webhooks/update-webhook.ts';
import { PUBLIC_EVENT_TYPES } from '../../resolvers/platform/events/event-types.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../constraints.ts';
import { addMutation, addQuery, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { resourceId } from '../id-arguments.ts';
import { numberedPageArgs, numberedPageOf } from '../numbered-page.ts';
import { WebhookType } from './webhook-type.ts';

const WebhookPage = numberedPageOf('WebhookPage', WebhookType, 'A page of webhooks.');

const urlDescription =
  'URL to which events are posted: http or https, at most 2 048 characters. A user name and a password in it are ' +
  'stored encrypted and sent as Basic authentication; `•••@` keeps those that are stored. Private addresses are ' +
  'rejected unless the operator allows them.';
const eventsDescription = `Types of the events to send, at least one: ${PUBLIC_EVENT_TYPES.join(', ')}.`;
const includeInternalDescription = 'Whether events of internal annotations and replies are sent, with their text.';
const tag = 'Webhooks';

addMutation('createWebhook', {
  type: WebhookType,
  description: 'Creates a webhook. Only this response has its secret.',
  args: builder.args((t) => ({
    url: t.string({ required: true, description: urlDescription }),
    events: t.stringList({
      required: true,
      description: eventsDescription,
      extensions: oneOf(PUBLIC_EVENT_TYPES),
    }),
    secret: t.string({
      description: 'Signing secret: whsec_ and 1–250 ASCII characters without spaces. Default: generated.',
    }),
    organizationId: t.id({
      description: 'UUID of the organization. Default: the first organization of the authenticated user.',
    }),
    projectId: t.id({
      description:
        'Only events of this project, by UUID; project.created and member.invited belong to none. Default: all projects.',
    }),
    includeInternal: t.boolean({ description: `${includeInternalDescription} Default: false.` }),
  })),
  rest: { method: 'POST', path: '/v1/webhooks', status: 201, envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: createWebhook,
});

addQuery('webhooks', {
  type: WebhookPage,
  description:
    'Webhooks of the organizations of the authenticated user, newest first. Organizations in which the user has ' +
    'a lower role are skipped.',
  args: builder.args((t) => ({
    organizationId: t.id({ description: 'Only this organization, by UUID.' }),
    page: t.int(numberedPageArgs.page),
    limit: t.int(numberedPageArgs.limit),
  })),
  rest: { method: 'GET', path: '/v1/webhooks', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: listWebhooks,
});

readOne('webhook', {
  type: WebhookType,
  of: 'webhook',
  description: 'One webhook.',
  rest: { path: '/v1/webhooks/:id', envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: getWebhook,
});

addMutation('updateWebhook', {
  type: WebhookType,
  description:
    'Updates the given fields. Disabling cancels pending deliveries. A replaced secret also signs for 24 more hours.',
  args: builder.args((t) => ({
    id: t.id(resourceId('webhook')),
    url: t.string({ description: urlDescription }),
    events: t.stringList({ description: eventsDescription, extensions: oneOf(PUBLIC_EVENT_TYPES) }),
    enabled: t.boolean({ description: 'Whether events are sent.' }),
    includeInternal: t.boolean({ description: includeInternalDescription }),
    secret: t.string({ description: 'New signing secret: whsec_ and 1–250 ASCII characters without spaces.' }),
  })),
  rest: { method: 'PATCH', path: '/v1/webhooks/:id', envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...changes }) => updateWebhook(ctx, id, changes),
});

removeOne('deleteWebhook', {
  of: 'webhook',
  description: 'Deletes a webhook with its deliveries.',
  rest: { path: '/v1/webhooks/:id', envelope: 'data', tag },
  needs: 'webhook.manage',
  acceptsTokens: true,
  resolve: deleteWebhook,
});
