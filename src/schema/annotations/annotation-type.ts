import type { LinkedIssue } from '../../resolvers/addons/integrations/integration.ts';
import { appLink, pageLink } from '../../resolvers/core/annotations/links.ts';
import { withPicture } from '../../resolvers/core/annotations/pictures/read-picture.ts';
import { publicMetadata } from '../../resolvers/core/annotations/public-metadata.ts';
import { repliesOf } from '../../resolvers/core/annotations/thread-lists.ts';
import { audienceOf, visibilityOf } from '../../resolvers/core/annotations/visibility.ts';
import { hidesDiagnostics } from '../../resolvers/platform/policies/access.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { resolveConnection } from '../connection.ts';
import { ExternalIssueType } from '../integrations/integration-type.ts';
import { objectUrl } from '../object-url.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { connectionOf } from '../related.ts';
import { VIA } from '../via.ts';
import { annotationFields } from './annotation-fields.ts';
import { Anchor, Author, LastSeen, lastSeenOf, VisibilityEnum } from './annotation-shared-types.ts';
import { COMMENTS, CommentType } from './comment-type.ts';
import { Diagnostics } from './diagnostics-type.ts';
import { resolveTrail, TRAIL, TrailStepType, trailArgs } from './session-timeline.ts';

/** Readable by the members of the project's organization. */
export const AnnotationType = builder.prismaObject('Annotation', {
  description: 'Feedback pinned to an element or a position of a page.',
  fields: (t) => ({
    ...annotationFields(t, audienceOf),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Readers of the annotation. Guests get public annotations only.',
      resolve: visibilityOf,
    }),
    metadata: t.field({
      type: 'JSONObject',
      description:
        'Description of the element at the time of writing, and diagnostics of the page. Guests see what visitors see: ' +
        'no diagnostics.',
      resolve: ({ metadata, pictureKey }, _args, ctx) =>
        hidesDiagnostics(ctx)
          ? publicMetadata(metadata)
          : withPicture(metadata as Record<string, unknown>, objectUrl(pictureKey, ctx)),
    }),
    diagnostics: t.field({
      type: Diagnostics,
      nullable: true,
      description:
        'Data of the page and the browser that the author attached: `metadata.diagnostics` with types. Null for guests ' +
        'and for access tokens without `diagnostics.read`.',
      resolve: (annotation, _args, ctx) => (hidesDiagnostics(ctx) ? null : annotation),
      extensions: GRAPHQL_ONLY,
    }),
    url: t.exposeString('url', { description: 'URL of the page as it was sent.' }),
    link: t.string({
      description:
        'URL of the page that opens the thread in the overlay: `url` with `#pinbound=<number>`, or that parameter in ' +
        'the query of a route such as `#/list`.',
      resolve: pageLink,
    }),
    appLink: t.string({
      description: 'URL of the annotation in the dashboard.',
      resolve: (annotation, _args, { services }) => appLink(annotation, services.config.http.baseUrl),
    }),
    anchor: t.field({
      type: Anchor,
      description: 'Connection of the pin to its element.',
      resolve: (annotation) => annotation,
    }),
    assigneeId: t.exposeID('assigneeId', { nullable: true, description: 'User ID of the assigned member.' }),
    lastSeen: t.field({
      type: LastSeen,
      nullable: true,
      description: 'Last known position of the element; null before the first successful re-anchoring.',
      resolve: lastSeenOf,
    }),
    screenshotUrl: t.string({
      nullable: true,
      description: 'URL of the image in `lastSeen`.',
      resolve: ({ lastSeenImageKey }, _args, ctx) => objectUrl(lastSeenImageKey, ctx),
    }),
    author: t.field({ type: Author, description: 'Author.', resolve: (annotation) => annotation }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    externalIssues: t.field({
      type: [ExternalIssueType],
      description: "Linked issues in the project's trackers, oldest first. Empty for guests.",
      // Only integrations write the column.
      resolve: ({ externalIssues }, _args, { reader }) =>
        reader.isGuest ? [] : (externalIssues as unknown as LinkedIssue[]),
    }),
    trail: t.field({
      type: [TrailStepType],
      description: TRAIL,
      args: trailArgs,
      resolve: resolveTrail,
      extensions: GRAPHQL_ONLY,
    }),
    assignee: t.relation('assignee', {
      type: UserType,
      nullable: true,
      description: 'Assigned member.',
      // By the assignee that was read: the row may refer to a former member.
      resolve: (query, { assigneeId }, _args, { services: { db } }) =>
        assigneeId === null ? null : db.user.findUnique({ ...query, where: { id: assigneeId } }),
      extensions: GRAPHQL_ONLY,
    }),
    project: t.relation('project', {
      type: ProjectType,
      description: 'Project of the annotation.',
      extensions: GRAPHQL_ONLY,
    }),
    comments: t.connection(
      {
        type: CommentType,
        description: 'Replies in the thread, oldest first. Guests get public replies only.',
        extensions: GRAPHQL_ONLY,
        resolve: ({ id: annotationId }, args, ctx) =>
          resolveConnection(args, (page) => repliesOf(ctx, { annotationId, audience: audienceOf(ctx) }, page)),
      },
      ...COMMENTS,
    ),
  }),
});

export const ANNOTATIONS = connectionOf(AnnotationType, 'Annotation', 'annotations', 'An annotation');
