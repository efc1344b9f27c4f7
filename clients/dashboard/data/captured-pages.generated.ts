// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CapturedPagesQueryVariables = Exact<{
  projectId: string | number;
}>;


export type CapturedPagesQuery = { readonly pages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly urls: ReadonlyArray<string> }> } | null };

export const CapturedPagesDocument = "query CapturedPages($projectId:ID!){pages(projectId:$projectId first:500){nodes{id path urls}}}" as unknown as TypedDocumentNode<CapturedPagesQuery, CapturedPagesQueryVariables>;
