// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { CreateFirstEnvironmentMutation, CreateFirstEnvironmentMutationVariables, CaptureFirstPageMutation, CaptureFirstPageMutationVariables, InstallQuery, InstallQueryVariables, ScriptsSeenSubscription, ScriptsSeenSubscriptionVariables, CaptureOfSiteSubscription, CaptureOfSiteSubscriptionVariables } from '../graphql-types.generated.ts';

export const CreateFirstEnvironmentDocument = "mutation CreateFirstEnvironment($projectId:ID!$name:String!$url:String!){createEnvironment(projectId:$projectId name:$name url:$url kind:production){id}}" as unknown as TypedDocumentNode<CreateFirstEnvironmentMutation, CreateFirstEnvironmentMutationVariables>;

export const CaptureFirstPageDocument = "mutation CaptureFirstPage($projectId:ID!$url:String!){createSnapshot(projectId:$projectId url:$url){id}}" as unknown as TypedDocumentNode<CaptureFirstPageMutation, CaptureFirstPageMutationVariables>;

export const InstallDocument = "query Install($projectId:ID!$audience:OverlayAudience!){project(id:$projectId){id name scripts{script origin}snapshots(first:1){nodes{...FirstCapture}}}embedScript(id:$projectId audience:$audience){script overlayScript}}fragment FirstCapture on Snapshot{id url status error imageUrl width height title httpStatus isComplete isCut scriptObstacles}" as unknown as TypedDocumentNode<InstallQuery, InstallQueryVariables>;

export const ScriptsSeenDocument = "subscription ScriptsSeen($projectId:ID!){scriptsChanged(projectId:$projectId){projectId scripts{script origin}}}" as unknown as TypedDocumentNode<ScriptsSeenSubscription, ScriptsSeenSubscriptionVariables>;

export const CaptureOfSiteDocument = "subscription CaptureOfSite($projectId:ID!){snapshotChanged(projectId:$projectId){kind snapshotId snapshot{...FirstCapture}}}fragment FirstCapture on Snapshot{id url status error imageUrl width height title httpStatus isComplete isCut scriptObstacles}" as unknown as TypedDocumentNode<CaptureOfSiteSubscription, CaptureOfSiteSubscriptionVariables>;
