// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { MemberSettingsQuery, MemberSettingsQueryVariables, ChangeMemberMutation, ChangeMemberMutationVariables, CreateInvitationMutation, CreateInvitationMutationVariables } from '../graphql-types.generated.ts';

export const MemberSettingsDocument = "query MemberSettings($organizationId:ID!){members(organizationId:$organizationId first:500){nodes{id userId name email role allProjects projectIds createdAt}}}" as unknown as TypedDocumentNode<MemberSettingsQuery, MemberSettingsQueryVariables>;

export const ChangeMemberDocument = "mutation ChangeMember($organizationId:ID!$memberId:ID!$role:Role!$allProjects:Boolean$projectIds:[ID!]){changeMemberRole(organizationId:$organizationId memberId:$memberId role:$role allProjects:$allProjects projectIds:$projectIds){id role allProjects projectIds}}" as unknown as TypedDocumentNode<ChangeMemberMutation, ChangeMemberMutationVariables>;

export const CreateInvitationDocument = "mutation CreateInvitation($organizationId:ID!$email:String!$role:Role!$allProjects:Boolean$projectIds:[ID!]){createInvitation(organizationId:$organizationId email:$email role:$role allProjects:$allProjects projectIds:$projectIds){id email link}}" as unknown as TypedDocumentNode<CreateInvitationMutation, CreateInvitationMutationVariables>;
