// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AnnotationStatus =
  | 'open'
  | 'in_progress'
  | 'resolved';

export type AnnotationChangeKind =
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

export type PublicAnnotationChangedSubscriptionVariables = Exact<{
  key: string;
  url?: string | null | undefined;
}>;


export type PublicAnnotationChangedSubscription = { readonly publicAnnotationChanged: { readonly kind: AnnotationChangeKind, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly url: string, readonly position_x: number, readonly position_y: number, readonly metadata: Record<string, unknown>, readonly domFingerprint: Record<string, unknown>, readonly status: AnnotationStatus, readonly commentCount: number, readonly canReply: boolean, readonly createdAt: string, readonly updatedAt: string, readonly anchor: { readonly fingerprint: Record<string, unknown> | null, readonly wantedTexts: ReadonlyArray<string> }, readonly author: { readonly name: string | null }, readonly comments: ReadonlyArray<{ readonly id: string, readonly content: string, readonly byVisitor: boolean, readonly createdAt: string, readonly author: { readonly name: string | null } }> } } };
