import type { Annotation, Comment, Project } from '../generated/prisma/client.ts';

export type AnnotationUpdateKind =
  | 'created'
  | 'updated'
  | 'resolved'
  | 'rebound'
  | 'anchored'
  | 'deleted'
  | 'comment_added'
  | 'comment_updated'
  | 'comment_deleted'
  | 'imported';

/** A change of an annotation, for subscribers. */
export interface AnnotationUpdate {
  kind: AnnotationUpdateKind;
  /** For `imported`, the last one. */
  annotation: Annotation;
  /** The reply, for `comment_added` and `comment_updated`. */
  comment: Comment | null;
  /** Id of the reply, also of a deleted one. */
  commentId: string | null;
  /** Current access settings; a stream ends when its subscriber loses access. */
  project: Pick<Project, 'publicFeedback' | 'allowedOrigins' | 'deletedAt'>;
}
