// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { PersonalTokensQuery, PersonalTokensQueryVariables, ProjectTokensQuery, ProjectTokensQueryVariables, CreatePersonalTokenMutation, CreatePersonalTokenMutationVariables, CreateProjectTokenMutation, CreateProjectTokenMutationVariables, RevokePersonalTokenMutation, RevokePersonalTokenMutationVariables, RevokeProjectTokenMutation, RevokeProjectTokenMutationVariables } from '../graphql-types.generated.ts';

export const PersonalTokensDocument = "query PersonalTokens{personalTokens(first:100){nodes{...TokenFields}}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds pipeline{repository refs}createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<PersonalTokensQuery, PersonalTokensQueryVariables>;

export const ProjectTokensDocument = "query ProjectTokens($organizationId:ID!){projectTokens(organizationId:$organizationId first:100){nodes{...TokenFields}}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds pipeline{repository refs}createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<ProjectTokensQuery, ProjectTokensQueryVariables>;

export const CreatePersonalTokenDocument = "mutation CreatePersonalToken($name:String!$preset:AccessTokenPreset!$expiresAt:DateTime!){createPersonalToken(name:$name preset:$preset allProjects:true expiresAt:$expiresAt){...TokenFields token}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds pipeline{repository refs}createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<CreatePersonalTokenMutation, CreatePersonalTokenMutationVariables>;

export const CreateProjectTokenDocument = "mutation CreateProjectToken($organizationId:ID!$projectIds:[ID!]!$role:ProjectTokenRole!$name:String!$preset:AccessTokenPreset!$expiresAt:DateTime!$pipeline:PipelineInput){createProjectToken(organizationId:$organizationId projectIds:$projectIds role:$role name:$name preset:$preset expiresAt:$expiresAt pipeline:$pipeline){...TokenFields token}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds pipeline{repository refs}createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<CreateProjectTokenMutation, CreateProjectTokenMutationVariables>;

export const RevokePersonalTokenDocument = "mutation RevokePersonalToken($id:ID!){revokePersonalToken(id:$id){id}}" as unknown as TypedDocumentNode<RevokePersonalTokenMutation, RevokePersonalTokenMutationVariables>;

export const RevokeProjectTokenDocument = "mutation RevokeProjectToken($id:ID!){revokeProjectToken(id:$id){id}}" as unknown as TypedDocumentNode<RevokeProjectTokenMutation, RevokeProjectTokenMutationVariables>;
