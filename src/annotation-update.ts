import type { Annotation, Comment, Project } from './generated/prisma/client.ts';

export type AnnotationUpdateKind =
  | 'created'
  | 'updated'
  | 'resolved'
  | 'rebound'
  | 'anchored'
  | 'deleted'
  | 'comment_added'
  | 'imported';

/** What a live subscriber is told of one change. */
export interface AnnotationUpdate {
  kind: AnnotationUpdateKind;
  /** For imported: the last of many. */
  annotation: Annotation;
  /** The reply, for comment_added. */
  comment: Comment | null;
  /** What the project says of readers at this moment: a stream ends when its reader has lost the right to it. */
  project: Pick<Project, 'publicFeedback' | 'allowedOrigins' | 'deletedAt'>;
}
