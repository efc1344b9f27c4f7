// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { ShellQuery, ShellQueryVariables, RequestEmailVerificationMutation, RequestEmailVerificationMutationVariables, ProjectsQuery, ProjectsQueryVariables, MembersQuery, MembersQueryVariables, CreateProjectMutation, CreateProjectMutationVariables, ProjectOrganizationQuery, ProjectOrganizationQueryVariables } from '../graphql-types.generated.ts';

export const ShellDocument = "query Shell{me{id name email emailVerifiedAt isInstallationAdministrator memberships{organization{id name viewerActions viewerRole}}}loginOptions{sendsMail}}" as unknown as TypedDocumentNode<ShellQuery, ShellQueryVariables>;

export const RequestEmailVerificationDocument = "mutation RequestEmailVerification{requestEmailVerification{accepted}}" as unknown as TypedDocumentNode<RequestEmailVerificationMutation, RequestEmailVerificationMutationVariables>;

export const ProjectsDocument = "query Projects($organizationId:ID!){projects(organizationId:$organizationId first:500){nodes{id name projectKey organizationId}}}" as unknown as TypedDocumentNode<ProjectsQuery, ProjectsQueryVariables>;

export const MembersDocument = "query Members($organizationId:ID!){members(organizationId:$organizationId first:500){nodes{id userId name role}}serviceAccounts(organizationId:$organizationId first:500){nodes{id name}}}" as unknown as TypedDocumentNode<MembersQuery, MembersQueryVariables>;

export const CreateProjectDocument = "mutation CreateProject($organizationId:ID!$name:String!){createProject(organizationId:$organizationId name:$name){id name}}" as unknown as TypedDocumentNode<CreateProjectMutation, CreateProjectMutationVariables>;

export const ProjectOrganizationDocument = "query ProjectOrganization($projectId:ID!){project(id:$projectId){id name organizationId}}" as unknown as TypedDocumentNode<ProjectOrganizationQuery, ProjectOrganizationQueryVariables>;
