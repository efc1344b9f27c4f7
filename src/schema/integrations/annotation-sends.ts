import { AnnotationSendStatus } from '../../generated/prisma/client.ts';
import { createIssue } from '../../resolvers/addons/integrations/create-issue.ts';
import { type IssueTracker, listIssueTrackers } from '../../resolvers/addons/integrations/list-issue-trackers.ts';
import type { SendRecord } from '../../resolvers/addons/integrations/sends/annotation-send.ts';
import { cancelSend } from '../../resolvers/addons/integrations/sends/cancel-send.ts';
import { getSend, listSends } from '../../resolvers/addons/integrations/sends/read-sends.ts';
import { sendAnnotations } from '../../resolvers/addons/integrations/sends/send-annotations.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { actOnOne, addMutation, listOf, readOne } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import {
  ExternalIssueType,
  IntegrationFilterInput,
  IntegrationFilterType,
  IntegrationProviderEnum,
} from './integration-type.ts';

const tag = 'Integrations';

const IssueTrackerType = builder.objectRef<IssueTracker>('IssueTracker').implement({
  description: 'An enabled integration that creates issues.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the integration.' }),
    provider: t.expose('provider', { type: IntegrationProviderEnum, description: 'Issue tracker.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time of the integration.' }),
  }),
});

listOf('issueTrackers', {
  type: IssueTrackerType,
  connection: connectionTypes('IssueTracker', 'issue trackers', 'An issue tracker'),
  description: 'Integrations of a project in which issues can be created on request, newest first.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  rest: { path: '/integrations/project/:projectId/trackers', tag },
  needs: 'issue.create',
  acceptsTokens: true,
  list: (ctx, args, page) => listIssueTrackers(ctx, args.projectId, page),
});

addMutation('createIssue', {
  type: ExternalIssueType,
  description:
    'Creates the issue of an annotation in a tracker, whatever the filter of the integration. Returns the existing ' +
    'issue if there is one. BAD_USER_INPUT for a channel, for an internal annotation unless the integration includes ' +
    'internal ones, and where the tracker rejects the request; RATE_LIMITED while it requests a pause; CONFLICT while ' +
    'it cannot be reached or the integration is disabled.',
  args: builder.args((t) => ({
    annotationId: t.id(parentId('annotation')),
    integrationId: t.id(parentId('integration')),
  })),
  rest: { method: 'POST', path: '/annotations/:annotationId/issues', status: 201, errorStatuses: [400], tag },
  needs: 'issue.create',
  acceptsTokens: true,
  resolve: createIssue,
});

const SendStatusEnum = builder.enumType('AnnotationSendStatus', {
  description: 'Status of a send.',
  values: {
    [AnnotationSendStatus.running]: { description: 'Annotations are being sent.' },
    [AnnotationSendStatus.completed]: { description: 'Every annotation was sent or has failed.' },
    [AnnotationSendStatus.canceled]: { description: 'A member canceled the rest.' },
  } as const,
});

const AnnotationSendType = builder.objectRef<SendRecord>('AnnotationSend').implement({
  description: 'A request to send existing annotations to an integration, with its progress.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    integrationId: t.exposeID('integrationId', { description: 'UUID of the integration.' }),
    filter: t.field({
      type: IntegrationFilterType,
      description: 'Annotations that are sent.',
      resolve: ({ filter }) => filter,
    }),
    status: t.expose('status', { type: SendStatusEnum, description: 'Status.' }),
    total: t.exposeInt('total', { description: 'Number of annotations to send, counted at the time of the request.' }),
    sent: t.exposeInt('sent', { description: 'Number of annotations that the provider has received.' }),
    failed: t.exposeInt('failed', {
      description: 'Number of annotations that were canceled, or whose attempts all failed. Another send repeats them.',
    }),
    pending: t.exposeInt('pending', { description: 'Number of annotations that are queued, at most 50 at a time.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which nothing was pending any more; null before.',
    }),
  }),
});

addMutation('sendAnnotations', {
  type: AnnotationSendType,
  description:
    'Sends the existing annotations of the project that match a filter to an integration, in the background: one ' +
    'issue or message each. Those that it has received are left out; replies are not sent. Sends of an integration run ' +
    'one after another, while it is enabled.',
  args: builder.args((t) => ({
    integrationId: t.id(parentId('integration')),
    filter: t.field({
      type: IntegrationFilterInput,
      description: 'Annotations to send. Default: the filter of the integration.',
    }),
  })),
  rest: { method: 'POST', path: '/integrations/:integrationId/sends', status: 202, tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: (ctx, { integrationId, ...input }) => sendAnnotations(ctx, integrationId, input),
});

listOf('annotationSends', {
  type: AnnotationSendType,
  connection: connectionTypes('AnnotationSend', 'sends', 'A send'),
  description: 'Sends of an integration, newest first.',
  args: builder.args((t) => ({ integrationId: t.id(parentId('integration')) })),
  rest: { path: '/integrations/:integrationId/sends', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  list: (ctx, args, page) => listSends(ctx, args.integrationId, page),
});

readOne('annotationSend', {
  type: AnnotationSendType,
  of: 'send',
  description: 'One send with its progress.',
  rest: { path: '/annotation-sends/:id', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: getSend,
});

actOnOne('cancelAnnotationSend', {
  type: AnnotationSendType,
  of: 'send',
  description: 'Cancels the rest of a send. What was sent stays; a request in progress may still succeed.',
  rest: { path: '/annotation-sends/:id/cancel', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: cancelSend,
});
