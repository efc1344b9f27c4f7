import { visibilityOf } from '../../resolvers/core/annotations/visibility.ts';
import { attachmentsOf } from '../../resolvers/core/attachments/list-attachments.ts';
import { AttachmentType } from '../attachments/attachment-type.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { NodeInterface } from '../node.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { connectionOf } from '../related.ts';
import { VIA } from '../via.ts';
import { Author, VisibilityEnum } from './annotation-shared-types.ts';

/** Readable by the readers of its annotation. */
export const CommentType = builder.prismaObject('Comment', {
  interfaces: [NodeInterface],
  description: "A reply in an annotation's thread.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    annotationId: t.exposeID('annotationId', { description: 'Annotation of the thread.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Parent reply. When the parent is deleted, its own parent takes over: another reply, or null.',
    }),
    content: t.exposeString('content', { description: 'Plain text, at most 10 000 characters.' }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Readers of the reply, set when it is written.',
      resolve: visibilityOf,
    }),
    mentions: t.idList({
      description: 'User IDs of members whom the text mentions.',
      extensions: maxItems(50),
      resolve: ({ mentions }) => mentions ?? [],
    }),
    author: t.field({ type: Author, description: 'Author.', resolve: (comment) => comment }),
    byVisitor: t.boolean({
      description: 'Whether the visitor who wrote the annotation wrote the reply.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ byVisitor }) => byVisitor ?? false,
    }),
    byOtherVisitor: t.boolean({
      description: 'Whether another visitor wrote the reply. The name is not verified.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ byOtherVisitor }) => byOtherVisitor ?? false,
    }),
    attachments: t.field({
      type: [AttachmentType],
      description: 'Files of the reply, oldest first, at most 10.',
      resolve: ({ annotationId, id: commentId }, _args, ctx) => attachmentsOf(ctx, { annotationId, commentId }),
      extensions: { ...GRAPHQL_ONLY, ...maxItems(10) },
    }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change of the text; initially the creation time.',
    }),
  }),
});

export const COMMENTS = connectionOf(CommentType, 'Comment', 'replies', 'A reply');
