// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { InstallationOverviewQuery, InstallationOverviewQueryVariables, InstallationChecksQuery, InstallationChecksQueryVariables, InstallationUsersQuery, InstallationUsersQueryVariables, ExportUserMutation, ExportUserMutationVariables, EraseUserMutation, EraseUserMutationVariables, InstallationOrganizationsQuery, InstallationOrganizationsQueryVariables, MailRecordsQuery, MailRecordsQueryVariables, FailedJobsQuery, FailedJobsQueryVariables } from '../graphql-types.generated.ts';

export const InstallationOverviewDocument = "query InstallationOverview{installation{version nodeVersion postgresVersion users organizations projects storedBytes databaseBytes pendingBackfills browser browserReleasedAt isBrowserOutdated}}" as unknown as TypedDocumentNode<InstallationOverviewQuery, InstallationOverviewQueryVariables>;

export const InstallationChecksDocument = "query InstallationChecks($part:InstallationPart){installationChecks(part:$part){part state message}}" as unknown as TypedDocumentNode<InstallationChecksQuery, InstallationChecksQueryVariables>;

export const InstallationUsersDocument = "query InstallationUsers($text:String$after:String){installationUsers(text:$text first:50 after:$after){nodes{id name email emailVerifiedAt administratorSince createdAt lastSeenAt organizations}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<InstallationUsersQuery, InstallationUsersQueryVariables>;

export const ExportUserDocument = "mutation ExportUser($id:ID!){exportUser(id:$id){url expiresAt}}" as unknown as TypedDocumentNode<ExportUserMutation, ExportUserMutationVariables>;

export const EraseUserDocument = "mutation EraseUser($id:ID!){eraseUser(id:$id){annotations}}" as unknown as TypedDocumentNode<EraseUserMutation, EraseUserMutationVariables>;

export const InstallationOrganizationsDocument = "query InstallationOrganizations($text:String$after:String){installationOrganizations(text:$text first:50 after:$after){nodes{id name slug createdAt members projects storedBytes}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<InstallationOrganizationsQuery, InstallationOrganizationsQueryVariables>;

export const MailRecordsDocument = "query MailRecords($recipient:String$failed:Boolean$after:String){mailRecords(recipient:$recipient failed:$failed first:50 after:$after){nodes{id recipient subject error createdAt}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<MailRecordsQuery, MailRecordsQueryVariables>;

export const FailedJobsDocument = "query FailedJobs($after:String){failedJobs(first:50 after:$after){nodes{id kind subject error createdAt}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<FailedJobsQuery, FailedJobsQueryVariables>;
