import { builder } from '../builder.ts';
import { Author } from './annotation-shared-types.ts';

/** Readable by whoever may read its annotation. */
export const CommentType = builder.prismaObject('Comment', {
  description: "A reply in an annotation's thread.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    annotationId: t.exposeID('annotationId', { description: 'The annotation whose thread it is in.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description:
        'The reply that this one answers. When that is deleted, this one answers what that had answered: another reply, or null.',
    }),
    content: t.exposeString('content', { description: 'Plain text, at most 10 000 characters.' }),
    author: t.field({ type: Author, description: 'Who wrote it.', resolve: (comment) => comment }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its text was last changed; until then, when it was written.',
    }),
  }),
});

export const CommentEdge = builder.edgeObject({
  type: CommentType,
  name: 'CommentEdge',
  description: 'A reply in a list.',
});
export const CommentConnection = builder.connectionObject(
  { type: CommentType, name: 'CommentConnection', description: 'A page of replies.' },
  CommentEdge,
);
