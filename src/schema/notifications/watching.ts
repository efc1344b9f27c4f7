import { WatchState } from '../../generated/prisma/client.ts';
import { snoozeAnnotation } from '../../resolvers/addons/notifications/snooze-annotation.ts';
import { watchAnnotation } from '../../resolvers/addons/notifications/watch-annotation.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';
import { resourceId } from '../id-arguments.ts';

const WatchStateEnum = builder.enumType('WatchState', {
  description: 'Whether a member is notified of a thread.',
  values: {
    [WatchState.watching]: { description: 'The member is notified of replies and changes of status.' },
    [WatchState.unwatched]: {
      description:
        'The member is not, until a mention, an assignment or a reply of the member makes the member watch it again.',
    },
    [WatchState.muted]: { description: 'The member is not notified of it at all, not even of mentions.' },
  } as const,
});

addMutation('watchAnnotation', {
  type: AnnotationType,
  description:
    'Watches, stops watching or mutes a thread for the authenticated user. Authors, assignees, mentioned and replying ' +
    'members watch a thread automatically.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    state: t.field({ type: WatchStateEnum, required: true, description: 'The new state.' }),
  })),
  rest: { method: 'PUT', path: '/annotations/:id/watch', tag: 'Notifications' },
  needs: 'annotation.read',
  acceptsPanel: true,
  resolve: (ctx, { id, state }) => watchAnnotation(ctx, id, state),
});

addMutation('snoozeAnnotation', {
  type: AnnotationType,
  description:
    'Takes a thread out of the inbox of the authenticated user until a time, or until a newer notification of it. Nobody ' +
    'else notices.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    until: t.field({ type: 'DateTime', description: 'Within 366 days. Null or absent: the thread returns at once.' }),
  })),
  rest: { method: 'PUT', path: '/annotations/:id/snooze', tag: 'Notifications' },
  needs: 'annotation.read',
  acceptsPanel: true,
  resolve: (ctx, { id, ...args }) => snoozeAnnotation(ctx, id, args),
});
