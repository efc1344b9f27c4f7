// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { OrganizationDetailQuery, OrganizationDetailQueryVariables, UpdateOrganizationMutation, UpdateOrganizationMutationVariables, DeleteOrganizationMutation, DeleteOrganizationMutationVariables, RemoveMemberMutation, RemoveMemberMutationVariables, InvitationsQuery, InvitationsQueryVariables, ResendInvitationMutation, ResendInvitationMutationVariables, RevokeInvitationMutation, RevokeInvitationMutationVariables, AuditTrailQuery, AuditTrailQueryVariables, ExportVisitorMutation, ExportVisitorMutationVariables, EraseVisitorMutation, EraseVisitorMutationVariables } from '../graphql-types.generated.ts';

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
