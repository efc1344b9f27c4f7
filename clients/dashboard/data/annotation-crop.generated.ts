// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** State of an annotation's element in one environment and viewport. */
export type FixState =
  /** It looks as it did when it was captured first, or does so again. */
  | 'as_reported'
  /** It changed, and nobody has accepted the change. */
  | 'changed'
  /** It has the accepted look. */
  | 'accepted'
  /** It is not on the page any more, and nobody has accepted that. */
  | 'gone'
  /** No deployment could tell. */
  | 'unknown';

export type AnnotationCropFragment = { readonly id: string, readonly sentPicture: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null };

export type AnnotationFixesFragment = { readonly id: string, readonly fixes: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> };
