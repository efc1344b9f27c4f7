// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** State of a guard. */
export type GuardState =
  /** Each deployment compares the element with the accepted look. */
  | 'active'
  /** The reported look came back, which reopened the annotation. */
  | 'returned'
  /** Somebody ended it. */
  | 'retired';

export type GuardFieldsFragment = { readonly id: string, readonly annotationId: string, readonly environmentId: string, readonly url: string, readonly state: GuardState, readonly isPaused: boolean, readonly reportedUrl: string | null, readonly acceptedUrl: string | null, readonly checkedAt: string, readonly reason: string | null, readonly viewport: { readonly width: number } };

export type GuardsQueryVariables = Exact<{
  projectId: string | number;
  state?: GuardState | null | undefined;
  after?: string | null | undefined;
}>;


export type GuardsQuery = { readonly guards: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly annotationId: string, readonly environmentId: string, readonly url: string, readonly state: GuardState, readonly isPaused: boolean, readonly reportedUrl: string | null, readonly acceptedUrl: string | null, readonly checkedAt: string, readonly reason: string | null, readonly annotation: { readonly id: string, readonly number: number, readonly content: string } | null, readonly viewport: { readonly width: number } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RetireGuardMutationVariables = Exact<{
  id: string | number;
  reason: string;
}>;


export type RetireGuardMutation = { readonly retireGuard: { readonly id: string, readonly annotationId: string, readonly environmentId: string, readonly url: string, readonly state: GuardState, readonly isPaused: boolean, readonly reportedUrl: string | null, readonly acceptedUrl: string | null, readonly checkedAt: string, readonly reason: string | null, readonly viewport: { readonly width: number } } };

export const GuardsDocument = "query Guards($projectId:ID!$state:GuardState$after:String){guards(projectId:$projectId state:$state first:50 after:$after){nodes{...GuardFields annotation{id number content}}pageInfo{hasNextPage endCursor}}}fragment GuardFields on Guard{id annotationId environmentId url viewport{width}state isPaused reportedUrl acceptedUrl checkedAt reason}" as unknown as TypedDocumentNode<GuardsQuery, GuardsQueryVariables>;

export const RetireGuardDocument = "mutation RetireGuard($id:ID!$reason:String!){retireGuard(id:$id reason:$reason){...GuardFields}}fragment GuardFields on Guard{id annotationId environmentId url viewport{width}state isPaused reportedUrl acceptedUrl checkedAt reason}" as unknown as TypedDocumentNode<RetireGuardMutation, RetireGuardMutationVariables>;
