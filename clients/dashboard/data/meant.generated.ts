// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type MeantFragment = { readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly point: { readonly x: number, readonly y: number } | null };
