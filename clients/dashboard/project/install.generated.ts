// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { CreateFirstEnvironmentMutation, CreateFirstEnvironmentMutationVariables, NameTeamMutation, NameTeamMutationVariables, PermitPanelMutation, PermitPanelMutationVariables, WithdrawProjectMutation, WithdrawProjectMutationVariables, CorrectSiteMutation, CorrectSiteMutationVariables, CaptureFirstPageMutation, CaptureFirstPageMutationVariables, InstallQuery, InstallQueryVariables, ScriptsSeenSubscription, ScriptsSeenSubscriptionVariables, CaptureOfSiteSubscription, CaptureOfSiteSubscriptionVariables } from '../graphql-types.generated.ts';

export const CreateFirstEnvironmentDocument = "mutation CreateFirstEnvironment($projectId:ID!$name:String!$url:String!){createEnvironment(projectId:$projectId name:$name url:$url kind:production){id}}" as unknown as TypedDocumentNode<CreateFirstEnvironmentMutation, CreateFirstEnvironmentMutationVariables>;

export const NameTeamDocument = "mutation NameTeam($id:ID!$name:String!){updateOrganization(id:$id name:$name){id name}}" as unknown as TypedDocumentNode<NameTeamMutation, NameTeamMutationVariables>;

export const PermitPanelDocument = "mutation PermitPanel($projectId:ID!$origins:[String!]!){updateProject(id:$projectId panelOrigins:$origins){id}}" as unknown as TypedDocumentNode<PermitPanelMutation, PermitPanelMutationVariables>;

export const WithdrawProjectDocument = "mutation WithdrawProject($projectId:ID!){deleteProject(id:$projectId){id}}" as unknown as TypedDocumentNode<WithdrawProjectMutation, WithdrawProjectMutationVariables>;

export const CorrectSiteDocument = "mutation CorrectSite($id:ID!$url:String!){updateEnvironment(id:$id url:$url){id url}}" as unknown as TypedDocumentNode<CorrectSiteMutation, CorrectSiteMutationVariables>;

export const CaptureFirstPageDocument = "mutation CaptureFirstPage($projectId:ID!$url:String!){createSnapshot(projectId:$projectId url:$url){id}}" as unknown as TypedDocumentNode<CaptureFirstPageMutation, CaptureFirstPageMutationVariables>;

export const InstallDocument = "query Install($projectId:ID!$audience:OverlayAudience!){project(id:$projectId){id name scripts{script origin}panelOrigins environments(first:2){nodes{id}}snapshots(first:1){nodes{...FirstCapture}}}embedScript(id:$projectId audience:$audience){script overlayScript}}fragment FirstCapture on Snapshot{id url status error imageUrl width height title httpStatus isComplete isCut scriptObstacles environment{id}}" as unknown as TypedDocumentNode<InstallQuery, InstallQueryVariables>;

export const ScriptsSeenDocument = "subscription ScriptsSeen($projectId:ID!){scriptsChanged(projectId:$projectId){projectId scripts{script origin}}}" as unknown as TypedDocumentNode<ScriptsSeenSubscription, ScriptsSeenSubscriptionVariables>;

export const CaptureOfSiteDocument = "subscription CaptureOfSite($projectId:ID!){snapshotChanged(projectId:$projectId){kind snapshotId snapshot{...FirstCapture}}}fragment FirstCapture on Snapshot{id url status error imageUrl width height title httpStatus isComplete isCut scriptObstacles environment{id}}" as unknown as TypedDocumentNode<CaptureOfSiteSubscription, CaptureOfSiteSubscriptionVariables>;
