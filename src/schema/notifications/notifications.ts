import type { NotificationKind } from '../../resolvers/addons/notifications/kinds.ts';
import { countUnread, listNotifications, MAX_COUNT } from '../../resolvers/addons/notifications/list-notifications.ts';
import { markRead, markThreadRead } from '../../resolvers/addons/notifications/mark-read.ts';
import { notificationChanges, unreadCountOf } from '../../resolvers/addons/notifications/notification-changes.ts';
import { annotationById } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import type { NotificationRow, NotificationUpdate } from '../../types/notification-update.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, addQuery, addSubscription, listOf } from '../define-operation.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { ofViewer } from '../operation.ts';

export const NotificationKindEnum = builder.enumType('NotificationKind', {
  description: 'Reason of a notification. If several apply, the first one of mention, assignment and the others.',
  values: {
    annotation: { description: 'An annotation was created in a project of the member.' },
    reply: { description: 'A watched thread has a new reply.' },
    mention: { description: 'An annotation or a reply mentions the member.' },
    assignment: { description: 'An annotation was assigned to the member.' },
    status: { description: 'The status of a watched thread changed.' },
    reopened: { description: 'A watched thread that was resolved is open again.' },
    regressed: {
      description: 'A deployment reopened a watched thread, because its element went back to the reported look.',
    },
    proof: { description: 'A change was approved as the fix of a watched thread.' },
    own_proof: { description: 'A change was approved as the fix of an annotation of the member.' },
    deployment: { description: 'A deployment of a project of the editor needs a review, or failed.' },
    due: { description: 'A watched thread that is not resolved is due today, in UTC.' },
    import: { description: 'Annotations were imported into a project of the member.' },
  } as const satisfies Record<NotificationKind, { description: string }>,
});

const NotificationType = builder.objectRef<NotificationRow>('Notification').implement({
  description:
    'An event that concerns the reader. Kept for 90 days, and hidden while the reader has no access to its subject.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    kind: t.field({
      type: NotificationKindEnum,
      description: 'Reason of the notification.',
      resolve: ({ kind }) => kind as NotificationKind,
    }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    projectName: t.exposeString('projectName', { description: 'Display name of the project.' }),
    annotationId: t.exposeID('annotationId', {
      nullable: true,
      description: 'UUID of the annotation; null for import and deployment.',
    }),
    number: t.exposeInt('number', { nullable: true, description: 'Number of the annotation, if it concerns one.' }),
    annotation: t.field({
      type: AnnotationType,
      nullable: true,
      description: 'The annotation; null if it concerns none, and if it was deleted meanwhile.',
      resolve: ({ annotationId }, _args, ctx) =>
        (annotationId === null ? null : annotationById(ctx, annotationId)) as never,
      extensions: ofViewer(),
    }),
    commentId: t.exposeID('commentId', { nullable: true, description: 'UUID of the reply, if it concerns one.' }),
    deploymentId: t.exposeID('deploymentId', {
      nullable: true,
      description: 'UUID of the deployment, for deployment only; it may be deleted.',
    }),
    excerpt: t.exposeString('excerpt', {
      nullable: true,
      description: 'First 200 characters of the reply, the annotation or the commit; null for import.',
    }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'UUID of the user who caused it; null for a visitor and for the system.',
    }),
    actorName: t.exposeString('actorName', { nullable: true, description: 'Name of the user or visitor, if known.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of reading; null while unread.',
    }),
  }),
});

const UnreadCount = builder.objectRef<{ count: number }>('UnreadNotifications').implement({
  description: 'Number of unread notifications.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: `Unread notifications in the organization; ${MAX_COUNT} stands for at least as many.`,
    }),
  }),
});

const NotificationChange = builder.objectRef<NotificationUpdate>('NotificationChange').implement({
  description: 'A change of the notifications of the reader. Delivered at least once while connected.',
  fields: (t) => ({
    notification: t.expose('notification', {
      type: NotificationType,
      nullable: true,
      description: 'The new notification; null if only the number changed.',
    }),
    unreadCount: t.int({
      description: `Unread notifications in the organization; ${MAX_COUNT} stands for at least as many.`,
      resolve: (update, _args, ctx) => unreadCountOf(ctx, update),
    }),
  }),
});

const tag = 'Notifications';
const organizationArg = builder.args((t) => ({ organizationId: t.id(parentId('organization')) }));

listOf('notifications', {
  type: NotificationType,
  connection: connectionTypes('Notification', 'notifications', 'A notification'),
  description: 'Notifications of the authenticated user in an organization, newest first.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    unreadOnly: t.boolean({ description: 'Only unread ones. Default: false.' }),
    snoozed: t.boolean({ description: 'Only those of snoozed threads. Default: false, only the others.' }),
  })),
  rest: { path: '/organizations/:organizationId/notifications', tag },
  needs: 'annotation.read',
  acceptsTokens: true,
  list: listNotifications,
});

addQuery('unreadNotifications', {
  type: UnreadCount,
  description: 'Number of unread notifications of the authenticated user in an organization.',
  args: organizationArg,
  rest: { method: 'GET', path: '/organizations/:organizationId/notifications/unread', tag },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, { organizationId }) => countUnread(ctx, organizationId),
});

addMutation('markNotificationsRead', {
  type: UnreadCount,
  description:
    'Marks notifications of the authenticated user as read. Returns the number of the remaining unread ones.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    ids: t.idList({ description: 'UUIDs of notifications, at most 500; others have no effect. Without it, all.' }),
  })),
  rest: { method: 'POST', path: '/organizations/:organizationId/notifications/read', tag },
  needs: 'annotation.read',
  resolve: markRead,
});

addMutation('markThreadRead', {
  type: UnreadCount,
  description:
    'Marks the notifications of a thread as read. Returns the number of the remaining unread ones in the organization.',
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { method: 'POST', path: '/annotations/:id/read', tag },
  needs: 'annotation.read',
  acceptsPanel: true,
  resolve: (ctx, { id }) => markThreadRead(ctx, id),
});

addSubscription('notificationReceived', {
  type: NotificationChange,
  description:
    'New notifications of the authenticated user in an organization, and changes of the number of unread ones. The ' +
    'subscription ends when the access token expires or the membership ends.',
  args: organizationArg,
  needs: 'annotation.read',
  acceptsTokens: true,
  subscribe: (ctx, { organizationId }) => notificationChanges(ctx, organizationId),
});
