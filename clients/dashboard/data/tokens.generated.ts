// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Role of a member in an organization. Each role but guest includes the rights of viewer. */
export type Role =
  /** All rights: also manages billing and admins, and deletes the organization. */
  | 'owner'
  /** Also manages members, projects, environments, webhooks and integrations, deletes replies of others, and reads the audit trail and usage. */
  | 'admin'
  /** Also creates, imports, changes and deletes annotations, writes replies, and creates, compares and deletes snapshots. */
  | 'editor'
  /** Read access. */
  | 'viewer'
  /** For clients: reads the threads of listed projects, and writes annotations and replies there. Sees names, but no e-mail addresses, diagnostics, snapshots, activity or members. Does not count as a member of the plan. */
  | 'guest';

/** Named list of actions of an access token. */
export type AccessTokenPreset =
  /** Reads projects, annotations, snapshots and activity. Actions: organization.read, project.read, annotation.read, snapshot.read, activity.read. */
  | 'read'
  /** Also writes annotations and replies. Actions: organization.read, project.read, annotation.read, snapshot.read, activity.read, annotation.create, comment.create, comment.change. */
  | 'comment'
  /** Also reads diagnostics, and changes, assigns and resolves annotations. Actions: organization.read, project.read, annotation.read, snapshot.read, activity.read, annotation.create, comment.create, comment.change, diagnostics.read, annotation.change, snapshot.create. */
  | 'fix'
  /** Reads as `read` does, with diagnostics, creates and compares snapshots, and starts deployments. Actions: organization.read, project.read, annotation.read, snapshot.read, activity.read, diagnostics.read, snapshot.create, snapshot.compare, deployment.create. */
  | 'ci';

/** Role of a project token. */
export type ProjectTokenRole =
  /** The rights of an editor. */
  | 'editor'
  /** Read access. */
  | 'viewer';

export type TokenFieldsFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly role: Role | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null };

export type PersonalTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type PersonalTokensQuery = { readonly personalTokens: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly role: Role | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null }> } | null };

export type ProjectTokensQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type ProjectTokensQuery = { readonly projectTokens: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly role: Role | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null }> } | null };

export type CreatePersonalTokenMutationVariables = Exact<{
  name: string;
  preset: AccessTokenPreset;
  expiresAt: string;
}>;


export type CreatePersonalTokenMutation = { readonly createPersonalToken: { readonly token: string | null, readonly id: string, readonly name: string, readonly prefix: string, readonly role: Role | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null } };

export type CreateProjectTokenMutationVariables = Exact<{
  organizationId: string | number;
  projectIds: ReadonlyArray<string | number> | string | number;
  role: ProjectTokenRole;
  name: string;
  preset: AccessTokenPreset;
  expiresAt: string;
}>;


export type CreateProjectTokenMutation = { readonly createProjectToken: { readonly token: string | null, readonly id: string, readonly name: string, readonly prefix: string, readonly role: Role | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null } };

export type RevokePersonalTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokePersonalTokenMutation = { readonly revokePersonalToken: { readonly id: string } };

export type RevokeProjectTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeProjectTokenMutation = { readonly revokeProjectToken: { readonly id: string } };

export const PersonalTokensDocument = "query PersonalTokens{personalTokens(first:100){nodes{...TokenFields}}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<PersonalTokensQuery, PersonalTokensQueryVariables>;

export const ProjectTokensDocument = "query ProjectTokens($organizationId:ID!){projectTokens(organizationId:$organizationId first:100){nodes{...TokenFields}}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<ProjectTokensQuery, ProjectTokensQueryVariables>;

export const CreatePersonalTokenDocument = "mutation CreatePersonalToken($name:String!$preset:AccessTokenPreset!$expiresAt:DateTime!){createPersonalToken(name:$name preset:$preset allProjects:true expiresAt:$expiresAt){...TokenFields token}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<CreatePersonalTokenMutation, CreatePersonalTokenMutationVariables>;

export const CreateProjectTokenDocument = "mutation CreateProjectToken($organizationId:ID!$projectIds:[ID!]!$role:ProjectTokenRole!$name:String!$preset:AccessTokenPreset!$expiresAt:DateTime!){createProjectToken(organizationId:$organizationId projectIds:$projectIds role:$role name:$name preset:$preset expiresAt:$expiresAt){...TokenFields token}}fragment TokenFields on AccessToken{id name prefix role actions allProjects projectIds createdAt expiresAt revokedAt lastUsedAt lastUsedNetwork lastUsedClient}" as unknown as TypedDocumentNode<CreateProjectTokenMutation, CreateProjectTokenMutationVariables>;

export const RevokePersonalTokenDocument = "mutation RevokePersonalToken($id:ID!){revokePersonalToken(id:$id){id}}" as unknown as TypedDocumentNode<RevokePersonalTokenMutation, RevokePersonalTokenMutationVariables>;

export const RevokeProjectTokenDocument = "mutation RevokeProjectToken($id:ID!){revokeProjectToken(id:$id){id}}" as unknown as TypedDocumentNode<RevokeProjectTokenMutation, RevokeProjectTokenMutationVariables>;
