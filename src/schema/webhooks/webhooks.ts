import { createWebhook } from '../../resolvers/addons/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../resolvers/addons/webhooks/delete-webhook.ts';
import { listWebhooks } from '../../resolvers/addons/webhooks/list-webhooks.ts';
import { updateWebhook } from '../../resolvers/addons/webhooks/update-webhook.ts';
import { PUBLIC_EVENT_TYPES } from '../../resolvers/platform/events/event-types.ts';
import { getWebhook } from '../../resolvers/webhooks/get-webhook.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../constraints.ts';
import { Deleted } from '../deleted.ts';
import { itsId } from '../id-arguments.ts';
import { numberedPageArgs, numberedPageOf } from '../numbered-page.ts';
import { operation } from '../operation.ts';
import { WebhookType } from './webhook-type.ts';

const WebhookPage = numberedPageOf('WebhookPage', WebhookType, 'A page of webhooks.');

const urlDescription =
  'Where events are posted to: http or https, no credentials, at most 2 048 characters. Addresses that are not of the ' +
  'public internet are refused unless the operator allows them.';
const eventsDescription =
  'Types of the events to send, at least one: project.created, snapshot.completed, comment.created, comment.resolved, ' +
  'member.invited.';
const tag = 'Webhooks';

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: WebhookType,
    description: 'Makes a webhook. Its secret is shown in this answer alone.',
    args: {
      url: t.arg.string({ required: true, description: urlDescription }),
      events: t.arg.stringList({
        required: true,
        description: eventsDescription,
        extensions: oneOf(PUBLIC_EVENT_TYPES),
      }),
      secret: t.arg.string({
        description: 'Signs what is sent: whsec_ and 1–250 ASCII characters without spaces. Left out, one is made.',
      }),
      organizationId: t.arg.id({ description: "UUID of the organization. Default: the caller's first." }),
      projectId: t.arg.id({
        description:
          'Only events of this project, by UUID; project.created and member.invited are of none. Default: of every project.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/webhooks', status: 201, envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createWebhook(ctx, args),
  }),
);

builder.queryField('webhooks', (t) =>
  t.field({
    type: WebhookPage,
    description:
      "The webhooks of the caller's organizations, newest first. Those of organizations where the caller is less are left out.",
    args: {
      organizationId: t.arg.id({ description: 'Only of this organization, by UUID.' }),
      page: t.arg.int(numberedPageArgs.page),
      limit: t.arg.int(numberedPageArgs.limit),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/webhooks', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => listWebhooks(ctx, args),
  }),
);

builder.queryField('webhook', (t) =>
  t.field({
    type: WebhookType,
    description: 'One webhook.',
    args: { id: t.arg.id(itsId('webhook')) },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/webhooks/:id', envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getWebhook(ctx, args.id),
  }),
);

builder.mutationField('updateWebhook', (t) =>
  t.field({
    type: WebhookType,
    description:
      'Changes what is given and leaves the rest. Disabling cancels deliveries that wait. A replaced secret ' +
      'signs beside the new one for 24 hours.',
    args: {
      id: t.arg.id(itsId('webhook')),
      url: t.arg.string({ description: urlDescription }),
      events: t.arg.stringList({ description: eventsDescription, extensions: oneOf(PUBLIC_EVENT_TYPES) }),
      enabled: t.arg.boolean({ description: 'Whether events are sent.' }),
      secret: t.arg.string({ description: 'A new secret: whsec_ and 1–250 ASCII characters without spaces.' }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/v1/webhooks/:id', envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...changes }, ctx) => updateWebhook(ctx, id, changes),
  }),
);

builder.mutationField('deleteWebhook', (t) =>
  t.field({
    type: Deleted,
    description: 'Removes a webhook with its deliveries.',
    args: { id: t.arg.id(itsId('webhook')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/v1/webhooks/:id', envelope: 'data', tag },
      needs: 'webhook.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteWebhook(ctx, args.id),
  }),
);
