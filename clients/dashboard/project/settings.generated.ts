// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Role of a member in an organization. Each role but guest includes the rights of viewer. */
export type Role =
  /** All rights: also manages billing and admins, and deletes the organization. */
  | 'owner'
  /** Also manages members, projects, environments, webhooks and integrations, deletes replies of others, and reads the audit trail and usage. */
  | 'admin'
  /** Also creates, imports, changes and deletes annotations, writes replies, and creates, compares and deletes snapshots. */
  | 'editor'
  /** Read access. */
  | 'viewer'
  /** For clients: reads the threads of listed projects, and writes annotations and replies there. Sees names, but no e-mail addresses, diagnostics, snapshots, activity or members. Does not count as a member of the plan. */
  | 'guest';

/** Annotations of a project that third parties with the project key may list. */
export type PublicAnnotations =
  /** All public annotations. */
  | 'all'
  /** Annotations of the visitor tokens in the header x-visitor-token. */
  | 'own'
  /** None. Visitors can still write annotations. */
  | 'none';

/** Purpose of an environment. */
export type EnvironmentKind =
  /** The public website. */
  | 'production'
  /** A preview before publication. */
  | 'staging'
  /** A development version. */
  | 'development';

/** A script that pages load. */
export type PageScript =
  /** The overlay. */
  | 'overlay'
  /** The embed script. */
  | 'embed';

/** User name and password for HTTP basic authentication. */
export type BasicCredentialsInput = {
  /** User name, 1–255 characters, without a colon. */
  readonly username: string;
  /** Password, at most 1 024 characters. */
  readonly password: string;
};

/** A header or a cookie. */
export type CredentialValueInput = {
  /** Name, 1–128 characters. */
  readonly name: string;
  /** Value, 1–4 096 printable ASCII characters. */
  readonly value: string;
};

export type ProjectSettingsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectSettingsQuery = { readonly project: { readonly id: string, readonly name: string, readonly slug: string, readonly organizationId: string, readonly projectKey: string, readonly publicFeedback: boolean, readonly allowedOrigins: ReadonlyArray<string>, readonly snapshotRetention: number, readonly respectDoNotTrack: boolean, readonly captureComments: boolean, readonly publicAnnotations: PublicAnnotations, readonly panelOrigins: ReadonlyArray<string>, readonly viewerRole: Role | null, readonly viewerActions: ReadonlyArray<string> | null } | null };

export type UpdateProjectMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  slug?: string | null | undefined;
  publicFeedback?: boolean | null | undefined;
  allowedOrigins?: ReadonlyArray<string> | string | null | undefined;
  snapshotRetention?: number | null | undefined;
  respectDoNotTrack?: boolean | null | undefined;
  captureComments?: boolean | null | undefined;
  publicAnnotations?: PublicAnnotations | null | undefined;
  panelOrigins?: ReadonlyArray<string> | string | null | undefined;
}>;


export type UpdateProjectMutation = { readonly updateProject: { readonly id: string, readonly name: string, readonly slug: string, readonly publicFeedback: boolean, readonly allowedOrigins: ReadonlyArray<string>, readonly snapshotRetention: number, readonly respectDoNotTrack: boolean, readonly captureComments: boolean, readonly publicAnnotations: PublicAnnotations, readonly panelOrigins: ReadonlyArray<string> } };

export type RotateProjectKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateProjectKeyMutation = { readonly rotateProjectKey: { readonly id: string, readonly projectKey: string } };

export type DeleteProjectMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteProjectMutation = { readonly deleteProject: { readonly id: string } };

export type EnvironmentSettingsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type EnvironmentSettingsQuery = { readonly environments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly url: string, readonly kind: EnvironmentKind }> } | null };

export type CreateEnvironmentMutationVariables = Exact<{
  projectId: string | number;
  name: string;
  url: string;
  kind: EnvironmentKind;
}>;


export type CreateEnvironmentMutation = { readonly createEnvironment: { readonly id: string } };

export type UpdateEnvironmentMutationVariables = Exact<{
  id: string | number;
  name: string;
  url: string;
  kind: EnvironmentKind;
}>;


export type UpdateEnvironmentMutation = { readonly updateEnvironment: { readonly id: string, readonly name: string, readonly url: string, readonly kind: EnvironmentKind } };

export type DeleteEnvironmentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteEnvironmentMutation = { readonly deleteEnvironment: { readonly id: string } };

export type CaptureCredentialsQueryVariables = Exact<{
  id: string | number;
}>;


export type CaptureCredentialsQuery = { readonly captureCredentials: { readonly isSet: boolean, readonly hasBasicAuth: boolean, readonly headerNames: ReadonlyArray<string>, readonly cookieNames: ReadonlyArray<string>, readonly paths: ReadonlyArray<string> } | null };

export type SetCaptureCredentialsMutationVariables = Exact<{
  id: string | number;
  basic?: BasicCredentialsInput | null | undefined;
  headers?: ReadonlyArray<CredentialValueInput> | CredentialValueInput | null | undefined;
  cookies?: ReadonlyArray<CredentialValueInput> | CredentialValueInput | null | undefined;
  paths?: ReadonlyArray<string> | string | null | undefined;
  isShared?: boolean | null | undefined;
}>;


export type SetCaptureCredentialsMutation = { readonly setCaptureCredentials: { readonly environmentId: string } };

export type DeleteCaptureCredentialsMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCaptureCredentialsMutation = { readonly deleteCaptureCredentials: { readonly id: string } };

export type LabelSettingsQueryVariables = Exact<{
  projectId: string | number;
  organizationId: string | number;
}>;


export type LabelSettingsQuery = { readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly name: string, readonly color: string }> } | null, readonly annotationCounts: ReadonlyArray<{ readonly key: string | null, readonly count: number, readonly isExact: boolean }> | null };

export type UpdateLabelMutationVariables = Exact<{
  id: string | number;
  name: string;
  color: string;
}>;


export type UpdateLabelMutation = { readonly updateLabel: { readonly id: string, readonly name: string, readonly color: string } };

export type DeleteLabelMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteLabelMutation = { readonly deleteLabel: { readonly id: string } };

export type LabeledAnnotationsQueryVariables = Exact<{
  projectId: string | number;
  labelId: string | number;
}>;


export type LabeledAnnotationsQuery = { readonly annotations: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export type MergeLabelMutationVariables = Exact<{
  organizationId: string | number;
  ids: ReadonlyArray<string | number> | string | number;
  from: string | number;
  into: string | number;
}>;


export type MergeLabelMutation = { readonly updateAnnotations: ReadonlyArray<{ readonly id: string, readonly isChanged: boolean, readonly error: { readonly message: string } | null }> };

export type ScriptSightingsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ScriptSightingsQuery = { readonly project: { readonly id: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string, readonly firstSeenAt: string, readonly lastSeenAt: string }> | null } | null };

export type ActivityQueryVariables = Exact<{
  projectId: string | number;
  from: string;
}>;


export type ActivityQuery = { readonly activity: ReadonlyArray<{ readonly day: string, readonly views: number, readonly clicks: number, readonly hovers: number, readonly inputs: number }> | null, readonly pageActivity: ReadonlyArray<{ readonly url: string, readonly views: number, readonly clicks: number, readonly lastSeenAt: string }> | null };

export type ImportCommentsMutationVariables = Exact<{
  projectId: string | number;
  source: string;
  comments: ReadonlyArray<unknown> | unknown;
  dryRun: boolean;
}>;


export type ImportCommentsMutation = { readonly importComments: { readonly imported: number, readonly skipped: number, readonly failed: ReadonlyArray<{ readonly index: number, readonly message: string }>, readonly preview: ReadonlyArray<{ readonly index: number, readonly isNew: boolean, readonly item: Record<string, unknown> }> | null } };

export const ProjectSettingsDocument = "query ProjectSettings($projectId:ID!){project(id:$projectId){id name slug organizationId projectKey publicFeedback allowedOrigins snapshotRetention respectDoNotTrack captureComments publicAnnotations panelOrigins viewerRole viewerActions}}" as unknown as TypedDocumentNode<ProjectSettingsQuery, ProjectSettingsQueryVariables>;

export const UpdateProjectDocument = "mutation UpdateProject($id:ID!$name:String$slug:String$publicFeedback:Boolean$allowedOrigins:[String!]$snapshotRetention:Int$respectDoNotTrack:Boolean$captureComments:Boolean$publicAnnotations:PublicAnnotations$panelOrigins:[String!]){updateProject(id:$id name:$name slug:$slug publicFeedback:$publicFeedback allowedOrigins:$allowedOrigins snapshotRetention:$snapshotRetention respectDoNotTrack:$respectDoNotTrack captureComments:$captureComments publicAnnotations:$publicAnnotations panelOrigins:$panelOrigins){id name slug publicFeedback allowedOrigins snapshotRetention respectDoNotTrack captureComments publicAnnotations panelOrigins}}" as unknown as TypedDocumentNode<UpdateProjectMutation, UpdateProjectMutationVariables>;

export const RotateProjectKeyDocument = "mutation RotateProjectKey($id:ID!){rotateProjectKey(id:$id){id projectKey}}" as unknown as TypedDocumentNode<RotateProjectKeyMutation, RotateProjectKeyMutationVariables>;

export const DeleteProjectDocument = "mutation DeleteProject($id:ID!){deleteProject(id:$id){id}}" as unknown as TypedDocumentNode<DeleteProjectMutation, DeleteProjectMutationVariables>;

export const EnvironmentSettingsDocument = "query EnvironmentSettings($projectId:ID!){environments(projectId:$projectId first:500){nodes{id name url kind}}}" as unknown as TypedDocumentNode<EnvironmentSettingsQuery, EnvironmentSettingsQueryVariables>;

export const CreateEnvironmentDocument = "mutation CreateEnvironment($projectId:ID!$name:String!$url:String!$kind:EnvironmentKind!){createEnvironment(projectId:$projectId name:$name url:$url kind:$kind){id}}" as unknown as TypedDocumentNode<CreateEnvironmentMutation, CreateEnvironmentMutationVariables>;

export const UpdateEnvironmentDocument = "mutation UpdateEnvironment($id:ID!$name:String!$url:String!$kind:EnvironmentKind!){updateEnvironment(id:$id name:$name url:$url kind:$kind){id name url kind}}" as unknown as TypedDocumentNode<UpdateEnvironmentMutation, UpdateEnvironmentMutationVariables>;

export const DeleteEnvironmentDocument = "mutation DeleteEnvironment($id:ID!){deleteEnvironment(id:$id){id}}" as unknown as TypedDocumentNode<DeleteEnvironmentMutation, DeleteEnvironmentMutationVariables>;

export const CaptureCredentialsDocument = "query CaptureCredentials($id:ID!){captureCredentials(id:$id){isSet hasBasicAuth headerNames cookieNames paths}}" as unknown as TypedDocumentNode<CaptureCredentialsQuery, CaptureCredentialsQueryVariables>;

export const SetCaptureCredentialsDocument = "mutation SetCaptureCredentials($id:ID!$basic:BasicCredentialsInput$headers:[CredentialValueInput!]$cookies:[CredentialValueInput!]$paths:[String!]$isShared:Boolean){setCaptureCredentials(id:$id basic:$basic headers:$headers cookies:$cookies paths:$paths isShared:$isShared){environmentId}}" as unknown as TypedDocumentNode<SetCaptureCredentialsMutation, SetCaptureCredentialsMutationVariables>;

export const DeleteCaptureCredentialsDocument = "mutation DeleteCaptureCredentials($id:ID!){deleteCaptureCredentials(id:$id){id}}" as unknown as TypedDocumentNode<DeleteCaptureCredentialsMutation, DeleteCaptureCredentialsMutationVariables>;

export const LabelSettingsDocument = "query LabelSettings($projectId:ID!$organizationId:ID!){labels(projectId:$projectId first:500){nodes{id projectId name color}}annotationCounts(organizationId:$organizationId filter:{projectIds:[$projectId]}by:label){key count isExact}}" as unknown as TypedDocumentNode<LabelSettingsQuery, LabelSettingsQueryVariables>;

export const UpdateLabelDocument = "mutation UpdateLabel($id:ID!$name:String!$color:String!){updateLabel(id:$id name:$name color:$color){id name color}}" as unknown as TypedDocumentNode<UpdateLabelMutation, UpdateLabelMutationVariables>;

export const DeleteLabelDocument = "mutation DeleteLabel($id:ID!){deleteLabel(id:$id){id}}" as unknown as TypedDocumentNode<DeleteLabelMutation, DeleteLabelMutationVariables>;

export const LabeledAnnotationsDocument = "query LabeledAnnotations($projectId:ID!$labelId:ID!){annotations(projectId:$projectId filter:{labelIds:[$labelId]}first:500){nodes{id}}}" as unknown as TypedDocumentNode<LabeledAnnotationsQuery, LabeledAnnotationsQueryVariables>;

export const MergeLabelDocument = "mutation MergeLabel($organizationId:ID!$ids:[ID!]!$from:ID!$into:ID!){updateAnnotations(organizationId:$organizationId ids:$ids change:{addLabelIds:[$into]removeLabelIds:[$from]}){id isChanged error{message}}}" as unknown as TypedDocumentNode<MergeLabelMutation, MergeLabelMutationVariables>;

export const ScriptSightingsDocument = "query ScriptSightings($projectId:ID!){project(id:$projectId){id scripts{script origin firstSeenAt lastSeenAt}}}" as unknown as TypedDocumentNode<ScriptSightingsQuery, ScriptSightingsQueryVariables>;

export const ActivityDocument = "query Activity($projectId:ID!$from:DateTime!){activity(projectId:$projectId from:$from){day views clicks hovers inputs}pageActivity(projectId:$projectId from:$from limit:20){url views clicks lastSeenAt}}" as unknown as TypedDocumentNode<ActivityQuery, ActivityQueryVariables>;

export const ImportCommentsDocument = "mutation ImportComments($projectId:ID!$source:String!$comments:[ImportItem]!$dryRun:Boolean!){importComments(projectId:$projectId source:$source comments:$comments dryRun:$dryRun){imported skipped failed{index message}preview{index isNew item}}}" as unknown as TypedDocumentNode<ImportCommentsMutation, ImportCommentsMutationVariables>;
