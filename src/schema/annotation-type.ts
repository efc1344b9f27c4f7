import { Anchor, AnnotationSourceEnum, AnnotationStatusEnum, Author } from './annotation-parts.ts';
import { builder } from './builder.ts';
import { CommentType } from './comment-type.ts';
import { assertRowCursors } from './connection.ts';
import { GRAPHQL_ONLY } from './operation.ts';
import { UserType } from './organizations.ts';
import { ProjectType } from './projects.ts';

/** Readable by the members of the project's organization. */
export const AnnotationType = builder.prismaObject('Annotation', {
  description: 'A piece of feedback, pinned to an element or a position of a page.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    number: t.exposeInt('number', { description: '1, 2, 3 … within the project.' }),
    projectId: t.exposeID('projectId', { description: 'The project it belongs to.' }),
    content: t.exposeString('content', { description: 'The feedback, plain text, at most 10 000 characters.' }),
    url: t.exposeString('url', { description: 'The page, as it was sent.' }),
    position_x: t.exposeFloat('positionX', { description: 'Horizontal place on the page, CSS pixels.' }),
    position_y: t.exposeFloat('positionY', { description: 'Vertical place on the page, CSS pixels.' }),
    metadata: t.expose('metadata', { type: 'JSONObject', description: 'The element at the time of writing.' }),
    domFingerprint: t.expose('domFingerprint', {
      type: 'JSONObject',
      description: 'selector, xpath and text that the element is found again by.',
    }),
    status: t.expose('status', { type: AnnotationStatusEnum, description: 'Where the work on it stands.' }),
    assigneeId: t.exposeID('assigneeId', { nullable: true, description: 'The member it is assigned to.' }),
    author: t.field({ type: Author, description: 'Who wrote it.', resolve: (annotation) => annotation }),
    source: t.expose('source', { type: AnnotationSourceEnum, description: 'How it came in.' }),
    environmentId: t.exposeID('environmentId', { nullable: true, description: 'The environment whose url matches.' }),
    anchor: t.field({
      type: Anchor,
      description: 'How the pin holds to its element.',
      resolve: (annotation) => annotation,
    }),
    screenshotUrl: t.exposeString('screenshotUrl', { nullable: true, description: 'A picture, when there is one.' }),
    commentCount: t.exposeInt('commentCount', { description: 'Replies in its thread.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it, or its thread, last changed.' }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was resolved.' }),
    assignee: t.relation('assignee', {
      type: UserType,
      nullable: true,
      description: 'The member it is assigned to.',
      extensions: GRAPHQL_ONLY,
    }),
    project: t.relation('project', {
      type: ProjectType,
      description: 'The project it belongs to.',
      extensions: GRAPHQL_ONLY,
    }),
    comments: t.relatedConnection(
      'comments',
      {
        type: CommentType,
        cursor: 'id',
        description: 'The replies in its thread, oldest first.',
        query: (args) => {
          assertRowCursors(args);
          return { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] };
        },
        defaultSize: 100,
        maxSize: 500,
        extensions: GRAPHQL_ONLY,
      },
      { name: 'AnnotationCommentsConnection', description: 'A page of replies.' },
      { name: 'AnnotationCommentsEdge', description: 'A reply in a list.' },
    ),
  }),
});
