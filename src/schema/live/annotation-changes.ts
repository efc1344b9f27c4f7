import { annotationChanges, publicAnnotationChanges } from '../../resolvers/addons/live/annotation-changes.ts';
import type { AnnotationUpdate, AnnotationUpdateKind } from '../../types/annotation-update.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { CommentType } from '../annotations/comment-type.ts';
import { PublicAnnotation } from '../annotations/public-annotations.ts';
import { builder } from '../builder.ts';
import { addSubscription } from '../define-operation.ts';
import { liveArgs } from './live-args.ts';

const AnnotationChangeKind = builder.enumType('AnnotationChangeKind', {
  description: 'Kind of change of an annotation.',
  values: {
    created: { description: 'The annotation was created, or became public.' },
    updated: { description: 'The text, status or assignee changed; for members, also that it became internal.' },
    resolved: { description: 'The status changed to resolved.' },
    rebound: { description: 'The pin was attached to another element.' },
    anchored: { description: 'Re-anchoring changed the anchor: the element was moved, lost or found again.' },
    deleted: { description: 'The annotation was deleted; for guests and visitors, also that it became internal.' },
    comment_added: { description: 'A reply was added.' },
    comment_updated: { description: 'The text of a reply changed.' },
    comment_deleted: { description: 'A reply was deleted.' },
    imported: { description: 'Many annotations were imported: reload the list.' },
  } as const satisfies Record<AnnotationUpdateKind, { description: string }>,
});

const kindDescription = 'Kind of change.';
const annotationDescription =
  'Current annotation; for imported, the last one of the import. Without content when it became internal.';

const AnnotationChange = builder.objectRef<AnnotationUpdate>('AnnotationChange').implement({
  description: 'A change of an annotation. Delivered at least once while connected.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AnnotationChangeKind, description: kindDescription }),
    annotation: t.expose('annotation', { type: AnnotationType, description: annotationDescription }),
    comment: t.expose('comment', {
      type: CommentType,
      nullable: true,
      description: 'Reply, for comment_added and comment_updated.',
    }),
    commentId: t.exposeID('commentId', {
      nullable: true,
      description: 'UUID of the reply, for comment_added, comment_updated and comment_deleted.',
    }),
  }),
});

const PublicAnnotationChange = builder.objectRef<AnnotationUpdate>('PublicAnnotationChange').implement({
  description: 'A change of an annotation as visible to visitors.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AnnotationChangeKind, description: kindDescription }),
    annotation: t.expose('annotation', { type: PublicAnnotation, description: annotationDescription }),
  }),
});

addSubscription('annotationChanged', {
  type: AnnotationChange,
  description:
    'Changes of the annotations of a project or an organization. Guests get those of public annotations and replies. The subscription ends ' +
    'when the access token expires.',
  args: liveArgs,
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  sharedExecution: true,
  subscribe: annotationChanges,
});

addSubscription('publicAnnotationChanged', {
  type: PublicAnnotationChange,
  description:
    'Changes of the public annotations of a project as visible to visitors. None while the ' +
    'project shows third parties no annotations; those of the tokens in x-visitor-token, read when the subscription ' +
    'starts, while it shows own ones. Browsers cannot send the header over WebSocket: use server-sent events.',
  args: builder.args((t) => ({
    projectKey: t.string({ required: true, description: 'Key or ID of the project.' }),
    url: t.string({ description: 'Only this page; URLs are compared as in the list of annotations.' }),
  })),
  throttle: 'project',
  sharedExecution: true,
  subscribe: publicAnnotationChanges,
});
