// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Status of the work on an annotation. Every transition is allowed. */
export type AnnotationStatus =
  /** New. */
  | 'open'
  /** In progress. */
  | 'in_progress'
  /** Done. */
  | 'resolved';

/** Kind of change of an annotation. */
export type AnnotationChangeKind =
  /** The annotation was created, or became public. */
  | 'created'
  /** The text, status or assignee changed; for members, also that it became internal. */
  | 'updated'
  /** The status changed to resolved. */
  | 'resolved'
  /** The pin was attached to another element. */
  | 'rebound'
  /** Re-anchoring changed the anchor: the element was moved, lost or found again. */
  | 'anchored'
  /** The annotation was deleted; for guests and visitors, also that it became internal. */
  | 'deleted'
  /** A reply was added. */
  | 'comment_added'
  /** The text of a reply changed. */
  | 'comment_updated'
  /** A reply was deleted. */
  | 'comment_deleted'
  /** Many annotations were imported: reload the list. */
  | 'imported';

export type PublicAnnotationChangedSubscriptionVariables = Exact<{
  key: string;
  url?: string | null | undefined;
}>;


export type PublicAnnotationChangedSubscription = { readonly publicAnnotationChanged: { readonly kind: AnnotationChangeKind, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly url: string, readonly position_x: number, readonly position_y: number, readonly metadata: Record<string, unknown>, readonly domFingerprint: Record<string, unknown>, readonly status: AnnotationStatus, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly anchor: { readonly fingerprint: Record<string, unknown> | null, readonly wantedTexts: ReadonlyArray<string> }, readonly author: { readonly name: string | null }, readonly comments: ReadonlyArray<{ readonly id: string, readonly content: string, readonly byVisitor: boolean, readonly createdAt: string, readonly author: { readonly name: string | null } }> } } };
