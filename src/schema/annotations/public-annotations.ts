import { addPublicComment } from '../../resolvers/core/annotations/add-public-comment.ts';
import {
  type CreatedAnnotation,
  createPublicAnnotation,
} from '../../resolvers/core/annotations/create-public-annotation.ts';
import { deletePublicAnnotation } from '../../resolvers/core/annotations/delete-annotation.ts';
import { listPublicAnnotations } from '../../resolvers/core/annotations/list-annotations.ts';
import { pictureIn, pictureUrlOf } from '../../resolvers/core/annotations/pictures/read-picture.ts';
import { publicMetadata } from '../../resolvers/core/annotations/public-metadata.ts';
import { canVisitorReply } from '../../resolvers/core/annotations/public-replies.ts';
import { repliesOf } from '../../resolvers/core/annotations/thread-lists.ts';
import { updatePublicAnnotation } from '../../resolvers/core/annotations/update-annotation.ts';
import { hasTokenOf } from '../../resolvers/core/annotations/visitor-tokens.ts';
import { attachmentsOf } from '../../resolvers/core/attachments/list-attachments.ts';
import { redactUrl } from '../../resolvers/platform/input/redact-url.ts';
import { PublicAttachment } from '../attachments/attachment-type.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { maxItems } from '../constraints.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { resourceId } from '../id-arguments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { annotationArgs } from './annotation-args.ts';
import { annotationFields } from './annotation-fields.ts';
import { PublicAnchor, PublicAuthor } from './annotation-shared-types.ts';

/** Maximum replies in a public annotation; only members can read longer threads. */
const MAX_PUBLIC_REPLIES = 100;

const PublicComment = builder.prismaObject('Comment', {
  variant: 'PublicComment',
  description: 'A reply as visible to visitors.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'Parent reply.' }),
    content: t.exposeString('content', { description: 'Plain text.' }),
    author: t.field({ type: PublicAuthor, description: 'Author.', resolve: (comment) => comment }),
    byVisitor: t.boolean({
      description: 'Whether the visitor who wrote the annotation wrote the reply.',
      resolve: ({ byVisitor }) => byVisitor,
    }),
    byOtherVisitor: t.boolean({
      description: 'Whether another visitor wrote the reply. The name is not verified.',
      resolve: ({ byOtherVisitor }) => byOtherVisitor,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
});

export const PublicAnnotation = builder.prismaObject('Annotation', {
  variant: 'PublicAnnotation',
  description: 'An annotation as visible to visitors: without e-mail addresses and assignee.',
  fields: (t) => ({
    ...annotationFields(t, () => 'outsiders'),
    domFingerprint: t.field({
      type: 'JSONObject',
      description: 'Fingerprint for re-anchoring the element: selector, xpath and text.',
      resolve: ({ domFingerprint }) => publicMetadata(domFingerprint),
    }),
    url: t.string({
      description:
        'URL of the page, without credentials. Values of query and fragment parameters whose names indicate a ' +
        'secret, such as `access_token`, are replaced by `redacted`.',
      resolve: ({ url }) => redactUrl(url),
    }),
    metadata: t.field({
      type: 'JSONObject',
      description:
        'Description of the element at the time of writing: `tag`, `selector`, `xpath`, `text`, `styles`, `box`, ' +
        '`traits`, `offset`, `area` and `quote`. Only members can read other members of the object.',
      resolve: ({ metadata }) => publicMetadata(metadata),
    }),
    anchor: t.field({
      type: PublicAnchor,
      description: 'Connection of the pin to its element.',
      resolve: (annotation) => annotation,
    }),
    screenshotUrl: t.string({
      nullable: true,
      description: 'Always null: only members can read images of pages.',
      resolve: () => null,
    }),
    picture: t.string({
      nullable: true,
      description:
        'URL of the picture that the visitor sent, valid for 24 hours, or a data URL. Null without one, and for ' +
        'requests without a token of this annotation in x-visitor-token.',
      resolve: async (annotation, _args, ctx) =>
        (await hasTokenOf(ctx, annotation.id))
          ? (pictureUrlOf(ctx, annotation) ?? pictureIn(annotation.metadata))
          : null,
    }),
    author: t.field({ type: PublicAuthor, description: 'Author.', resolve: (annotation) => annotation }),
    visitorToken: t.string({
      nullable: true,
      description:
        'Token of the visitor, for the header x-visitor-token, valid for 180 days. Only the response of the creation has ' +
        'it, shown once; otherwise null.',
      resolve: ({ visitorToken }: CreatedAnnotation) => visitorToken ?? null,
    }),
    canReply: t.boolean({
      description:
        'Whether the visitor of the request may reply: as the author with a visitor token, or with the project key if ' +
        '`publicReplies` is all.',
      resolve: (annotation, _args, ctx) => canVisitorReply(ctx, annotation),
    }),
    attachments: t.field({
      type: [PublicAttachment],
      description: 'Files of the annotation itself, oldest first, at most 10.',
      resolve: ({ id: annotationId }, _args, ctx) => attachmentsOf(ctx, { annotationId, commentId: null }),
      extensions: { ...GRAPHQL_ONLY, ...maxItems(10) },
    }),
    comments: t.field({
      type: [PublicComment],
      description: `The first ${MAX_PUBLIC_REPLIES} public replies, oldest first.`,
      resolve: async ({ id: annotationId }, _args, ctx) =>
        (await repliesOf(ctx, { annotationId, audience: 'outsiders' }, { limit: MAX_PUBLIC_REPLIES })).rows,
    }),
  }),
});

addMutation('createPublicAnnotation', {
  type: PublicAnnotation,
  description:
    'Creates an annotation as a visitor, authorized by the project key. Emits comment.created. A repeat under the same ' +
    'Idempotency-Key returns another visitorToken. RATE_LIMITED also after 64 MiB of visitor feedback in the project ' +
    'within an hour, or a quarter of that from one network.',
  args: builder.args((t) => ({
    projectKey: t.string({
      description: 'Key or ID of the project. Alternative: the header x-project-key.',
    }),
    ...annotationArgs,
    name: t.string({ description: 'Name of the visitor, 1–120 characters.' }),
    email: t.string({ description: 'E-mail address of the visitor, visible to members only.' }),
  })),
  rest: { method: 'POST', path: '/annotations/public', status: 201, tag: 'Public', auth: 'key', errorStatuses: [403] },
  throttle: 'project',
  resolve: createPublicAnnotation,
});

listOf('publicAnnotations', {
  type: PublicAnnotation,
  connection: connectionTypes('PublicAnnotation', 'annotations', 'An annotation'),
  description:
    'Public annotations of a project as visible to visitors, newest first. Empty if the project shows third parties ' +
    'no annotations; those of the tokens in x-visitor-token, at most 50, separated by commas, if it shows own ones.',
  args: builder.args((t) => ({
    projectKey: t.string({ required: true, description: 'Key or ID of the project.' }),
    url: t.string({ description: 'Only this page; URLs are compared as in the list of annotations.' }),
  })),
  rest: { path: '/annotations/project/:projectKey/public', tag: 'Public', auth: 'none', errorStatuses: [401, 403] },
  throttle: 'project',
  list: listPublicAnnotations,
});

addMutation('addPublicComment', {
  type: PublicComment,
  description:
    'Replies to a public annotation, as a visitor who did not write it, authorized by the project key, if ' +
    '`publicReplies` of the project is all. Emits comment.created. The name is not verified. RATE_LIMITED after 30 such ' +
    'replies in the thread within an hour, or 10 from one network.',
  args: builder.args((t) => ({
    projectKey: t.string({
      description: 'Key or ID of the project. Alternative: the header x-project-key.',
    }),
    id: t.id(resourceId('annotation')),
    content: t.string({ required: true, description: 'Plain text, 1–10 000 characters.' }),
    name: t.string({ description: 'Name of the visitor, 1–120 characters.' }),
  })),
  rest: {
    method: 'POST',
    path: '/annotations/public/:id/comments',
    status: 201,
    tag: 'Public',
    auth: 'key',
    errorStatuses: [403],
  },
  throttle: 'project',
  resolve: addPublicComment,
});

addMutation('updatePublicAnnotation', {
  type: PublicAnnotation,
  description:
    "Changes the text of the visitor's own annotation, within 15 minutes after its creation. The previous text remains in " +
    'the history. Requires the header x-visitor-token.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    content: t.string({ required: true, description: 'Text of the feedback, 1–10 000 characters.' }),
  })),
  rest: { method: 'PATCH', path: '/annotations/public/:id', tag: 'Public', auth: 'visitor', errorStatuses: [403] },
  resolve: (ctx, { id, ...args }) => updatePublicAnnotation(ctx, id, args),
});

removeOne('deletePublicAnnotation', {
  of: 'annotation',
  description:
    "Deletes the visitor's own annotation before its first public reply; CONFLICT afterwards. Requires the header " +
    'x-visitor-token.',
  rest: { path: '/annotations/public/:id', tag: 'Public', auth: 'visitor', errorStatuses: [400, 403] },
  resolve: deletePublicAnnotation,
});
