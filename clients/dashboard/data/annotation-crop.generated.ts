// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AnnotationCropFragment = { readonly id: string, readonly snapshotPins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly cropUrl: string | null }> } | null };
