// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { AppRequestQuery, AppRequestQueryVariables, GrantableProjectsQuery, GrantableProjectsQueryVariables, AllowAppRequestMutation, AllowAppRequestMutationVariables, DenyAppRequestMutation, DenyAppRequestMutationVariables, ConnectedAppsQuery, ConnectedAppsQueryVariables, DisconnectAppMutation, DisconnectAppMutationVariables } from '../graphql-types.generated.ts';

export const AppRequestDocument = "query AppRequest($code:String!$isDevice:Boolean!){appRequest(code:$code isDevice:$isDevice){code clientId clientName isBuiltIn redirectHost presets{name actions}}}" as unknown as TypedDocumentNode<AppRequestQuery, AppRequestQueryVariables>;

export const GrantableProjectsDocument = "query GrantableProjects{me{id email memberships{organization{id name projects(first:500){nodes{id name}}}}}}" as unknown as TypedDocumentNode<GrantableProjectsQuery, GrantableProjectsQueryVariables>;

export const AllowAppRequestDocument = "mutation AllowAppRequest($code:String!$isDevice:Boolean!$actions:[String!]!$allProjects:Boolean$projectIds:[ID!]$expiresAt:DateTime!){allowAppRequest(code:$code isDevice:$isDevice actions:$actions allProjects:$allProjects projectIds:$projectIds expiresAt:$expiresAt){redirectTo}}" as unknown as TypedDocumentNode<AllowAppRequestMutation, AllowAppRequestMutationVariables>;

export const DenyAppRequestDocument = "mutation DenyAppRequest($code:String!$isDevice:Boolean!){denyAppRequest(code:$code isDevice:$isDevice){redirectTo}}" as unknown as TypedDocumentNode<DenyAppRequestMutation, DenyAppRequestMutationVariables>;

export const ConnectedAppsDocument = "query ConnectedApps{connectedApps(first:100){nodes{id name clientId redirectHost actions allProjects projectIds createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}}}" as unknown as TypedDocumentNode<ConnectedAppsQuery, ConnectedAppsQueryVariables>;

export const DisconnectAppDocument = "mutation DisconnectApp($id:ID!){disconnectApp(id:$id){id}}" as unknown as TypedDocumentNode<DisconnectAppMutation, DisconnectAppMutationVariables>;
