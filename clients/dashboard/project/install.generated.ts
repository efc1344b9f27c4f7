// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** People who see the overlay on the website. */
export type OverlayAudience =
  /** Everyone. */
  | 'everyone'
  /** Visitors whose address has the parameter pinbound, until they close the tab. */
  | 'parameter'
  /** Members: nobody until the accessToken that the page provides returns a value. */
  | 'members';

/** Status of a snapshot. */
export type SnapshotStatus =
  /** The capture is queued or in progress. */
  | 'processing'
  /** The image is available. */
  | 'completed'
  /** The capture failed; `error` has the reason. */
  | 'failed';

/** A reason why the scripts of the service would not work on a page. */
export type ScriptObstacle =
  /** The content security policy does not permit scripts of the service. */
  | 'script_source'
  /** The content security policy requires a nonce or a hash, which the site adds to the script. */
  | 'script_nonce'
  /** The content security policy does not permit requests to the service. */
  | 'connections'
  /** The content security policy does not permit frames of the service. */
  | 'panel'
  /** The page is in a sandbox without its origin or without scripts. */
  | 'sandbox'
  /** A frame with another page covers most of the window. */
  | 'frame';

/** Kind of change of a snapshot. */
export type SnapshotChangeKind =
  /** The snapshot was requested. */
  | 'created'
  /** The image is available. */
  | 'completed'
  /** The capture failed. */
  | 'failed'
  /** The snapshot was deleted. */
  | 'deleted';

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

export type FirstCaptureFragment = { readonly id: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly imageUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly scriptObstacles: ReadonlyArray<ScriptObstacle> };

export type InstallQueryVariables = Exact<{
  projectId: string | number;
  audience: OverlayAudience;
}>;


export type InstallQuery = { readonly project: { readonly id: string, readonly name: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> | null, readonly snapshots: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly imageUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly scriptObstacles: ReadonlyArray<ScriptObstacle> }> } | null } | null, readonly embedScript: { readonly script: string, readonly overlayScript: string } | null };

export type ScriptsSeenSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type ScriptsSeenSubscription = { readonly scriptsChanged: { readonly projectId: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> } };

export type CaptureOfSiteSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type CaptureOfSiteSubscription = { readonly snapshotChanged: { readonly kind: SnapshotChangeKind, readonly snapshotId: string, readonly snapshot: { readonly id: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly imageUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly scriptObstacles: ReadonlyArray<ScriptObstacle> } | null } };

export const CreateFirstEnvironmentDocument = "mutation CreateFirstEnvironment($projectId:ID!$name:String!$url:String!){createEnvironment(projectId:$projectId name:$name url:$url kind:production){id}}" as unknown as TypedDocumentNode<CreateFirstEnvironmentMutation, CreateFirstEnvironmentMutationVariables>;

export const CaptureFirstPageDocument = "mutation CaptureFirstPage($projectId:ID!$url:String!){createSnapshot(projectId:$projectId url:$url){id}}" as unknown as TypedDocumentNode<CaptureFirstPageMutation, CaptureFirstPageMutationVariables>;

export const InstallDocument = "query Install($projectId:ID!$audience:OverlayAudience!){project(id:$projectId){id name scripts{script origin}snapshots(first:1){nodes{...FirstCapture}}}embedScript(id:$projectId audience:$audience){script overlayScript}}fragment FirstCapture on Snapshot{id url status error imageUrl width height title httpStatus isComplete scriptObstacles}" as unknown as TypedDocumentNode<InstallQuery, InstallQueryVariables>;

export const ScriptsSeenDocument = "subscription ScriptsSeen($projectId:ID!){scriptsChanged(projectId:$projectId){projectId scripts{script origin}}}" as unknown as TypedDocumentNode<ScriptsSeenSubscription, ScriptsSeenSubscriptionVariables>;

export const CaptureOfSiteDocument = "subscription CaptureOfSite($projectId:ID!){snapshotChanged(projectId:$projectId){kind snapshotId snapshot{...FirstCapture}}}fragment FirstCapture on Snapshot{id url status error imageUrl width height title httpStatus isComplete scriptObstacles}" as unknown as TypedDocumentNode<CaptureOfSiteSubscription, CaptureOfSiteSubscriptionVariables>;
