// Written by `npm run generate`.
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

/** Origin of an annotation. */
export type AnnotationSource =
  /** Created by a member over the API. */
  | 'api'
  /** Created in the overlay by a visitor or a member. */
  | 'overlay'
  /** Imported from another tool. */
  | 'import';

/** Readers of an annotation or a reply. */
export type Visibility =
  /** Everyone who can read the project, guests and visitors included. */
  | 'public'
  /** Members above guest, and webhooks and integrations with `includeInternal`. */
  | 'internal';

/** State of the connection between pin and element. */
export type AnchorState =
  /** The pin is on its original element. */
  | 'bound'
  /** Re-anchoring found `candidates`; a person must choose one (rebind). */
  | 'moved'
  /** The pin was attached to another element. */
  | 'rebound'
  /** Re-anchoring did not find the element. */
  | 'orphaned';

/** Reason why an annotation is resolved. */
export type AnnotationResolution =
  /** The requested change was made. Resolving without a resolution means this. */
  | 'fixed'
  /** The requested change will not be made. */
  | 'declined'
  /** Another annotation requests the same. */
  | 'duplicate';

/** Urgency of an annotation, most urgent first. */
export type AnnotationPriority =
  /** Before everything else. */
  | 'urgent'
  /** Before normal ones. */
  | 'high'
  /** New annotations. */
  | 'normal'
  /** After all others. */
  | 'low';

export type AnnotationRowFragment = { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null };
