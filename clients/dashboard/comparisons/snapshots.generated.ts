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

/** Browser viewport for a capture. At most 120 million image pixels. */
export type ViewportInput = {
  /** Width in CSS pixels, 16–7 680. Default: 1920. */
  readonly width?: number | null | undefined;
  /** Height in CSS pixels, 16–16 000. Default: 1080. */
  readonly height?: number | null | undefined;
  /** Image pixels per CSS pixel, 0.5–4. Default: 1. */
  readonly deviceScaleFactor?: number | null | undefined;
};

export type SnapshotCardFragment = { readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null };

export type SnapshotsQueryVariables = Exact<{
  projectId: string | number;
  first: number;
  url?: string | null | undefined;
  environmentId?: string | number | null | undefined;
  viewportWidth?: number | null | undefined;
  status?: SnapshotStatus | null | undefined;
}>;


export type SnapshotsQuery = { readonly project: { readonly id: string, readonly name: string, readonly snapshots: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null } | null };

export type SnapshotChangesSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type SnapshotChangesSubscription = { readonly snapshotChanged: { readonly kind: SnapshotChangeKind, readonly snapshotId: string, readonly snapshot: { readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null } | null } };

export type OrderCaptureMutationVariables = Exact<{
  projectId: string | number;
  url: string;
  viewport?: ViewportInput | null | undefined;
  fullPage?: boolean | null | undefined;
}>;


export type OrderCaptureMutation = { readonly createSnapshot: { readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null } };

export const SnapshotsDocument = "query Snapshots($projectId:ID!$first:Int!$url:String$environmentId:ID$viewportWidth:Int$status:SnapshotStatus){project(id:$projectId){id name snapshots(first:$first url:$url environmentId:$environmentId viewportWidth:$viewportWidth status:$status){nodes{...SnapshotCard}pageInfo{hasNextPage}}}}fragment SnapshotCard on Snapshot{id projectId url status error estimatedTime imageUrl thumbnailUrl width height title httpStatus isComplete fullPage createdAt viewport{width height deviceScaleFactor}environment{id name}}" as unknown as TypedDocumentNode<SnapshotsQuery, SnapshotsQueryVariables>;

export const SnapshotChangesDocument = "subscription SnapshotChanges($projectId:ID!){snapshotChanged(projectId:$projectId){kind snapshotId snapshot{...SnapshotCard}}}fragment SnapshotCard on Snapshot{id projectId url status error estimatedTime imageUrl thumbnailUrl width height title httpStatus isComplete fullPage createdAt viewport{width height deviceScaleFactor}environment{id name}}" as unknown as TypedDocumentNode<SnapshotChangesSubscription, SnapshotChangesSubscriptionVariables>;

export const OrderCaptureDocument = "mutation OrderCapture($projectId:ID!$url:String!$viewport:ViewportInput$fullPage:Boolean){createSnapshot(projectId:$projectId url:$url viewport:$viewport fullPage:$fullPage){...SnapshotCard}}fragment SnapshotCard on Snapshot{id projectId url status error estimatedTime imageUrl thumbnailUrl width height title httpStatus isComplete fullPage createdAt viewport{width height deviceScaleFactor}environment{id name}}" as unknown as TypedDocumentNode<OrderCaptureMutation, OrderCaptureMutationVariables>;
