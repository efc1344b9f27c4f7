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

export type MemberSettingsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type MemberSettingsQuery = { readonly members: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly userId: string, readonly name: string, readonly email: string, readonly role: Role, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string }> } | null };

export type ChangeMemberMutationVariables = Exact<{
  organizationId: string | number;
  memberId: string | number;
  role: Role;
  allProjects?: boolean | null | undefined;
  projectIds?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type ChangeMemberMutation = { readonly changeMemberRole: { readonly id: string, readonly role: Role, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string> } };

export type CreateInvitationMutationVariables = Exact<{
  organizationId: string | number;
  email: string;
  role: Role;
  allProjects?: boolean | null | undefined;
  projectIds?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type CreateInvitationMutation = { readonly createInvitation: { readonly id: string, readonly email: string, readonly link: string | null } };

export const MemberSettingsDocument = "query MemberSettings($organizationId:ID!){members(organizationId:$organizationId first:500){nodes{id userId name email role allProjects projectIds createdAt}}}" as unknown as TypedDocumentNode<MemberSettingsQuery, MemberSettingsQueryVariables>;

export const ChangeMemberDocument = "mutation ChangeMember($organizationId:ID!$memberId:ID!$role:Role!$allProjects:Boolean$projectIds:[ID!]){changeMemberRole(organizationId:$organizationId memberId:$memberId role:$role allProjects:$allProjects projectIds:$projectIds){id role allProjects projectIds}}" as unknown as TypedDocumentNode<ChangeMemberMutation, ChangeMemberMutationVariables>;

export const CreateInvitationDocument = "mutation CreateInvitation($organizationId:ID!$email:String!$role:Role!$allProjects:Boolean$projectIds:[ID!]){createInvitation(organizationId:$organizationId email:$email role:$role allProjects:$allProjects projectIds:$projectIds){id email link}}" as unknown as TypedDocumentNode<CreateInvitationMutation, CreateInvitationMutationVariables>;
