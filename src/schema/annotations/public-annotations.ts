import { createPublicAnnotation } from '../../resolvers/core/annotations/create-public-annotation.ts';
import { listPublicAnnotations } from '../../resolvers/core/annotations/list-annotations.ts';
import { publicMetadata } from '../../resolvers/core/annotations/public-metadata.ts';
import { repliesOf } from '../../resolvers/core/annotations/thread-replies.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { operation } from '../operation.ts';
import { annotationArgs } from './annotation-args.ts';
import { annotationFields } from './annotation-fields.ts';
import { PublicAnchor, PublicAuthor } from './annotation-shared-types.ts';

/** Replies that a public answer carries; a longer thread is read by members. */
const MAX_PUBLIC_REPLIES = 100;

const PublicComment = builder.prismaObject('Comment', {
  variant: 'PublicComment',
  description: 'A reply, as visitors may see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The reply that this one answers.' }),
    content: t.exposeString('content', { description: 'Plain text.' }),
    author: t.field({ type: PublicAuthor, description: 'Who wrote it.', resolve: (comment) => comment }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

export const PublicAnnotation = builder.prismaObject('Annotation', {
  variant: 'PublicAnnotation',
  description: 'An annotation, as visitors may see it: without e-mail addresses and assignee.',
  fields: (t) => ({
    ...annotationFields(t),
    metadata: t.field({
      type: 'JSONObject',
      description:
        'The element at the time of writing, as the overlay describes it: `tag`, `selector`, `xpath`, `text`, `styles`, `box`, ' +
        '`traits`, `offset`, `area` and `quote`. Whatever else was stored is for members alone.',
      resolve: ({ metadata }) => publicMetadata(metadata),
    }),
    anchor: t.field({
      type: PublicAnchor,
      description: 'How the pin holds to its element.',
      resolve: (annotation) => annotation,
    }),
    screenshotUrl: t.string({
      nullable: true,
      description: 'Null: pictures of pages are for members.',
      resolve: () => null,
    }),
    author: t.field({ type: PublicAuthor, description: 'Who wrote it.', resolve: (annotation) => annotation }),
    comments: t.field({
      type: [PublicComment],
      description: `The first ${MAX_PUBLIC_REPLIES} replies, oldest first.`,
      resolve: async ({ id }, _args, ctx) => (await repliesOf(ctx, id, { limit: MAX_PUBLIC_REPLIES })).rows,
    }),
  }),
});

builder.mutationField('createPublicAnnotation', (t) =>
  t.field({
    type: PublicAnnotation,
    description:
      'A visitor pins feedback to a page, with the project key. Emits comment.created. RATE_LIMITED also when visitors have ' +
      'written 64 MiB in the project within an hour, or a quarter of that from one network.',
    args: {
      projectKey: t.arg.string({
        description: 'Key or id of the project; may stand in the header x-project-key instead.',
      }),
      ...annotationArgs,
      name: t.arg.string({ description: 'Name of the visitor, 1–120 characters.' }),
      email: t.arg.string({ description: 'E-mail address of the visitor; members alone see it.' }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/annotations/public', status: 201, tag: 'Public', auth: 'key', refusals: [403] },
      throttle: 'project',
    }),
    resolve: (_root, args, ctx) => createPublicAnnotation(ctx, args),
  }),
);

builder.queryField('publicAnnotations', (t) =>
  t.connection(
    {
      type: PublicAnnotation,
      description: 'The annotations of a project that visitors may see, newest first.',
      args: {
        projectKey: t.arg.string({ required: true, description: 'Key or id of the project.' }),
        url: t.arg.string({ description: 'Only of this page; compared as for the list of annotations.' }),
      },
      extensions: operation({
        rest: {
          method: 'GET',
          path: '/annotations/project/:projectKey/public',
          envelope: 'list',
          tag: 'Public',
          auth: 'none',
          refusals: [403],
        },
        throttle: 'project',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listPublicAnnotations(ctx, args, page)),
    },
    ...connectionNames('PublicAnnotation', 'annotations', 'An annotation'),
  ),
);
