import { historyOf } from '../../resolvers/core/annotations/thread-lists.ts';
import { audienceOf } from '../../resolvers/core/annotations/visibility.ts';
import { builder } from '../builder.ts';
import { resolveConnection } from '../connection.ts';
import { EnvironmentType } from '../environments/environments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { HISTORY, HistoryEntry } from './annotation-history.ts';
import { AnnotationType } from './annotation-type.ts';

builder.prismaObjectField(AnnotationType, 'environment', (t) =>
  t.prismaField({
    type: EnvironmentType,
    nullable: true,
    description: 'Environment whose URL matches; null if none matches.',
    // By the environment that was read: its deletion precedes the reassignment of annotations.
    resolve: (query, { environmentId }, _args, { services: { db } }) =>
      environmentId === null ? null : db.environment.findUnique({ ...query, where: { id: environmentId } }),
    extensions: GRAPHQL_ONLY,
  }),
);

builder.objectField(AnnotationType, 'history', (t) =>
  t.connection(
    {
      type: HistoryEntry,
      description: 'Changes of the annotation, newest first. Guests get the changes of public text.',
      extensions: GRAPHQL_ONLY,
      resolve: ({ id: annotationId }, args, ctx) =>
        resolveConnection(args, (page) => historyOf(ctx, { annotationId, audience: audienceOf(ctx) }, page)) as never,
    },
    ...HISTORY,
  ),
);
