// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Kind of a failed job. */
export type FailedJobKind =
  /** The capture of a snapshot. */
  | 'capture'
  /** A delivery to a webhook or an integration. */
  | 'delivery';

export type InstallationOverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationOverviewQuery = { readonly installation: { readonly version: string, readonly nodeVersion: string, readonly postgresVersion: string, readonly users: number, readonly organizations: number, readonly projects: number, readonly storedBytes: number, readonly databaseBytes: number, readonly pendingBackfills: ReadonlyArray<string>, readonly browser: string | null, readonly browserReleasedAt: string | null, readonly isBrowserOutdated: boolean } | null };

export type InstallationUsersQueryVariables = Exact<{
  text?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type InstallationUsersQuery = { readonly installationUsers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly email: string, readonly emailVerifiedAt: string | null, readonly administratorSince: string | null, readonly createdAt: string, readonly lastSeenAt: string | null, readonly organizations: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ExportUserMutationVariables = Exact<{
  id: string | number;
}>;


export type ExportUserMutation = { readonly exportUser: { readonly url: string, readonly expiresAt: string } };

export type EraseUserMutationVariables = Exact<{
  id: string | number;
}>;


export type EraseUserMutation = { readonly eraseUser: { readonly annotations: number } };

export type InstallationOrganizationsQueryVariables = Exact<{
  text?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type InstallationOrganizationsQuery = { readonly installationOrganizations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly slug: string, readonly createdAt: string, readonly members: number, readonly projects: number, readonly storedBytes: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type MailRecordsQueryVariables = Exact<{
  recipient?: string | null | undefined;
  failed?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type MailRecordsQuery = { readonly mailRecords: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly recipient: string, readonly subject: string, readonly error: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type FailedJobsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type FailedJobsQuery = { readonly failedJobs: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: FailedJobKind, readonly subject: string, readonly error: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export const InstallationOverviewDocument = "query InstallationOverview{installation{version nodeVersion postgresVersion users organizations projects storedBytes databaseBytes pendingBackfills browser browserReleasedAt isBrowserOutdated}}" as unknown as TypedDocumentNode<InstallationOverviewQuery, InstallationOverviewQueryVariables>;

export const InstallationUsersDocument = "query InstallationUsers($text:String$after:String){installationUsers(text:$text first:50 after:$after){nodes{id name email emailVerifiedAt administratorSince createdAt lastSeenAt organizations}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<InstallationUsersQuery, InstallationUsersQueryVariables>;

export const ExportUserDocument = "mutation ExportUser($id:ID!){exportUser(id:$id){url expiresAt}}" as unknown as TypedDocumentNode<ExportUserMutation, ExportUserMutationVariables>;

export const EraseUserDocument = "mutation EraseUser($id:ID!){eraseUser(id:$id){annotations}}" as unknown as TypedDocumentNode<EraseUserMutation, EraseUserMutationVariables>;

export const InstallationOrganizationsDocument = "query InstallationOrganizations($text:String$after:String){installationOrganizations(text:$text first:50 after:$after){nodes{id name slug createdAt members projects storedBytes}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<InstallationOrganizationsQuery, InstallationOrganizationsQueryVariables>;

export const MailRecordsDocument = "query MailRecords($recipient:String$failed:Boolean$after:String){mailRecords(recipient:$recipient failed:$failed first:50 after:$after){nodes{id recipient subject error createdAt}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<MailRecordsQuery, MailRecordsQueryVariables>;

export const FailedJobsDocument = "query FailedJobs($after:String){failedJobs(first:50 after:$after){nodes{id kind subject error createdAt}pageInfo{hasNextPage endCursor}}}" as unknown as TypedDocumentNode<FailedJobsQuery, FailedJobsQueryVariables>;
