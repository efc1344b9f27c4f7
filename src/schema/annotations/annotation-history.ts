import type { CallContext } from '../../context.ts';
import { HistoryKind } from '../../generated/prisma/client.ts';
import { listHistory } from '../../resolvers/core/annotations/list-history.ts';
import { isJsonObject } from '../../resolvers/platform/input/json-object.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { listOf } from '../define-operation.ts';
import { resourceId } from '../id-arguments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { connectionOf } from '../related.ts';
import { VIA } from '../via.ts';

const HistoryKindEnum = builder.enumType('AnnotationHistoryKind', {
  description: 'Kind of change.',
  values: {
    [HistoryKind.content]: { description: 'The text changed.' },
    [HistoryKind.status]: { description: 'The status changed.' },
    [HistoryKind.assignee]: { description: 'The assignee changed; values are user IDs.' },
    [HistoryKind.rebound]: { description: 'The pin was attached to another element; values are fingerprints.' },
    [HistoryKind.anchor]: {
      description: 'Re-anchoring changed the state: { state, confidence }, in `after` with the number of candidates.',
    },
    [HistoryKind.comment]: {
      description:
        'A reply was changed or deleted: { id, content }. After a deletion, `after` is null, and its content is ' +
        'removed from all entries.',
    },
    [HistoryKind.visibility]: { description: 'The visibility changed: public or internal.' },
    [HistoryKind.resolution]: {
      description:
        'The resolution changed: { resolution, duplicateOfId }, or null while not resolved. For guests, duplicateOfId is null.',
    },
    [HistoryKind.priority]: { description: 'The priority changed.' },
    [HistoryKind.labels]: { description: 'The labels changed; values are lists of UUIDs.' },
    [HistoryKind.due]: { description: 'The due date changed; values are dates, or null.' },
    [HistoryKind.answer]: {
      description: 'The person who reported it answered the proof of its fix: `after` is good or wrong.',
    },
  } as const,
});

export const HistoryEntry = builder.prismaObject('AnnotationHistory', {
  description: 'A change of an annotation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    kind: t.expose('kind', { type: HistoryKindEnum, description: 'Kind of change.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value before the change.',
      resolve: (entry, _args, ctx) => valueFor(ctx, entry.kind, entry.before) as never,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value after the change.',
      resolve: (entry, _args, ctx) => valueFor(ctx, entry.kind, entry.after) as never,
    }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'User who made the change; null for the system and for visitors.',
    }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the change.' }),
    actor: t.relation('actor', {
      type: UserType,
      nullable: true,
      description: 'User who made the change; null for the system.',
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

/** The value without what a guest may not read: the annotation that this one repeats. */
const valueFor = ({ reader }: CallContext, kind: HistoryKind, value: unknown): unknown =>
  reader.isGuest && kind === HistoryKind.resolution && isJsonObject(value) ? { ...value, duplicateOfId: null } : value;

export const HISTORY = connectionOf(HistoryEntry, 'AnnotationHistory', 'changes', 'A change');

listOf('annotationHistory', {
  type: HistoryEntry,
  connection: HISTORY,
  description:
    'Changes of an annotation, newest first. Guests get the changes of public text: none of internal replies, and none ' +
    'from while the annotation was internal.',
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { path: '/annotations/:id/history', tag: 'Annotations' },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  list: (ctx, args, page) => listHistory(ctx, args.id, page),
});
