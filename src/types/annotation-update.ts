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

/** What a live subscriber is told of one change. */
export interface AnnotationUpdate {
  kind: AnnotationUpdateKind;
  /** For imported: the last of many. */
  annotation: Annotation;
  /** The reply, for comment_added and comment_updated. */
  comment: Comment | null;
  /** Its id, and that of a deleted one. */
  commentId: string | null;
  /** What the project says of readers at this moment: a stream ends when its reader has lost the right to it. */
  project: Pick<Project, 'publicFeedback' | 'allowedOrigins' | 'deletedAt'>;
}
