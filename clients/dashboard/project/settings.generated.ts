// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { ProjectSettingsQuery, ProjectSettingsQueryVariables, UpdateProjectMutation, UpdateProjectMutationVariables, RotateProjectKeyMutation, RotateProjectKeyMutationVariables, DeleteProjectMutation, DeleteProjectMutationVariables, EnvironmentSettingsQuery, EnvironmentSettingsQueryVariables, CreateEnvironmentMutation, CreateEnvironmentMutationVariables, UpdateEnvironmentMutation, UpdateEnvironmentMutationVariables, DeleteEnvironmentMutation, DeleteEnvironmentMutationVariables, CaptureCredentialsQuery, CaptureCredentialsQueryVariables, SetCaptureCredentialsMutation, SetCaptureCredentialsMutationVariables, DeleteCaptureCredentialsMutation, DeleteCaptureCredentialsMutationVariables, LabelSettingsQuery, LabelSettingsQueryVariables, UpdateLabelMutation, UpdateLabelMutationVariables, DeleteLabelMutation, DeleteLabelMutationVariables, LabeledAnnotationsQuery, LabeledAnnotationsQueryVariables, MergeLabelMutation, MergeLabelMutationVariables, ScriptSightingsQuery, ScriptSightingsQueryVariables, ActivityQuery, ActivityQueryVariables, ImportCommentsMutation, ImportCommentsMutationVariables } from '../graphql-types.generated.ts';

export const ProjectSettingsDocument = "query ProjectSettings($projectId:ID!){project(id:$projectId){id name slug organizationId projectKey publicFeedback allowedOrigins snapshotRetention respectDoNotTrack captureComments hideWebdriver publicAnnotations publicReplies panelOrigins previewHosts viewerRole viewerActions}}" as unknown as TypedDocumentNode<ProjectSettingsQuery, ProjectSettingsQueryVariables>;

export const UpdateProjectDocument = "mutation UpdateProject($id:ID!$name:String$slug:String$publicFeedback:Boolean$allowedOrigins:[String!]$snapshotRetention:Int$respectDoNotTrack:Boolean$captureComments:Boolean$hideWebdriver:Boolean$publicAnnotations:PublicAnnotations$publicReplies:PublicReplies$panelOrigins:[String!]$previewHosts:[String!]){updateProject(id:$id name:$name slug:$slug publicFeedback:$publicFeedback allowedOrigins:$allowedOrigins snapshotRetention:$snapshotRetention respectDoNotTrack:$respectDoNotTrack captureComments:$captureComments hideWebdriver:$hideWebdriver publicAnnotations:$publicAnnotations publicReplies:$publicReplies panelOrigins:$panelOrigins previewHosts:$previewHosts){id name slug publicFeedback allowedOrigins snapshotRetention respectDoNotTrack captureComments hideWebdriver publicAnnotations publicReplies panelOrigins previewHosts}}" as unknown as TypedDocumentNode<UpdateProjectMutation, UpdateProjectMutationVariables>;

export const RotateProjectKeyDocument = "mutation RotateProjectKey($id:ID!){rotateProjectKey(id:$id){id projectKey}}" as unknown as TypedDocumentNode<RotateProjectKeyMutation, RotateProjectKeyMutationVariables>;

export const DeleteProjectDocument = "mutation DeleteProject($id:ID!){deleteProject(id:$id){id}}" as unknown as TypedDocumentNode<DeleteProjectMutation, DeleteProjectMutationVariables>;

export const EnvironmentSettingsDocument = "query EnvironmentSettings($projectId:ID!){environments(projectId:$projectId first:500){nodes{id name url kind}}}" as unknown as TypedDocumentNode<EnvironmentSettingsQuery, EnvironmentSettingsQueryVariables>;

export const CreateEnvironmentDocument = "mutation CreateEnvironment($projectId:ID!$name:String!$url:String!$kind:EnvironmentKind!){createEnvironment(projectId:$projectId name:$name url:$url kind:$kind){id}}" as unknown as TypedDocumentNode<CreateEnvironmentMutation, CreateEnvironmentMutationVariables>;

export const UpdateEnvironmentDocument = "mutation UpdateEnvironment($id:ID!$name:String!$url:String!$kind:EnvironmentKind!){updateEnvironment(id:$id name:$name url:$url kind:$kind){id name url kind}}" as unknown as TypedDocumentNode<UpdateEnvironmentMutation, UpdateEnvironmentMutationVariables>;

export const DeleteEnvironmentDocument = "mutation DeleteEnvironment($id:ID!){deleteEnvironment(id:$id){id}}" as unknown as TypedDocumentNode<DeleteEnvironmentMutation, DeleteEnvironmentMutationVariables>;

export const CaptureCredentialsDocument = "query CaptureCredentials($id:ID!){captureCredentials(id:$id){isSet hasBasicAuth headerNames cookieNames paths}}" as unknown as TypedDocumentNode<CaptureCredentialsQuery, CaptureCredentialsQueryVariables>;

export const SetCaptureCredentialsDocument = "mutation SetCaptureCredentials($id:ID!$basic:BasicCredentialsInput$headers:[CredentialValueInput!]$cookies:[CredentialValueInput!]$paths:[String!]$isShared:Boolean){setCaptureCredentials(id:$id basic:$basic headers:$headers cookies:$cookies paths:$paths isShared:$isShared){environmentId}}" as unknown as TypedDocumentNode<SetCaptureCredentialsMutation, SetCaptureCredentialsMutationVariables>;

export const DeleteCaptureCredentialsDocument = "mutation DeleteCaptureCredentials($id:ID!){deleteCaptureCredentials(id:$id){id}}" as unknown as TypedDocumentNode<DeleteCaptureCredentialsMutation, DeleteCaptureCredentialsMutationVariables>;

export const LabelSettingsDocument = "query LabelSettings($projectId:ID!$organizationId:ID!$filter:AnnotationFilter!){labels(projectId:$projectId first:500){nodes{id projectId name color}}annotationCounts(organizationId:$organizationId filter:$filter by:label){key count isExact}}" as unknown as TypedDocumentNode<LabelSettingsQuery, LabelSettingsQueryVariables>;

export const UpdateLabelDocument = "mutation UpdateLabel($id:ID!$name:String!$color:String!){updateLabel(id:$id name:$name color:$color){id name color}}" as unknown as TypedDocumentNode<UpdateLabelMutation, UpdateLabelMutationVariables>;

export const DeleteLabelDocument = "mutation DeleteLabel($id:ID!){deleteLabel(id:$id){id}}" as unknown as TypedDocumentNode<DeleteLabelMutation, DeleteLabelMutationVariables>;

export const LabeledAnnotationsDocument = "query LabeledAnnotations($projectId:ID!$filter:AnnotationFilter!){annotations(projectId:$projectId filter:$filter first:500){nodes{id}}}" as unknown as TypedDocumentNode<LabeledAnnotationsQuery, LabeledAnnotationsQueryVariables>;

export const MergeLabelDocument = "mutation MergeLabel($organizationId:ID!$ids:[ID!]!$change:AnnotationChangeInput!){updateAnnotations(organizationId:$organizationId ids:$ids change:$change){id isChanged error{message}}}" as unknown as TypedDocumentNode<MergeLabelMutation, MergeLabelMutationVariables>;

export const ScriptSightingsDocument = "query ScriptSightings($projectId:ID!){project(id:$projectId){id scripts{script origin firstSeenAt lastSeenAt}}}" as unknown as TypedDocumentNode<ScriptSightingsQuery, ScriptSightingsQueryVariables>;

export const ActivityDocument = "query Activity($projectId:ID!$from:DateTime!){activity(projectId:$projectId from:$from){day views clicks hovers inputs}pageActivity(projectId:$projectId from:$from limit:20){url views clicks lastSeenAt}}" as unknown as TypedDocumentNode<ActivityQuery, ActivityQueryVariables>;

export const ImportCommentsDocument = "mutation ImportComments($projectId:ID!$source:String!$dateSystem:Int!$comments:[ImportItem]!$dryRun:Boolean!){importComments(projectId:$projectId source:$source dateSystem:$dateSystem comments:$comments dryRun:$dryRun){imported skipped failed{index message}preview{index isNew item}}}" as unknown as TypedDocumentNode<ImportCommentsMutation, ImportCommentsMutationVariables>;
