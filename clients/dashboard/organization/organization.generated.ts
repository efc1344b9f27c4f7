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

/** Action. */
export type AuditAction =
  /** The name or slug of the organization was changed. */
  | 'organization_changed'
  /** The organization was deleted. */
  | 'organization_deleted'
  /** An invitation was accepted. */
  | 'member_joined'
  /** A member's role was changed. */
  | 'member_role_changed'
  /** The projects of a member were changed. */
  | 'member_projects_changed'
  /** The e-mail address of a member's account was changed. */
  | 'member_email_changed'
  /** A member was removed. */
  | 'member_removed'
  /** A member left. */
  | 'member_left'
  /** A login of the OpenID provider was linked to a member's account. */
  | 'member_login_linked'
  /** The link of a member's account with the OpenID provider was ended. */
  | 'member_login_unlinked'
  /** The account of a member was erased. */
  | 'member_erased'
  /** An administrator of the installation exported the data of a member. */
  | 'member_exported'
  /** A person without an account was erased from the projects of the organization. */
  | 'visitor_erased'
  /** The data of a person without an account was exported. */
  | 'visitor_exported'
  /** A person was invited. */
  | 'invitation_created'
  /** An invitation was sent again, with a new link. */
  | 'invitation_resent'
  /** An invitation was revoked. */
  | 'invitation_revoked'
  /** A project token was created. */
  | 'access_token_created'
  /** The name, actions or projects of a project token were changed. */
  | 'access_token_changed'
  /** A project token was revoked. */
  | 'access_token_revoked'
  /** A project was created. */
  | 'project_created'
  /** The name, slug or settings of a project were changed. */
  | 'project_changed'
  /** A project was deleted. */
  | 'project_deleted'
  /** A project's key was rotated. */
  | 'project_key_rotated'
  /** An environment was created. */
  | 'environment_created'
  /** An environment was changed. */
  | 'environment_changed'
  /** An environment was deleted. */
  | 'environment_deleted'
  /** A snapshot was made the baseline of its page, without a review. */
  | 'baseline_accepted'
  /** The baselines of a page were moved to its new address. */
  | 'baselines_moved'
  /** An element was excluded from comparisons with baselines. */
  | 'ignore_rule_created'
  /** An excluded element is compared with baselines again. */
  | 'ignore_rule_deleted'
  /** Capture credentials of an environment were set or replaced. */
  | 'capture_credentials_set'
  /** Capture credentials of an environment were deleted, by a member or with a change of its address. */
  | 'capture_credentials_deleted'
  /** A guard of a resolved annotation was ended. */
  | 'guard_retired'
  /** A webhook was created. */
  | 'webhook_created'
  /** The URL, events, state or secret of a webhook were changed. */
  | 'webhook_changed'
  /** The service disabled a webhook: its receiver answered 410 Gone, or failed for five days. */
  | 'webhook_disabled'
  /** A webhook was deleted. */
  | 'webhook_deleted'
  /** An integration was created. */
  | 'integration_created'
  /** The location, name, events, state or credentials of an integration were changed. */
  | 'integration_changed'
  /** The service disabled an integration: its provider rejected it repeatedly, or failed for five days. */
  | 'integration_disabled'
  /** An integration was deleted. */
  | 'integration_deleted'
  /** The plan was changed, or a paid plan started, ended, was canceled or resumed. */
  | 'subscription_changed'
  /** An invoice was marked as paid. */
  | 'invoice_paid'
  /** An invoice was voided. */
  | 'invoice_voided';

export type OrganizationDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type OrganizationDetailQuery = { readonly organization: { readonly id: string, readonly name: string, readonly slug: string, readonly role: Role } | null };

export type UpdateOrganizationMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  slug?: string | null | undefined;
}>;


export type UpdateOrganizationMutation = { readonly updateOrganization: { readonly id: string, readonly name: string, readonly slug: string } };

export type DeleteOrganizationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteOrganizationMutation = { readonly deleteOrganization: { readonly id: string } };

export type RemoveMemberMutationVariables = Exact<{
  organizationId: string | number;
  memberId: string | number;
}>;


export type RemoveMemberMutation = { readonly removeMember: { readonly id: string } };

export type InvitationsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type InvitationsQuery = { readonly invitations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string, readonly role: Role, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly expiresAt: string, readonly mailedAt: string | null, readonly link: string | null }> } | null };

export type ResendInvitationMutationVariables = Exact<{
  organizationId: string | number;
  invitationId: string | number;
}>;


export type ResendInvitationMutation = { readonly resendInvitation: { readonly id: string, readonly expiresAt: string, readonly link: string | null } };

export type RevokeInvitationMutationVariables = Exact<{
  organizationId: string | number;
  invitationId: string | number;
}>;


export type RevokeInvitationMutation = { readonly revokeInvitation: { readonly id: string } };

export type AuditTrailQueryVariables = Exact<{
  organizationId: string | number;
  action?: AuditAction | null | undefined;
  actorId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditTrailQuery = { readonly auditTrail: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly action: AuditAction, readonly targetType: string, readonly targetName: string, readonly changes: Record<string, unknown>, readonly via: string | null, readonly ip: string, readonly userAgent: string | null, readonly createdAt: string, readonly actor: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ExportVisitorMutationVariables = Exact<{
  organizationId: string | number;
  email: string;
}>;


export type ExportVisitorMutation = { readonly exportVisitor: { readonly url: string, readonly expiresAt: string } };

export type EraseVisitorMutationVariables = Exact<{
  organizationId: string | number;
  email: string;
}>;


export type EraseVisitorMutation = { readonly eraseVisitor: { readonly annotations: number, readonly comments: number } };

export const OrganizationDetailDocument = "query OrganizationDetail($id:ID!){organization(id:$id){id name slug role}}" as unknown as TypedDocumentNode<OrganizationDetailQuery, OrganizationDetailQueryVariables>;

export const UpdateOrganizationDocument = "mutation UpdateOrganization($id:ID!$name:String$slug:String){updateOrganization(id:$id name:$name slug:$slug){id name slug}}" as unknown as TypedDocumentNode<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>;

export const DeleteOrganizationDocument = "mutation DeleteOrganization($id:ID!){deleteOrganization(id:$id){id}}" as unknown as TypedDocumentNode<DeleteOrganizationMutation, DeleteOrganizationMutationVariables>;

export const RemoveMemberDocument = "mutation RemoveMember($organizationId:ID!$memberId:ID!){removeMember(organizationId:$organizationId memberId:$memberId){id}}" as unknown as TypedDocumentNode<RemoveMemberMutation, RemoveMemberMutationVariables>;

export const InvitationsDocument = "query Invitations($organizationId:ID!){invitations(organizationId:$organizationId first:200){nodes{id email role allProjects projectIds expiresAt mailedAt link}}}" as unknown as TypedDocumentNode<InvitationsQuery, InvitationsQueryVariables>;

export const ResendInvitationDocument = "mutation ResendInvitation($organizationId:ID!$invitationId:ID!){resendInvitation(organizationId:$organizationId invitationId:$invitationId){id expiresAt link}}" as unknown as TypedDocumentNode<ResendInvitationMutation, ResendInvitationMutationVariables>;

export const RevokeInvitationDocument = "mutation RevokeInvitation($organizationId:ID!$invitationId:ID!){revokeInvitation(organizationId:$organizationId invitationId:$invitationId){id}}" as unknown as TypedDocumentNode<RevokeInvitationMutation, RevokeInvitationMutationVariables>;

export const AuditTrailDocument = "query AuditTrail($organizationId:ID!$action:AuditAction$actorId:ID$from:DateTime$to:DateTime$after:String){auditTrail(organizationId:$organizationId action:$action actorId:$actorId from:$from to:$to first:50 after:$after){nodes{id action targetType targetName changes actor{id name}via ip userAgent createdAt}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<AuditTrailQuery, AuditTrailQueryVariables>;

export const ExportVisitorDocument = "mutation ExportVisitor($organizationId:ID!$email:String!){exportVisitor(organizationId:$organizationId email:$email){url expiresAt}}" as unknown as TypedDocumentNode<ExportVisitorMutation, ExportVisitorMutationVariables>;

export const EraseVisitorDocument = "mutation EraseVisitor($organizationId:ID!$email:String!){eraseVisitor(organizationId:$organizationId email:$email){annotations comments}}" as unknown as TypedDocumentNode<EraseVisitorMutation, EraseVisitorMutationVariables>;
