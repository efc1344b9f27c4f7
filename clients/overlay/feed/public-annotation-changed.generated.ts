// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where the work on an annotation stands. Any status may follow any. */
export type AnnotationStatus =
  /** New. */
  | 'open'
  /** Somebody is at it. */
  | 'in_progress'
  /** Done. */
  | 'resolved';

/** What happened to an annotation. */
export type AnnotationChangeKind =
  /** It is new. */
  | 'created'
  /** Its text, status or assignee is another. */
  | 'updated'
  /** Its status has become resolved. */
  | 'resolved'
  /** It was attached to a new fingerprint. */
  | 'rebound'
  /** A sweep found its element elsewhere, or nowhere, or again. */
  | 'anchored'
  /** It is gone. */
  | 'deleted'
  /** It has a new reply. */
  | 'comment_added'
  /** The text of a reply is another. */
  | 'comment_updated'
  /** A reply is gone. */
  | 'comment_deleted'
  /** Many came at once: read the list again. */
  | 'imported';

export type PublicAnnotationChangedSubscriptionVariables = Exact<{
  key: string;
  url?: string | null | undefined;
}>;


export type PublicAnnotationChangedSubscription = { readonly publicAnnotationChanged: { readonly kind: AnnotationChangeKind, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly url: string, readonly position_x: number, readonly position_y: number, readonly metadata: Record<string, unknown>, readonly domFingerprint: Record<string, unknown>, readonly status: AnnotationStatus, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly anchor: { readonly fingerprint: Record<string, unknown> | null }, readonly author: { readonly name: string | null }, readonly comments: ReadonlyArray<{ readonly id: string, readonly content: string, readonly createdAt: string, readonly author: { readonly name: string | null } }> } } };
