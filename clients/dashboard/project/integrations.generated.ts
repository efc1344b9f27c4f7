// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Status of the work on an annotation. Every transition is allowed. */
export type AnnotationStatus =
  /** New. */
  | 'open'
  /** In progress. */
  | 'in_progress'
  /** Done. */
  | 'resolved';

/** Urgency of an annotation, most urgent first. */
export type AnnotationPriority =
  /** Before everything else. */
  | 'urgent'
  /** Before normal ones. */
  | 'high'
  /** New annotations. */
  | 'normal'
  /** After all others. */
  | 'low';

/** External service of an integration. */
export type IntegrationProvider =
  /** Messages in a channel through an incoming webhook. */
  | 'slack'
  /** Messages in a channel through a webhook. */
  | 'discord'
  /** Issues in a repository of GitHub or GitHub Enterprise Server. */
  | 'github'
  /** Issues in a project of GitLab.com or a self-managed GitLab. */
  | 'gitlab'
  /** Issues in a project of Jira Cloud or Data Center. */
  | 'jira'
  /** Issues of a Linear team. */
  | 'linear';

/** Changes sent to an integration. Issue trackers also send them back. */
export type IntegrationNotice =
  /** New annotations: a message or an issue. */
  | 'annotation'
  /** Replies: a message or a comment on the issue. Comments on the issue become replies. */
  | 'reply'
  /** Status changes: a message or a state of the issue. State changes of the issue change the status. */
  | 'status';

/** Reason for the automatic disabling of an integration. */
export type IntegrationDisabledReason =
  /** The provider responded with 401, 403, 404 or 410 five times in a row. */
  | 'refused'
  /** All attempts of five days failed. */
  | 'failing';

/** Status of a send. */
export type AnnotationSendStatus =
  /** Annotations are being sent. */
  | 'running'
  /** Every annotation was sent or has failed. */
  | 'completed'
  /** A member canceled the rest. */
  | 'canceled';

/** Annotations to send: those that match every given member. An empty filter selects all. */
export type IntegrationFilterInput = {
  /** Only annotations with one of these statuses. Default: any. */
  readonly statuses?: ReadonlyArray<AnnotationStatus> | null | undefined;
  /** Only annotations on one of these pages, at most 50: a path, such as /cart, or with * at its end all that begin with it, such as /docs/*. Without query. Default: any. */
  readonly pages?: ReadonlyArray<string> | null | undefined;
  /** Only annotations with one of these labels of the project, at most 100. Default: any. */
  readonly labelIds?: ReadonlyArray<string | number> | null | undefined;
  /** Only annotations with one of these priorities. Default: any. */
  readonly priorities?: ReadonlyArray<AnnotationPriority> | null | undefined;
};

export type IntegrationFieldsFragment = { readonly id: string, readonly provider: IntegrationProvider, readonly name: string, readonly notify: ReadonlyArray<IntegrationNotice>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: IntegrationDisabledReason | null, readonly baseUrl: string | null, readonly repository: string | null, readonly projectKey: string | null, readonly issueType: string | null, readonly issueFields: Record<string, unknown> | null, readonly teamKey: string | null, readonly channelId: string | null, readonly email: string | null, readonly credentialHint: string, readonly inboundUrl: string | null, readonly pendingCount: number, readonly pausedUntil: string | null, readonly lastSuccessAt: string | null, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly filter: { readonly statuses: ReadonlyArray<AnnotationStatus> | null, readonly pages: ReadonlyArray<string> | null, readonly labelIds: ReadonlyArray<string> | null, readonly priorities: ReadonlyArray<AnnotationPriority> | null } };

export type SendFieldsFragment = { readonly id: string, readonly status: AnnotationSendStatus, readonly total: number, readonly sent: number, readonly failed: number, readonly pending: number, readonly createdAt: string };

export type IntegrationSettingsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type IntegrationSettingsQuery = { readonly integrations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly provider: IntegrationProvider, readonly name: string, readonly notify: ReadonlyArray<IntegrationNotice>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: IntegrationDisabledReason | null, readonly baseUrl: string | null, readonly repository: string | null, readonly projectKey: string | null, readonly issueType: string | null, readonly issueFields: Record<string, unknown> | null, readonly teamKey: string | null, readonly channelId: string | null, readonly email: string | null, readonly credentialHint: string, readonly inboundUrl: string | null, readonly pendingCount: number, readonly pausedUntil: string | null, readonly lastSuccessAt: string | null, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly filter: { readonly statuses: ReadonlyArray<AnnotationStatus> | null, readonly pages: ReadonlyArray<string> | null, readonly labelIds: ReadonlyArray<string> | null, readonly priorities: ReadonlyArray<AnnotationPriority> | null } }> } | null };

export type IntegrationDetailQueryVariables = Exact<{
  id: string | number;
  projectId: string | number;
}>;


export type IntegrationDetailQuery = { readonly integration: { readonly id: string, readonly provider: IntegrationProvider, readonly name: string, readonly notify: ReadonlyArray<IntegrationNotice>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: IntegrationDisabledReason | null, readonly baseUrl: string | null, readonly repository: string | null, readonly projectKey: string | null, readonly issueType: string | null, readonly issueFields: Record<string, unknown> | null, readonly teamKey: string | null, readonly channelId: string | null, readonly email: string | null, readonly credentialHint: string, readonly inboundUrl: string | null, readonly pendingCount: number, readonly pausedUntil: string | null, readonly lastSuccessAt: string | null, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly filter: { readonly statuses: ReadonlyArray<AnnotationStatus> | null, readonly pages: ReadonlyArray<string> | null, readonly labelIds: ReadonlyArray<string> | null, readonly priorities: ReadonlyArray<AnnotationPriority> | null } } | null, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly name: string, readonly color: string }> } | null, readonly annotationSends: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: AnnotationSendStatus, readonly total: number, readonly sent: number, readonly failed: number, readonly pending: number, readonly createdAt: string }> } | null };

export type FindTargetsMutationVariables = Exact<{
  projectId: string | number;
  provider: IntegrationProvider;
  baseUrl?: string | null | undefined;
  email?: string | null | undefined;
  token?: string | null | undefined;
}>;


export type FindTargetsMutation = { readonly findIntegrationTargets: { readonly targets: ReadonlyArray<{ readonly value: string, readonly name: string, readonly group: string | null, readonly issueTypes: ReadonlyArray<string> }> } };

export type CreateIntegrationMutationVariables = Exact<{
  projectId: string | number;
  provider: IntegrationProvider;
  name?: string | null | undefined;
  baseUrl?: string | null | undefined;
  email?: string | null | undefined;
  token?: string | null | undefined;
  webhookUrl?: string | null | undefined;
  repository?: string | null | undefined;
  projectKey?: string | null | undefined;
  issueType?: string | null | undefined;
  issueFields?: Record<string, unknown> | null | undefined;
  teamKey?: string | null | undefined;
  channelId?: string | null | undefined;
  inboundSecret?: string | null | undefined;
}>;


export type CreateIntegrationMutation = { readonly createIntegration: { readonly id: string, readonly inboundUrl: string | null, readonly inboundSecret: string | null } };

export type UpdateIntegrationMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  notify?: ReadonlyArray<IntegrationNotice> | IntegrationNotice | null | undefined;
  enabled?: boolean | null | undefined;
  includeInternal?: boolean | null | undefined;
  filter?: IntegrationFilterInput | null | undefined;
  issueFields?: Record<string, unknown> | null | undefined;
  token?: string | null | undefined;
}>;


export type UpdateIntegrationMutation = { readonly updateIntegration: { readonly id: string, readonly provider: IntegrationProvider, readonly name: string, readonly notify: ReadonlyArray<IntegrationNotice>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: IntegrationDisabledReason | null, readonly baseUrl: string | null, readonly repository: string | null, readonly projectKey: string | null, readonly issueType: string | null, readonly issueFields: Record<string, unknown> | null, readonly teamKey: string | null, readonly channelId: string | null, readonly email: string | null, readonly credentialHint: string, readonly inboundUrl: string | null, readonly pendingCount: number, readonly pausedUntil: string | null, readonly lastSuccessAt: string | null, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly filter: { readonly statuses: ReadonlyArray<AnnotationStatus> | null, readonly pages: ReadonlyArray<string> | null, readonly labelIds: ReadonlyArray<string> | null, readonly priorities: ReadonlyArray<AnnotationPriority> | null } } };

export type DeleteIntegrationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteIntegrationMutation = { readonly deleteIntegration: { readonly id: string } };

export type TestIntegrationMutationVariables = Exact<{
  id: string | number;
}>;


export type TestIntegrationMutation = { readonly testIntegration: { readonly ok: boolean, readonly message: string } };

export type SendExistingMutationVariables = Exact<{
  integrationId: string | number;
}>;


export type SendExistingMutation = { readonly sendAnnotations: { readonly id: string, readonly status: AnnotationSendStatus, readonly total: number, readonly sent: number, readonly failed: number, readonly pending: number, readonly createdAt: string } };

export type CancelSendMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelSendMutation = { readonly cancelAnnotationSend: { readonly id: string, readonly status: AnnotationSendStatus, readonly total: number, readonly sent: number, readonly failed: number, readonly pending: number, readonly createdAt: string } };

export const IntegrationSettingsDocument = "query IntegrationSettings($projectId:ID!){integrations(projectId:$projectId first:100){nodes{...IntegrationFields}}}fragment IntegrationFields on Integration{id provider name notify includeInternal filter{statuses pages labelIds priorities}enabled disabledReason baseUrl repository projectKey issueType issueFields teamKey channelId email credentialHint inboundUrl pendingCount pausedUntil lastSuccessAt lastError lastErrorAt}" as unknown as TypedDocumentNode<IntegrationSettingsQuery, IntegrationSettingsQueryVariables>;

export const IntegrationDetailDocument = "query IntegrationDetail($id:ID!$projectId:ID!){integration(id:$id){...IntegrationFields}labels(projectId:$projectId first:500){nodes{id projectId name color}}annotationSends(integrationId:$id first:5){nodes{...SendFields}}}fragment IntegrationFields on Integration{id provider name notify includeInternal filter{statuses pages labelIds priorities}enabled disabledReason baseUrl repository projectKey issueType issueFields teamKey channelId email credentialHint inboundUrl pendingCount pausedUntil lastSuccessAt lastError lastErrorAt}fragment SendFields on AnnotationSend{id status total sent failed pending createdAt}" as unknown as TypedDocumentNode<IntegrationDetailQuery, IntegrationDetailQueryVariables>;

export const FindTargetsDocument = "mutation FindTargets($projectId:ID!$provider:IntegrationProvider!$baseUrl:String$email:String$token:String){findIntegrationTargets(projectId:$projectId provider:$provider baseUrl:$baseUrl email:$email token:$token){targets{value name group issueTypes}}}" as unknown as TypedDocumentNode<FindTargetsMutation, FindTargetsMutationVariables>;

export const CreateIntegrationDocument = "mutation CreateIntegration($projectId:ID!$provider:IntegrationProvider!$name:String$baseUrl:String$email:String$token:String$webhookUrl:String$repository:String$projectKey:String$issueType:String$issueFields:JSONObject$teamKey:String$channelId:String$inboundSecret:String){createIntegration(projectId:$projectId provider:$provider name:$name baseUrl:$baseUrl email:$email token:$token webhookUrl:$webhookUrl repository:$repository projectKey:$projectKey issueType:$issueType issueFields:$issueFields teamKey:$teamKey channelId:$channelId inboundSecret:$inboundSecret){id inboundUrl inboundSecret}}" as unknown as TypedDocumentNode<CreateIntegrationMutation, CreateIntegrationMutationVariables>;

export const UpdateIntegrationDocument = "mutation UpdateIntegration($id:ID!$name:String$notify:[IntegrationNotice!]$enabled:Boolean$includeInternal:Boolean$filter:IntegrationFilterInput$issueFields:JSONObject$token:String){updateIntegration(id:$id name:$name notify:$notify enabled:$enabled includeInternal:$includeInternal filter:$filter issueFields:$issueFields token:$token){...IntegrationFields}}fragment IntegrationFields on Integration{id provider name notify includeInternal filter{statuses pages labelIds priorities}enabled disabledReason baseUrl repository projectKey issueType issueFields teamKey channelId email credentialHint inboundUrl pendingCount pausedUntil lastSuccessAt lastError lastErrorAt}" as unknown as TypedDocumentNode<UpdateIntegrationMutation, UpdateIntegrationMutationVariables>;

export const DeleteIntegrationDocument = "mutation DeleteIntegration($id:ID!){deleteIntegration(id:$id){id}}" as unknown as TypedDocumentNode<DeleteIntegrationMutation, DeleteIntegrationMutationVariables>;

export const TestIntegrationDocument = "mutation TestIntegration($id:ID!){testIntegration(id:$id){ok message}}" as unknown as TypedDocumentNode<TestIntegrationMutation, TestIntegrationMutationVariables>;

export const SendExistingDocument = "mutation SendExisting($integrationId:ID!){sendAnnotations(integrationId:$integrationId){...SendFields}}fragment SendFields on AnnotationSend{id status total sent failed pending createdAt}" as unknown as TypedDocumentNode<SendExistingMutation, SendExistingMutationVariables>;

export const CancelSendDocument = "mutation CancelSend($id:ID!){cancelAnnotationSend(id:$id){...SendFields}}fragment SendFields on AnnotationSend{id status total sent failed pending createdAt}" as unknown as TypedDocumentNode<CancelSendMutation, CancelSendMutationVariables>;
