import { addComment } from '../resolvers/annotations/add-comment.ts';
import { listComments } from '../resolvers/annotations/list-comments.ts';
import { builder } from './builder.ts';
import { CommentConnection, CommentEdge, CommentType } from './comment-type.ts';
import { connectionOf } from './connection.ts';
import { operation } from './operation.ts';

const annotationId = { required: true, description: "The annotation's UUID." } as const;
const tag = 'Annotations';

builder.mutationField('addComment', (t) =>
  t.field({
    type: CommentType,
    description: "Replies in an annotation's thread. Emits comment.created.",
    args: {
      id: t.arg.id(annotationId),
      content: t.arg.string({ required: true, description: 'Plain text, 1–10 000 characters.' }),
      parentId: t.arg.id({ description: 'The reply of the same thread that this one answers.' }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/annotations/:id/comments', status: 201, tag },
      needs: 'comment.create',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...args }, ctx) => addComment(ctx, id, args),
  }),
);

builder.queryField('comments', (t) =>
  t.connection(
    {
      type: CommentType,
      description: "The replies in an annotation's thread, oldest first.",
      args: { id: t.arg.id(annotationId) },
      extensions: operation({
        rest: { method: 'GET', path: '/annotations/:id/comments', envelope: 'list', tag },
        needs: 'annotation.read',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listComments(ctx, args.id, page)),
    },
    CommentConnection,
    CommentEdge,
  ),
);
