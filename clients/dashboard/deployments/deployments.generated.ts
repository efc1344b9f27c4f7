// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Status of a deployment. */
export type DeploymentStatus =
  /** No page is captured yet. */
  | 'queued'
  /** Pages are captured and compared. */
  | 'running'
  /** Changes wait for a review. */
  | 'needs_review'
  /** No page changed, or all changes are approved. */
  | 'passed'
  /** Pages could not be compared, or a change is rejected. */
  | 'failed'
  /** Somebody cancelled it, or deleted its project. */
  | 'cancelled'
  /** A newer deployment of the environment replaced it. */
  | 'superseded';

/** Browser viewport for a capture. At most 120 million image pixels. */
export type ViewportInput = {
  /** Width in CSS pixels, 16–7 680. Default: 1920. */
  readonly width?: number | null | undefined;
  /** Height in CSS pixels, 16–16 000. Default: 1080. */
  readonly height?: number | null | undefined;
  /** Image pixels per CSS pixel, 0.5–4. Default: 1. */
  readonly deviceScaleFactor?: number | null | undefined;
};

export type DeploymentNumbersFragment = { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number };

export type DeploymentRowFragment = { readonly id: string, readonly projectId: string, readonly environmentId: string, readonly commit: string, readonly branch: string | null, readonly status: DeploymentStatus, readonly createdAt: string, readonly counts: { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number } };

export type DeploymentsQueryVariables = Exact<{
  projectId: string | number;
  environmentId?: string | number | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type DeploymentsQuery = { readonly deployments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly environmentId: string, readonly commit: string, readonly branch: string | null, readonly status: DeploymentStatus, readonly createdAt: string, readonly counts: { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type DeploymentChangedSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type DeploymentChangedSubscription = { readonly deploymentChanged: { readonly deploymentId: string, readonly deployment: { readonly id: string, readonly projectId: string, readonly environmentId: string, readonly commit: string, readonly branch: string | null, readonly status: DeploymentStatus, readonly createdAt: string, readonly counts: { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number } } | null } };

export type StartDeploymentMutationVariables = Exact<{
  projectId: string | number;
  environmentId: string | number;
  commit: string;
  branch?: string | null | undefined;
  url?: string | null | undefined;
  pages?: ReadonlyArray<string> | string | null | undefined;
  viewports?: ReadonlyArray<ViewportInput> | ViewportInput | null | undefined;
  force?: boolean | null | undefined;
}>;


export type StartDeploymentMutation = { readonly createDeployment: { readonly id: string } };

export type CancelDeploymentMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelDeploymentMutation = { readonly cancelDeployment: { readonly id: string, readonly status: DeploymentStatus } };

export const DeploymentsDocument = "query Deployments($projectId:ID!$environmentId:ID$first:Int!$after:String){deployments(projectId:$projectId environmentId:$environmentId first:$first after:$after){nodes{...DeploymentRow}pageInfo{hasNextPage endCursor}}}fragment DeploymentRow on DeploymentSummary{id projectId environmentId commit branch status createdAt counts{...DeploymentNumbers}}fragment DeploymentNumbers on DeploymentCounts{captures finishedCaptures failedCaptures newBaselines doesIt changedOtherwise wentBack changes unchanged unknown explained unexplained unreviewed}" as unknown as TypedDocumentNode<DeploymentsQuery, DeploymentsQueryVariables>;

export const DeploymentChangedDocument = "subscription DeploymentChanged($projectId:ID!){deploymentChanged(projectId:$projectId){deploymentId deployment{...DeploymentRow}}}fragment DeploymentRow on DeploymentSummary{id projectId environmentId commit branch status createdAt counts{...DeploymentNumbers}}fragment DeploymentNumbers on DeploymentCounts{captures finishedCaptures failedCaptures newBaselines doesIt changedOtherwise wentBack changes unchanged unknown explained unexplained unreviewed}" as unknown as TypedDocumentNode<DeploymentChangedSubscription, DeploymentChangedSubscriptionVariables>;

export const StartDeploymentDocument = "mutation StartDeployment($projectId:ID!$environmentId:ID!$commit:String!$branch:String$url:String$pages:[String!]$viewports:[ViewportInput!]$force:Boolean){createDeployment(projectId:$projectId environmentId:$environmentId commit:$commit branch:$branch url:$url pages:$pages viewports:$viewports force:$force){id}}" as unknown as TypedDocumentNode<StartDeploymentMutation, StartDeploymentMutationVariables>;

export const CancelDeploymentDocument = "mutation CancelDeployment($id:ID!){cancelDeployment(id:$id){id status}}" as unknown as TypedDocumentNode<CancelDeploymentMutation, CancelDeploymentMutationVariables>;
