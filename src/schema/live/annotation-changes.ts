import { annotationChanges, publicAnnotationChanges } from '../../resolvers/addons/live/annotation-changes.ts';
import type { AnnotationUpdate, AnnotationUpdateKind } from '../../types/annotation-update.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { CommentType } from '../annotations/comment-type.ts';
import { PublicAnnotation } from '../annotations/public-annotations.ts';
import { builder } from '../builder.ts';
import { idOf } from '../id-arguments.ts';
import { operation } from '../operation.ts';

const AnnotationChangeKind = builder.enumType('AnnotationChangeKind', {
  description: 'What happened to an annotation.',
  values: {
    created: { description: 'It is new.' },
    updated: { description: 'Its text, status or assignee is another.' },
    resolved: { description: 'Its status has become resolved.' },
    rebound: { description: 'It was attached to a new fingerprint.' },
    anchored: { description: 'A sweep found its element elsewhere, or nowhere, or again.' },
    deleted: { description: 'It is gone.' },
    comment_added: { description: 'It has a new reply.' },
    comment_updated: { description: 'The text of a reply is another.' },
    comment_deleted: { description: 'A reply is gone.' },
    imported: { description: 'Many came at once: read the list again.' },
  } as const satisfies Record<AnnotationUpdateKind, { description: string }>,
});

const kindDescription = 'What happened.';
const annotationDescription = 'The annotation as it is now; for imported, the last of many.';

const AnnotationChange = builder.objectRef<AnnotationUpdate>('AnnotationChange').implement({
  description:
    'One change of an annotation, as it happens. A change may be told twice, never not at all while connected.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AnnotationChangeKind, description: kindDescription }),
    annotation: t.expose('annotation', { type: AnnotationType, description: annotationDescription }),
    comment: t.expose('comment', {
      type: CommentType,
      nullable: true,
      description: 'The reply, for comment_added and comment_updated.',
    }),
    commentId: t.exposeID('commentId', {
      nullable: true,
      description: 'UUID of the reply, for comment_added, comment_updated and comment_deleted.',
    }),
  }),
});

const PublicAnnotationChange = builder.objectRef<AnnotationUpdate>('PublicAnnotationChange').implement({
  description: 'One change of an annotation, as visitors may see it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AnnotationChangeKind, description: kindDescription }),
    annotation: t.expose('annotation', { type: PublicAnnotation, description: annotationDescription }),
  }),
});

builder.subscriptionField('annotationChanged', (t) =>
  t.field({
    type: AnnotationChange,
    description: 'Changes of a project from now on. Authorised before it opens; it ends when the access token expires.',
    args: { projectId: t.arg.id(idOf('project')) },
    extensions: operation({ needs: 'annotation.read', throttle: 'api', sameForAll: true }),
    subscribe: (_root, args, ctx) => annotationChanges(ctx, args.projectId),
    resolve: (update) => update,
  }),
);

builder.subscriptionField('publicAnnotationChanged', (t) =>
  t.field({
    type: PublicAnnotationChange,
    description: 'Changes from now on that visitors may see.',
    args: {
      projectKey: t.arg.string({ required: true, description: 'Key or id of the project.' }),
      url: t.arg.string({ description: 'Only of this page; compared as for the list of annotations.' }),
    },
    extensions: operation({ throttle: 'project', sameForAll: true }),
    subscribe: (_root, args, ctx) => publicAnnotationChanges(ctx, args),
    resolve: (update) => update,
  }),
);
