// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { GuardsQuery, GuardsQueryVariables, RetireGuardMutation, RetireGuardMutationVariables } from '../graphql-types.generated.ts';

export const GuardsDocument = "query Guards($projectId:ID!$state:GuardState$after:String){guards(projectId:$projectId state:$state first:50 after:$after){nodes{...GuardFields annotation{id number content}}pageInfo{hasNextPage endCursor}}}fragment GuardFields on Guard{id annotationId environmentId url viewport{width}state isPaused reportedUrl acceptedUrl checkedAt reason}" as unknown as TypedDocumentNode<GuardsQuery, GuardsQueryVariables>;

export const RetireGuardDocument = "mutation RetireGuard($id:ID!$reason:String!){retireGuard(id:$id reason:$reason){...GuardFields}}fragment GuardFields on Guard{id annotationId environmentId url viewport{width}state isPaused reportedUrl acceptedUrl checkedAt reason}" as unknown as TypedDocumentNode<RetireGuardMutation, RetireGuardMutationVariables>;
