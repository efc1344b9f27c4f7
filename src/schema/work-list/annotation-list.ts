import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../context.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import { DETAILS, type Detail } from '../../resolvers/core/annotations/columns.ts';
import { decodeOrderCursor, type OrderPosition, orderCursor } from '../../resolvers/core/work-list/annotation-order.ts';
import { type CappedCount, countWorkList, EXACT_COUNT } from '../../resolvers/core/work-list/count-annotations.ts';
import { INBOXES, type Inbox } from '../../resolvers/core/work-list/inbox.ts';
import { readWorkList, type WorkListRequest, workListOf } from '../../resolvers/core/work-list/list-work.ts';
import type { WorkListScope } from '../../resolvers/core/work-list/work-list-scope.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { resolveOrderedConnection } from '../connection.ts';
import { spaced } from '../constraints.ts';
import { GRAPHQL_ONLY, SPREAD_IN_QUERY } from '../operation.ts';
import { selectedNames } from '../selected-names.ts';
import { AnnotationFilterInput } from './annotation-filter-input.ts';
import { AnnotationOrderEnum } from './triage-types.ts';

/** A page that counts its list on access. */
interface CountedList {
  total(): Promise<CappedCount>;
}

/** Total of a list; undefined for lists that do not count. */
const totalOf = async (connection: unknown): Promise<CappedCount | undefined> =>
  (connection as Partial<CountedList>).total?.();

const AnnotationEdge = builder.edgeObject({
  type: AnnotationType,
  name: 'AnnotationEdge',
  description: 'An annotation in a list.',
});

const AnnotationConnection = builder.connectionObject(
  {
    type: AnnotationType,
    name: 'AnnotationConnection',
    description: 'A page of annotations.',
    fields: (t) => ({
      totalCount: t.int({
        nullable: true,
        description: `Number of annotations in the list, at most ${spaced(EXACT_COUNT)}. Null in lists of a type, such as Project.`,
        resolve: async (connection) => (await totalOf(connection))?.count,
        extensions: GRAPHQL_ONLY,
      }),
      isTotalExact: t.boolean({
        nullable: true,
        description: `Whether totalCount is exact; false for a list of more than ${spaced(EXACT_COUNT)}.`,
        resolve: async (connection) => (await totalOf(connection))?.isExact,
        extensions: GRAPHQL_ONLY,
      }),
    }),
  },
  AnnotationEdge,
);

/** Types of a list of annotations. */
export const ANNOTATIONS = [AnnotationConnection, AnnotationEdge] as const;

const INBOX_DESCRIPTIONS: Record<Inbox, string> = {
  mine: 'Assigned to the user.',
  mentions: 'Mentions the user, in its text or a reply that the user can read.',
  watching: 'Watched by the user.',
  unread: 'Watched by the user, with an unread notification.',
  snoozed: 'Snoozed by the user, and not back in the inbox.',
};

const InboxEnum = builder.enumType('AnnotationInbox', {
  description: 'Annotations that concern the authenticated user.',
  values: Object.fromEntries(INBOXES.map((inbox) => [inbox, { description: INBOX_DESCRIPTIONS[inbox] }])) as Record<
    Inbox,
    { description: string }
  >,
});

/** Argument that names an inbox. */
export const inboxArg = {
  type: InboxEnum,
  description: 'Only annotations of an inbox. Default: all.',
} as const;

/** Argument that narrows a list of annotations; over REST, a parameter for each of its members. */
export const filterArg = {
  type: AnnotationFilterInput,
  description: 'Only matching annotations.',
  extensions: SPREAD_IN_QUERY,
};

/** Arguments of a list of annotations. */
export const workListArgs = builder.args((t) => ({
  filter: t.field(filterArg),
  inbox: t.field(inboxArg),
  orderBy: t.field({ type: AnnotationOrderEnum, description: 'Order. Default: newest.' }),
}));

interface WorkListArgs extends WorkListRequest {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/** Fields made of each detail of an annotation, at any depth. */
const FIELDS_OF: Record<Detail, readonly string[]> = {
  metadata: ['metadata', 'element', 'diagnostics', 'trail', 'meant', 'brief'],
  domFingerprint: ['domFingerprint', 'meant', 'brief'],
  latestFingerprint: ['fingerprint'],
  anchorCandidates: ['candidates'],
};

/** Details of annotations that a document does not show: most lists show none. */
function unreadDetails(info: GraphQLResolveInfo): Detail[] {
  const names = selectedNames(info);
  if (!names) return [];
  return (Object.keys(DETAILS) as Detail[]).filter((detail) => !FIELDS_OF[detail].some((name) => names.has(name)));
}

/**
 * Reads one page of a work list as a connection.
 *
 * @throws BAD_USER_INPUT, FORBIDDEN
 */
export async function resolveWorkList(
  ctx: Context,
  scope: WorkListScope,
  args: WorkListArgs,
  info: GraphQLResolveInfo,
) {
  const without = unreadDetails(info);
  const list = workListOf(scope, args);
  const { order } = list;
  const connection = await resolveOrderedConnection<Annotation, OrderPosition>(
    args,
    (page) => readWorkList(ctx, list, page, without),
    {
      encode: (annotation) => orderCursor(order, scope.audience, annotation),
      decode: (cursor, argument) => decodeOrderCursor(cursor, order, argument),
    },
  );
  let total: Promise<CappedCount> | undefined;
  const counted: CountedList = {
    total() {
      total ??= countWorkList(ctx, list);
      return total;
    },
  };
  return Object.assign(connection, counted);
}
