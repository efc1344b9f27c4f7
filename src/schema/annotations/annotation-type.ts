import type { Annotation } from '../../generated/prisma/client.ts';
import type { LinkedIssue } from '../../resolvers/addons/integrations/integration.ts';
import { MAX_WATCHERS, threadState, threadWatchers } from '../../resolvers/addons/notifications/thread-state.ts';
import { labelsOf } from '../../resolvers/core/annotations/annotation-labels.ts';
import { assigneeOf } from '../../resolvers/core/annotations/assignee-of.ts';
import { type AnnotationClaim, claimOf } from '../../resolvers/core/annotations/claims.ts';
import { rankOf } from '../../resolvers/core/annotations/columns.ts';
import { appLink, pageLink } from '../../resolvers/core/annotations/links.ts';
import { pictureUrlOf, withPicture } from '../../resolvers/core/annotations/pictures/read-picture.ts';
import { publicMetadata } from '../../resolvers/core/annotations/public-metadata.ts';
import { repliesOf } from '../../resolvers/core/annotations/thread-lists.ts';
import { audienceOf, urlFor, visibilityOf } from '../../resolvers/core/annotations/visibility.ts';
import { attachmentsOf } from '../../resolvers/core/attachments/list-attachments.ts';
import { duplicateOf } from '../../resolvers/core/work-list/duplicate-of.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { hidesDiagnostics } from '../../resolvers/platform/policies/access.ts';
import { AttachmentType } from '../attachments/attachment-type.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { resolveConnection } from '../connection.ts';
import { maxItems } from '../constraints.ts';
import { ExternalIssueType } from '../integrations/integration-type.ts';
import { LabelType } from '../labels/label-type.ts';
import { NodeInterface } from '../node.ts';
import { objectUrl } from '../object-url.ts';
import { GRAPHQL_ONLY, ofViewer } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { VIA } from '../via.ts';
import { PriorityEnum, ResolutionEnum } from '../work-list/triage-types.ts';
import { annotationFields } from './annotation-fields.ts';
import {
  Anchor,
  AnnotationStatusEnum,
  Author,
  LastSeen,
  lastSeenOf,
  VisibilityEnum,
} from './annotation-shared-types.ts';
import { COMMENTS, CommentType } from './comment-type.ts';
import { Diagnostics } from './diagnostics-type.ts';
import { SentPictureType, sentPictureOf } from './picture-types.ts';
import { resolveTrail, TRAIL_DESCRIPTION, TrailStepType, trailArgs } from './session-timeline.ts';
import { WatcherType } from './watcher-type.ts';

const AnnotationReference = builder.objectRef<Annotation>('AnnotationReference').implement({
  description: 'An annotation that another one refers to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    number: t.exposeInt('number', { description: 'Sequential number within the project.' }),
    content: t.exposeString('content', { description: 'Text of the feedback.' }),
    status: t.expose('status', { type: AnnotationStatusEnum, description: 'Status of the work.' }),
  }),
});

/** Readable by members above guest. */
export const AnnotationClaimType = builder.objectRef<AnnotationClaim>('AnnotationClaim').implement({
  description:
    'A lease of two hours on an annotation: who works on it. It is renewed by claiming again, and locks nothing.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the access token, or of the member.' }),
    userId: t.exposeID('userId', { description: 'UUID of the user.' }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    since: t.expose('since', { type: 'DateTime', description: 'Time of the first claim of this holder.' }),
    until: t.expose('until', { type: 'DateTime', description: 'Time of its end, unless it is renewed or released.' }),
  }),
});

/** Readable by the members of the project's organization. */
export const AnnotationType = builder.prismaObject('Annotation', {
  interfaces: [NodeInterface],
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
      resolve: (annotation, _args, ctx) =>
        hidesDiagnostics(ctx)
          ? publicMetadata(annotation.metadata)
          : withPicture(annotation.metadata as Record<string, unknown>, pictureUrlOf(ctx, annotation)),
    }),
    element: t.field({
      type: 'JSONObject',
      description:
        'Description of the element at the time of writing: the members of `metadata` that visitors can read.',
      resolve: ({ metadata }) => publicMetadata(metadata),
      extensions: GRAPHQL_ONLY,
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
    url: t.string({
      description: 'URL of the page as it was sent; for guests without secrets, as in public responses.',
      resolve: ({ url }, _args, ctx) => urlFor(audienceOf(ctx), url),
    }),
    link: t.string({
      description:
        'URL of the page that opens the thread in the overlay: `url` with `#pinbound=<number>`, or that parameter in ' +
        'the query of a route such as `#/list`.',
      resolve: ({ url, number }, _args, ctx) => pageLink({ url: urlFor(audienceOf(ctx), url), number }),
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
    resolution: t.field({
      type: ResolutionEnum,
      nullable: true,
      description: 'Reason of resolution; null while not resolved.',
      resolve: ({ status, resolution }) => (status === 'resolved' ? (resolution ?? 'fixed') : null),
    }),
    duplicateOfId: t.id({
      nullable: true,
      description: 'UUID of the annotation that this one repeats, if it was resolved as duplicate. Null for guests.',
      resolve: ({ status, duplicateOfId }, _args, { reader }) =>
        status === 'resolved' && !reader.isGuest ? duplicateOfId : null,
    }),
    priority: t.field({
      type: PriorityEnum,
      description: 'Urgency.',
      resolve: ({ priority }) => priority ?? 'normal',
    }),
    labelIds: t.idList({
      description: `UUIDs of the labels, by name, at most ${LIMITS.annotationLabels}.`,
      resolve: async (annotation, _args, ctx) => (await labelsOf(ctx, annotation)).map(({ id }) => id),
    }),
    labels: t.field({
      type: [LabelType],
      description: `Labels by name, at most ${LIMITS.annotationLabels}.`,
      resolve: (annotation, _args, ctx) => labelsOf(ctx, annotation),
      extensions: { ...maxItems(LIMITS.annotationLabels), ...GRAPHQL_ONLY },
    }),
    duplicateOf: t.field({
      type: AnnotationReference,
      nullable: true,
      description: 'Annotation that this one repeats; null if there is none, or the reader cannot see it.',
      resolve: (annotation, _args, ctx) => duplicateOf(ctx, annotation),
      extensions: GRAPHQL_ONLY,
    }),
    dueOn: t.expose('dueOn', { type: 'Date', nullable: true, description: 'Day on which it is due.' }),
    rank: t.float({
      description: 'Place within its status, ascending: only the order of two ranks has a meaning.',
      resolve: rankOf,
    }),
    assigneeId: t.exposeID('assigneeId', {
      nullable: true,
      description: 'User ID of the assigned member or service account.',
    }),
    lastSeen: t.field({
      type: LastSeen,
      nullable: true,
      description: 'Last known position of the element; null before the first successful re-anchoring.',
      resolve: lastSeenOf,
    }),
    sentPicture: t.field({
      type: SentPictureType,
      nullable: true,
      description:
        'Picture that the author sent. It shows what was meant if the author drew on it, or if no capture shows the ' +
        'element. Null without one, for guests, and for access tokens without `diagnostics.read`.',
      resolve: (annotation, _args, ctx) => sentPictureOf(ctx, annotation),
      extensions: GRAPHQL_ONLY,
    }),
    screenshotUrl: t.string({
      nullable: true,
      description: 'URL of the image in `lastSeen`.',
      resolve: ({ lastSeenImageKey }, _args, ctx) => objectUrl(lastSeenImageKey, ctx),
    }),
    author: t.field({ type: Author, description: 'Author.', resolve: (annotation) => annotation }),
    claim: t.field({
      type: AnnotationClaimType,
      nullable: true,
      description: 'Member or program that works on the annotation now; null without one, and for guests.',
      resolve: (annotation, _args, ctx) => claimOf(ctx, annotation),
      extensions: GRAPHQL_ONLY,
    }),
    mentions: t.idList({
      description: 'User IDs of members whom the text mentions.',
      extensions: maxItems(50),
      resolve: ({ mentions }) => mentions ?? [],
    }),
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
      description: TRAIL_DESCRIPTION,
      args: trailArgs,
      resolve: resolveTrail,
      extensions: GRAPHQL_ONLY,
    }),
    assignee: t.field({
      type: UserType,
      nullable: true,
      description: 'Assigned member or service account.',
      resolve: (annotation, _args, ctx) => assigneeOf(ctx, annotation),
      extensions: GRAPHQL_ONLY,
    }),
    project: t.relation('project', {
      type: ProjectType,
      description: 'Project of the annotation.',
      extensions: GRAPHQL_ONLY,
    }),
    isWatching: t.boolean({
      description: 'Whether the reader watches the thread, and is notified of its changes.',
      resolve: async ({ id }, _args, ctx) => (await threadState(ctx, id)).watching === 'watching',
      extensions: ofViewer(),
    }),
    isMuted: t.boolean({
      description: 'Whether the reader has muted the thread, and is not notified of it at all.',
      resolve: async ({ id }, _args, ctx) => (await threadState(ctx, id)).watching === 'muted',
      extensions: ofViewer(),
    }),
    snoozedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the thread is not in the inbox of the reader; null if it is.',
      resolve: async ({ id }, _args, ctx) => (await threadState(ctx, id)).snoozedUntil,
      extensions: ofViewer(),
    }),
    isUnread: t.boolean({
      description: 'Whether the reader watches the thread and has unread notifications of it.',
      resolve: async ({ id }, _args, ctx) => (await threadState(ctx, id)).isUnread,
      extensions: ofViewer(),
    }),
    watchers: t.field({
      type: [WatcherType],
      description: `Members who watch the thread, the first ones first, at most ${MAX_WATCHERS}. Guests get at most themselves.`,
      resolve: ({ id }, _args, ctx) => threadWatchers(ctx, id),
      extensions: { ...ofViewer(), ...maxItems(MAX_WATCHERS) },
    }),
    attachments: t.field({
      type: [AttachmentType],
      description: 'Files of the annotation itself, oldest first, at most 10.',
      resolve: ({ id: annotationId }, _args, ctx) => attachmentsOf(ctx, { annotationId, commentId: null }),
      extensions: { ...GRAPHQL_ONLY, ...maxItems(10) },
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
