import { addComment } from '../../resolvers/core/annotations/add-comment.ts';
import { deleteComment } from '../../resolvers/core/annotations/delete-comment.ts';
import { listComments } from '../../resolvers/core/annotations/list-comments.ts';
import { updateComment } from '../../resolvers/core/annotations/update-comment.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { CommentConnection, CommentEdge, CommentType } from './comment-type.ts';

const commentId = { required: true, description: 'UUID of a reply in its thread.' } as const;
const tag = 'Annotations';

builder.mutationField('addComment', (t) =>
  t.field({
    type: CommentType,
    description: "Replies in an annotation's thread. Emits comment.created.",
    args: {
      id: t.arg.id(itsId('annotation')),
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

builder.mutationField('updateComment', (t) =>
  t.field({
    type: CommentType,
    description: 'Changes the text of a reply that the caller wrote. The history keeps the old one.',
    args: {
      id: t.arg.id(itsId('annotation')),
      commentId: t.arg.id(commentId),
      content: t.arg.string({ required: true, description: 'Plain text, 1–10 000 characters.' }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/annotations/:id/comments/:commentId', tag },
      needs: 'comment.change',
      throttle: 'api',
    }),
    resolve: (_root, { id, commentId: of, ...args }, ctx) => updateComment(ctx, id, of, args),
  }),
);

builder.mutationField('deleteComment', (t) =>
  t.field({
    type: Deleted,
    description:
      "Removes a reply at once and for good, its text from the annotation's history too. What answered it answers what it " +
      'had answered itself.',
    args: { id: t.arg.id(itsId('annotation')), commentId: t.arg.id(commentId) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/annotations/:id/comments/:commentId', tag },
      needs: 'comment.change',
      needsAlso: { right: 'comment.moderate', where: 'where somebody else wrote it, or who has no account' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteComment(ctx, args.id, args.commentId),
  }),
);

builder.queryField('comments', (t) =>
  t.connection(
    {
      type: CommentType,
      description: "The replies in an annotation's thread, oldest first.",
      args: { id: t.arg.id(itsId('annotation')) },
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
