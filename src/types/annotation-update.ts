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
  /**
   * Current access settings. A stream ends when its subscriber loses access, and pauses while the
   * project shows visitors no annotations.
   */
  project: Pick<
    Project,
    'id' | 'organizationId' | 'publicFeedback' | 'allowedOrigins' | 'publicAnnotations' | 'deletedAt'
  >;
}

/** A change of an annotation as read from the database: for members above guest. */
export interface LoadedAnnotationUpdate extends AnnotationUpdate {
  /** The change as guests and third parties receive it; null if they do not. */
  outsiders: AnnotationUpdate | null;
}
