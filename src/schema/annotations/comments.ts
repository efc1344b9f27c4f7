import { addComment } from '../../resolvers/core/annotations/add-comment.ts';
import { deleteComment } from '../../resolvers/core/annotations/delete-comment.ts';
import { listComments } from '../../resolvers/core/annotations/list-comments.ts';
import { updateComment } from '../../resolvers/core/annotations/update-comment.ts';
import { builder } from '../builder.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { Deleted } from '../deleted.ts';
import { resourceId } from '../id-arguments.ts';
import { REPLY } from './agent-tools.ts';
import { changedMentionsArg, mentionsArg } from './annotation-args.ts';
import { VisibilityEnum } from './annotation-shared-types.ts';
import { COMMENTS, CommentType } from './comment-type.ts';

const commentId = { required: true, description: 'UUID of a reply in the thread.' } as const;
const tag = 'Annotations';

addMutation('addComment', {
  type: CommentType,
  description:
    "Adds a reply to an annotation's thread. Emits comment.created. A visitor replies to their own annotation, with the " +
    'name and address given there; RATE_LIMITED after 30 replies and changes in the thread within an hour.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    content: t.string({ required: true, description: 'Plain text, 1–10 000 characters.' }),
    parentId: t.id({ description: 'Parent reply in the same thread.' }),
    visibility: t.field({
      type: VisibilityEnum,
      description:
        'public or internal. Default: that of the parent reply, or of the annotation. Replies to an internal annotation ' +
        'or reply are internal: BAD_USER_INPUT for public. Guests and visitors write public replies only.',
    }),
    mentions: t.idList(mentionsArg),
  })),
  rest: { method: 'POST', path: '/annotations/:id/comments', status: 201, tag },
  mcp: [REPLY],
  needs: 'comment.create',
  acceptsTokens: true,
  acceptsPanel: true,
  acceptsVisitors: true,
  resolve: (ctx, { id, ...args }) => addComment(ctx, id, args),
});

addMutation('updateComment', {
  type: CommentType,
  description:
    'Changes the text of a reply of the authenticated user, or for 15 minutes of the visitor. The previous text remains in ' +
    'the history.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    commentId: t.id(commentId),
    content: t.string({ required: true, description: 'Plain text, 1–10 000 characters.' }),
    mentions: t.idList(changedMentionsArg),
  })),
  rest: { method: 'PATCH', path: '/annotations/:id/comments/:commentId', tag },
  needs: 'comment.change',
  acceptsTokens: true,
  acceptsPanel: true,
  acceptsVisitors: true,
  resolve: (ctx, { id, commentId, ...args }) => updateComment(ctx, id, commentId, args),
});

addMutation('deleteComment', {
  type: Deleted,
  description:
    "Permanently deletes a reply, including its text in the annotation's history. Its replies move to its parent.",
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')), commentId: t.id(commentId) })),
  rest: { method: 'DELETE', path: '/annotations/:id/comments/:commentId', tag },
  needs: 'comment.change',
  acceptsTokens: true,
  acceptsPanel: true,
  needsAlso: { right: 'comment.moderate', where: 'for replies by others' },
  resolve: (ctx, args) => deleteComment(ctx, args.id, args.commentId),
});

listOf('comments', {
  type: CommentType,
  connection: COMMENTS,
  description: "Replies in an annotation's thread, oldest first. Guests and visitors get public replies only.",
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { path: '/annotations/:id/comments', tag, errorStatuses: [403] },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  acceptsVisitors: true,
  list: (ctx, args, page) => listComments(ctx, args.id, page),
});
