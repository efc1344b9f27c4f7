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

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { readonly me: { readonly id: string, readonly name: string, readonly email: string, readonly isInstallationAdministrator: boolean, readonly memberships: ReadonlyArray<{ readonly organization: { readonly id: string, readonly name: string, readonly viewerActions: ReadonlyArray<string> | null, readonly viewerRole: Role | null } }> } | null };

export type ProjectsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type ProjectsQuery = { readonly projects: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly projectKey: string, readonly organizationId: string }> } | null };

export type MembersQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type MembersQuery = { readonly members: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly userId: string, readonly name: string, readonly role: Role }> } | null };

export type CreateProjectMutationVariables = Exact<{
  organizationId: string | number;
  name: string;
}>;


export type CreateProjectMutation = { readonly createProject: { readonly id: string, readonly name: string } };

export type ProjectOrganizationQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectOrganizationQuery = { readonly project: { readonly id: string, readonly name: string, readonly organizationId: string } | null };

export const ShellDocument = "query Shell{me{id name email isInstallationAdministrator memberships{organization{id name viewerActions viewerRole}}}}" as unknown as TypedDocumentNode<ShellQuery, ShellQueryVariables>;

export const ProjectsDocument = "query Projects($organizationId:ID!){projects(organizationId:$organizationId first:500){nodes{id name projectKey organizationId}}}" as unknown as TypedDocumentNode<ProjectsQuery, ProjectsQueryVariables>;

export const MembersDocument = "query Members($organizationId:ID!){members(organizationId:$organizationId first:500){nodes{id userId name role}}}" as unknown as TypedDocumentNode<MembersQuery, MembersQueryVariables>;

export const CreateProjectDocument = "mutation CreateProject($organizationId:ID!$name:String!){createProject(organizationId:$organizationId name:$name){id name}}" as unknown as TypedDocumentNode<CreateProjectMutation, CreateProjectMutationVariables>;

export const ProjectOrganizationDocument = "query ProjectOrganization($projectId:ID!){project(id:$projectId){id name organizationId}}" as unknown as TypedDocumentNode<ProjectOrganizationQuery, ProjectOrganizationQueryVariables>;
