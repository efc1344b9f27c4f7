import { MAX_STEPS, trailOf } from '../../resolvers/addons/collection/session-timeline.ts';
import { repliesOf } from '../../resolvers/core/annotations/thread-replies.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection.ts';
import { ExternalIssueType, type ShownIssue } from '../integrations/integration-type.ts';
import { objectUrl } from '../object-url.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { annotationFields } from './annotation-fields.ts';
import { Anchor, Author, LastSeen, lastSeenOf } from './annotation-shared-types.ts';
import { TrailStepType } from './annotation-trail.ts';
import { CommentConnection, CommentEdge, CommentType } from './comment-type.ts';

/** Readable by the members of the project's organization. */
export const AnnotationType = builder.prismaObject('Annotation', {
  description: 'A piece of feedback, pinned to an element or a position of a page.',
  fields: (t) => ({
    ...annotationFields(t),
    anchor: t.field({
      type: Anchor,
      description: 'How the pin holds to its element.',
      resolve: (annotation) => annotation,
    }),
    assigneeId: t.exposeID('assigneeId', { nullable: true, description: 'The member it is assigned to.' }),
    lastSeen: t.field({
      type: LastSeen,
      nullable: true,
      description: 'Where a sweep has last found its element. Null until one has.',
      resolve: lastSeenOf,
    }),
    screenshotUrl: t.string({
      nullable: true,
      description: 'The picture of the page on which its element was last found: that of `lastSeen`.',
      resolve: ({ lastSeenImageKey }, _args, ctx) => objectUrl(lastSeenImageKey, ctx),
    }),
    author: t.field({ type: Author, description: 'Who wrote it.', resolve: (annotation) => annotation }),
    externalIssues: t.field({
      type: [ExternalIssueType],
      description: 'Its issues in the trackers that the project is connected to, oldest first.',
      // Only integrations write the column.
      resolve: ({ externalIssues }) => externalIssues as unknown as ShownIssue[],
    }),
    trail: t.field({
      type: [TrailStepType],
      description:
        'What the visitor did before writing it, oldest first: the session that `metadata.sessionId` names. Empty without one, and ' +
        'when the events are past their time; what came beyond COLLECT_HOURLY_MIB is missing.',
      args: {
        last: t.arg.int({
          defaultValue: 50,
          description: `Only the newest so many steps, 1–${MAX_STEPS}. BAD_USER_INPUT for another number.`,
        }),
      },
      resolve: (annotation, { last }, ctx) => trailOf(ctx, annotation, last ?? undefined),
      extensions: GRAPHQL_ONLY,
    }),
    assignee: t.relation('assignee', {
      type: UserType,
      nullable: true,
      description: 'The member it is assigned to.',
      // By the annotation as it was read: a former member's row may still be referred to.
      resolve: (query, { assigneeId }, _args, { services: { db } }) =>
        assigneeId === null ? null : db.user.findUnique({ ...query, where: { id: assigneeId } }),
      extensions: GRAPHQL_ONLY,
    }),
    project: t.relation('project', {
      type: ProjectType,
      description: 'The project it belongs to.',
      extensions: GRAPHQL_ONLY,
    }),
    comments: t.connection(
      {
        type: CommentType,
        description: 'The replies in its thread, oldest first.',
        extensions: GRAPHQL_ONLY,
        resolve: ({ id }, args, ctx) => connectionOf(args, (page) => repliesOf(ctx, id, page)),
      },
      CommentConnection,
      CommentEdge,
    ),
  }),
});
