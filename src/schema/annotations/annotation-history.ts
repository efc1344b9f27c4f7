import { HistoryKind } from '../../generated/prisma/client.ts';
import { listHistory } from '../../resolvers/core/annotations/list-history.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { itsId } from '../id-arguments.ts';
import { GRAPHQL_ONLY, operation } from '../operation.ts';

const HistoryKindEnum = builder.enumType('AnnotationHistoryKind', {
  description: 'What changed.',
  values: {
    [HistoryKind.content]: { description: 'The text.' },
    [HistoryKind.status]: { description: 'The status.' },
    [HistoryKind.assignee]: { description: 'The assignee, by user id.' },
    [HistoryKind.rebound]: { description: 'The fingerprint.' },
    [HistoryKind.anchor]: {
      description: 'What a sweep has found: { state, confidence }, after with the number of candidates.',
    },
    [HistoryKind.comment]: {
      description:
        'A reply was changed or deleted: { id, content }. Deleted, after is null; then none of its entries has its content any more.',
    },
  } as const,
});

const HistoryEntry = builder.prismaObject('AnnotationHistory', {
  description: 'One change of an annotation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    kind: t.expose('kind', { type: HistoryKindEnum, description: 'What changed.' }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'The value before.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'The value after.' }),
    actorId: t.exposeID('actorId', { nullable: true, description: 'The user who did it; null for the system.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    actor: t.relation('actor', {
      type: UserType,
      nullable: true,
      description: 'The user who did it; null for the system.',
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

builder.queryField('annotationHistory', (t) =>
  t.connection(
    {
      type: HistoryEntry,
      description: 'What happened to an annotation, newest first.',
      args: { id: t.arg.id(itsId('annotation')) },
      extensions: operation({
        rest: { method: 'GET', path: '/annotations/:id/history', envelope: 'list', tag: 'Annotations' },
        needs: 'annotation.read',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listHistory(ctx, args.id, page)),
    },
    ...connectionNames('AnnotationHistory', 'changes', 'A change'),
  ),
);
