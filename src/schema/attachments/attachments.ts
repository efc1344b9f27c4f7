import { createAttachment } from '../../resolvers/core/attachments/create-attachment.ts';
import { deleteAttachment } from '../../resolvers/core/attachments/delete-attachment.ts';
import { listAttachments } from '../../resolvers/core/attachments/list-attachments.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { Deleted } from '../deleted.ts';
import { resourceId } from '../id-arguments.ts';
import { AttachmentType, AttachmentUpload } from './attachment-type.ts';

const tag = 'Annotations';

addMutation('createAttachment', {
  type: AttachmentUpload,
  description:
    'Announces a file for an annotation or a reply of the authenticated user or the visitor, and returns the URL to upload it to. At ' +
    'most ten files per annotation or reply: CONFLICT for more.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    commentId: t.id({ description: 'Reply in the thread. Default: the annotation itself.' }),
    name: t.string({ required: true, description: 'File name, 1–120 characters.' }),
    contentType: t.string({
      required: true,
      description:
        'MIME type of the file: image/png, image/jpeg, image/webp, image/gif, application/pdf, or text/plain for UTF-8 ' +
        'text. The service checks it by the content. Pictures are encoded again, without metadata such as the place ' +
        'of a photo; animations become their first frame, as PNG. SVG and HTML are rejected.',
    }),
  })),
  rest: { method: 'POST', path: '/annotations/:id/attachments', status: 201, errorStatuses: [400], tag },
  needs: 'comment.create',
  acceptsTokens: true,
  acceptsPanel: true,
  acceptsVisitors: true,
  resolve: (ctx, { id, ...args }) => createAttachment(ctx, id, args),
});

listOf('attachments', {
  type: AttachmentType,
  connection: connectionTypes('Attachment', 'attachments', 'An attachment'),
  description:
    'Files of an annotation and its replies, oldest first. Guests and visitors get those of public replies only. Files that are not ' +
    'uploaded yet are missing.',
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { path: '/annotations/:id/attachments', tag, errorStatuses: [403] },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  acceptsVisitors: true,
  list: (ctx, args, page) => listAttachments(ctx, args.id, page),
});

addMutation('deleteAttachment', {
  type: Deleted,
  description:
    'Permanently deletes a file of an annotation or a reply. A visitor deletes own files, for 15 minutes after the text was written.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    attachmentId: t.id({ required: true, description: 'UUID of a file in the thread.' }),
  })),
  rest: { method: 'DELETE', path: '/annotations/:id/attachments/:attachmentId', tag },
  needs: 'comment.change',
  acceptsTokens: true,
  acceptsPanel: true,
  acceptsVisitors: true,
  needsAlso: { right: 'comment.moderate', where: 'for files of others' },
  resolve: (ctx, args) => deleteAttachment(ctx, args.id, args.attachmentId),
});
