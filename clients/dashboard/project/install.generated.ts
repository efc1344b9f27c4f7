// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Status of a snapshot. */
export type SnapshotStatus =
  /** The capture is queued or in progress. */
  | 'processing'
  /** The image is available. */
  | 'completed'
  /** The capture failed; `error` has the reason. */
  | 'failed';

/** A script that pages load. */
export type PageScript =
  /** The overlay. */
  | 'overlay'
  /** The embed script. */
  | 'embed';

export type CreateFirstEnvironmentMutationVariables = Exact<{
  projectId: string | number;
  name: string;
  url: string;
}>;


export type CreateFirstEnvironmentMutation = { readonly createEnvironment: { readonly id: string } };

export type CaptureFirstPageMutationVariables = Exact<{
  projectId: string | number;
  url: string;
}>;


export type CaptureFirstPageMutation = { readonly createSnapshot: { readonly id: string } };

export type InstallQueryVariables = Exact<{
  projectId: string | number;
}>;


export type InstallQuery = { readonly project: { readonly id: string, readonly name: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> | null, readonly snapshots: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly imageUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null }> } | null } | null, readonly embedScript: { readonly script: string, readonly overlayScript: string } | null };

export const CreateFirstEnvironmentDocument = "mutation CreateFirstEnvironment($projectId:ID!$name:String!$url:String!){createEnvironment(projectId:$projectId name:$name url:$url kind:production){id}}" as unknown as TypedDocumentNode<CreateFirstEnvironmentMutation, CreateFirstEnvironmentMutationVariables>;

export const CaptureFirstPageDocument = "mutation CaptureFirstPage($projectId:ID!$url:String!){createSnapshot(projectId:$projectId url:$url){id}}" as unknown as TypedDocumentNode<CaptureFirstPageMutation, CaptureFirstPageMutationVariables>;

export const InstallDocument = "query Install($projectId:ID!){project(id:$projectId){id name scripts{script origin}snapshots(first:1){nodes{id url status error imageUrl width height title httpStatus isComplete}}}embedScript(id:$projectId){script overlayScript}}" as unknown as TypedDocumentNode<InstallQuery, InstallQueryVariables>;
