// Written by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type Role =
  | 'owner'
  | 'admin'
  | 'editor'
  | 'viewer'
  | 'guest';

export type PipelineProvider =
  | 'github'
  | 'gitlab';

export type AccessTokenPreset =
  | 'read'
  | 'comment'
  | 'fix'
  | 'ci';

export type ProjectTokenRole =
  | 'editor'
  | 'viewer';

export type InvitationState =
  | 'pending'
  | 'expired'
  | 'accepted'
  | 'revoked'
  | 'replaced';

export type PublicAnnotations =
  | 'all'
  | 'own'
  | 'none';

export type PublicReplies =
  | 'all'
  | 'own'
  | 'none';

export type OverlayAudience =
  | 'everyone'
  | 'parameter'
  | 'members';

export type EnvironmentKind =
  | 'production'
  | 'staging'
  | 'development';

export type AnnotationStatus =
  | 'open'
  | 'in_progress'
  | 'resolved';

export type AnnotationSource =
  | 'api'
  | 'overlay'
  | 'import';

export type Visibility =
  | 'public'
  | 'internal';

export type AnchorState =
  | 'bound'
  | 'moved'
  | 'rebound'
  | 'orphaned';

export type AnnotationResolution =
  | 'fixed'
  | 'declined'
  | 'duplicate';

export type AnnotationPriority =
  | 'urgent'
  | 'high'
  | 'normal'
  | 'low';

export type AnnotationOrder =
  | 'newest'
  | 'oldest'
  | 'recently_updated'
  | 'priority'
  | 'due'
  | 'rank';

export type AnnotationCountKey =
  | 'status'
  | 'resolution'
  | 'priority'
  | 'assignee'
  | 'page'
  | 'label'
  | 'project';

export type IntegrationProvider =
  | 'slack'
  | 'discord'
  | 'github'
  | 'gitlab'
  | 'jira'
  | 'linear';

export type IntegrationNotice =
  | 'annotation'
  | 'reply'
  | 'status';

export type IntegrationDisabledReason =
  | 'refused'
  | 'failing';

export type IssueState =
  | 'open'
  | 'started'
  | 'closed';

export type ExportFormat =
  | 'csv'
  | 'json';

export type AnnotationHistoryKind =
  | 'content'
  | 'status'
  | 'assignee'
  | 'rebound'
  | 'anchor'
  | 'comment'
  | 'visibility'
  | 'resolution'
  | 'priority'
  | 'labels'
  | 'due'
  | 'answer';

export type NotificationKind =
  | 'annotation'
  | 'reply'
  | 'mention'
  | 'assignment'
  | 'status'
  | 'reopened'
  | 'regressed'
  | 'proof'
  | 'own_proof'
  | 'deployment'
  | 'due'
  | 'import';

export type WatchState =
  | 'watching'
  | 'unwatched'
  | 'muted';

export type NotificationChannel =
  | 'off'
  | 'in_app'
  | 'mail'
  | 'daily_digest'
  | 'weekly_digest';

export type PlanId =
  | 'self_hosted'
  | 'free'
  | 'team'
  | 'business';

export type PaidPlanId =
  | 'team'
  | 'business';

export type BillingProvider =
  | 'manual'
  | 'stripe';

export type SubscriptionStatus =
  | 'active'
  | 'past_due';

export type InvoiceStatus =
  | 'draft'
  | 'open'
  | 'paid'
  | 'void';

export type SnapshotStatus =
  | 'processing'
  | 'completed'
  | 'failed';

export type BrowserFeature =
  | 'webgl'
  | 'webgl2'
  | 'webgpu';

export type ScriptObstacle =
  | 'script_source'
  | 'script_nonce'
  | 'connections'
  | 'panel'
  | 'sandbox'
  | 'frame';

export type RegionKind =
  | 'changed'
  | 'inserted'
  | 'removed';

export type ShiftKind =
  | 'inserted'
  | 'removed';

export type ElementChangeKind =
  | 'added'
  | 'removed'
  | 'text'
  | 'moved'
  | 'resized'
  | 'recolored'
  | 'restyled'
  | 'relinked'
  | 'content';

export type VerdictKind =
  | 'changed'
  | 'unchanged'
  | 'gone'
  | 'regressed'
  | 'unknown';

export type ChangeEffect =
  | 'does_it'
  | 'changed_otherwise'
  | 'went_back';

export type ReviewDecision =
  | 'approved'
  | 'rejected';

export type AnnotationChangeKind =
  | 'created'
  | 'updated'
  | 'resolved'
  | 'rebound'
  | 'anchored'
  | 'deleted'
  | 'comment_added'
  | 'comment_updated'
  | 'comment_deleted'
  | 'imported';

export type SnapshotChangeKind =
  | 'created'
  | 'completed'
  | 'failed'
  | 'deleted';

export type DeploymentCaptureState =
  | 'queued'
  | 'capturing'
  | 'baseline'
  | 'unchanged'
  | 'changed'
  | 'failed'
  | 'skipped';

export type SuggestedEffect =
  | 'does_it'
  | 'does_not'
  | 'unclear';

export type ReporterAnswer =
  | 'good'
  | 'wrong';

export type DeploymentStatus =
  | 'queued'
  | 'running'
  | 'needs_review'
  | 'passed'
  | 'failed'
  | 'cancelled'
  | 'superseded';

export type AuditAction =
  | 'organization_changed'
  | 'organization_deleted'
  | 'member_joined'
  | 'member_role_changed'
  | 'member_projects_changed'
  | 'member_email_changed'
  | 'member_removed'
  | 'member_left'
  | 'member_login_linked'
  | 'member_login_unlinked'
  | 'member_erased'
  | 'member_exported'
  | 'visitor_erased'
  | 'visitor_exported'
  | 'invitation_created'
  | 'invitation_resent'
  | 'invitation_revoked'
  | 'access_token_created'
  | 'access_token_changed'
  | 'access_token_revoked'
  | 'app_connected'
  | 'app_disconnected'
  | 'project_created'
  | 'project_changed'
  | 'project_deleted'
  | 'project_key_rotated'
  | 'environment_created'
  | 'environment_changed'
  | 'environment_deleted'
  | 'baseline_accepted'
  | 'baselines_moved'
  | 'ignore_rule_created'
  | 'ignore_rule_deleted'
  | 'capture_credentials_set'
  | 'capture_credentials_deleted'
  | 'guard_retired'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_disabled'
  | 'webhook_deleted'
  | 'integration_created'
  | 'integration_changed'
  | 'integration_disabled'
  | 'integration_deleted'
  | 'subscription_changed'
  | 'invoice_paid'
  | 'invoice_voided';

export type FailedJobKind =
  | 'capture'
  | 'delivery';

export type InstallationPart =
  | 'mail'
  | 'storage'
  | 'captures'
  | 'backups';

export type InstallationCheckState =
  | 'works'
  | 'failing'
  | 'off'
  | 'unknown';

export type WebhookDeliveryState =
  | 'pending'
  | 'delivered'
  | 'exhausted'
  | 'cancelled';

export type WebhookDisabledReason =
  | 'gone'
  | 'failing';

export type AnnotationSendStatus =
  | 'running'
  | 'completed'
  | 'canceled';

export type AppPresetName =
  | 'read'
  | 'comment'
  | 'fix'
  | 'requested';

export type PageScript =
  | 'overlay'
  | 'embed';

export type PageOrder =
  | 'path'
  | 'open'
  | 'orphaned'
  | 'newest';

export type GuardState =
  | 'active'
  | 'returned'
  | 'retired';

export type FixState =
  | 'as_reported'
  | 'changed'
  | 'accepted'
  | 'gone'
  | 'unknown';

export type AnnotationTimelineKind =
  | 'look'
  | 'deployment'
  | 'status';

export type PipelineInput = {
  readonly provider: PipelineProvider;
  readonly issuer?: string | null | undefined;
  readonly repository: string;
  readonly refs: ReadonlyArray<string>;
  readonly pullRequests?: boolean | null | undefined;
};

export type BasicCredentialsInput = {
  readonly username: string;
  readonly password: string;
};

export type CredentialValueInput = {
  readonly name: string;
  readonly value: string;
};

export type IntegrationFilterInput = {
  readonly statuses?: ReadonlyArray<AnnotationStatus> | null | undefined;
  readonly pages?: ReadonlyArray<string> | null | undefined;
  readonly labelIds?: ReadonlyArray<string | number> | null | undefined;
  readonly priorities?: ReadonlyArray<AnnotationPriority> | null | undefined;
};

export type AnnotationFilter = {
  readonly text?: string | null | undefined;
  readonly numbers?: ReadonlyArray<number> | null | undefined;
  readonly projectIds?: ReadonlyArray<string | number> | null | undefined;
  readonly statuses?: ReadonlyArray<AnnotationStatus> | null | undefined;
  readonly resolutions?: ReadonlyArray<AnnotationResolution> | null | undefined;
  readonly assigneeIds?: ReadonlyArray<string | number> | null | undefined;
  readonly unassigned?: boolean | null | undefined;
  readonly mentionsMe?: boolean | null | undefined;
  readonly watchedByMe?: boolean | null | undefined;
  readonly unread?: boolean | null | undefined;
  readonly snoozed?: boolean | null | undefined;
  readonly authorIds?: ReadonlyArray<string | number> | null | undefined;
  readonly visitorEmail?: string | null | undefined;
  readonly source?: AnnotationSource | null | undefined;
  readonly anchorStates?: ReadonlyArray<AnchorState> | null | undefined;
  readonly environmentIds?: ReadonlyArray<string | number> | null | undefined;
  readonly pages?: ReadonlyArray<string> | null | undefined;
  readonly labelIds?: ReadonlyArray<string | number> | null | undefined;
  readonly priorities?: ReadonlyArray<AnnotationPriority> | null | undefined;
  readonly dueBefore?: unknown;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
  readonly updatedAfter?: string | null | undefined;
  readonly hasIssue?: boolean | null | undefined;
  readonly fixedIn?: ReadonlyArray<string | number> | null | undefined;
  readonly notFixedIn?: ReadonlyArray<string | number> | null | undefined;
};

export type AnnotationChangeInput = {
  readonly status?: AnnotationStatus | null | undefined;
  readonly resolution?: AnnotationResolution | null | undefined;
  readonly duplicateOfId?: string | number | null | undefined;
  readonly priority?: AnnotationPriority | null | undefined;
  readonly addLabelIds?: ReadonlyArray<string | number> | null | undefined;
  readonly removeLabelIds?: ReadonlyArray<string | number> | null | undefined;
  readonly dueOn?: unknown;
  readonly assigneeId?: string | number | null | undefined;
};

export type NotificationPreferenceInput = {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
};

export type ViewportInput = {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly deviceScaleFactor?: number | null | undefined;
};

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { readonly me: { readonly id: string, readonly name: string, readonly email: string, readonly emailVerifiedAt: string | null, readonly createdAt: string, readonly oidcLinkedAt: string | null } | null, readonly loginOptions: { readonly oidc: { readonly name: string } | null } | null };

export type UpdateMeMutationVariables = Exact<{
  name?: string | null | undefined;
  email?: string | null | undefined;
  currentPassword?: string | null | undefined;
}>;


export type UpdateMeMutation = { readonly updateMe: { readonly id: string, readonly name: string, readonly email: string, readonly emailVerifiedAt: string | null } };

export type ChangePasswordMutationVariables = Exact<{
  currentPassword: string;
  newPassword: string;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly changed: boolean } };

export type UnlinkOidcMutationVariables = Exact<{
  currentPassword: string;
}>;


export type UnlinkOidcMutation = { readonly unlinkOidc: { readonly id: string, readonly oidcLinkedAt: string | null } };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { readonly sessions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly lastUsedAt: string, readonly userAgent: string | null, readonly ip: string | null }> } | null };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { readonly endSession: { readonly id: string } };

export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { readonly notificationSettings: { readonly mails: boolean, readonly timeZone: string, readonly digestHour: number, readonly digestWeekday: number, readonly bouncedAt: string | null, readonly preferences: ReadonlyArray<{ readonly kind: NotificationKind, readonly channel: NotificationChannel }> } | null };

export type UpdateNotificationSettingsMutationVariables = Exact<{
  preferences?: ReadonlyArray<NotificationPreferenceInput> | NotificationPreferenceInput | null | undefined;
  mails?: boolean | null | undefined;
  timeZone?: string | null | undefined;
  digestHour?: number | null | undefined;
  digestWeekday?: number | null | undefined;
}>;


export type UpdateNotificationSettingsMutation = { readonly updateNotificationSettings: { readonly mails: boolean } };

export type ProjectNotificationsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectNotificationsQuery = { readonly projectNotificationSettings: { readonly projectId: string, readonly preferences: ReadonlyArray<{ readonly kind: NotificationKind, readonly channel: NotificationChannel, readonly isOverridden: boolean }> } | null };

export type SetProjectNotificationsMutationVariables = Exact<{
  projectId: string | number;
  preferences: ReadonlyArray<NotificationPreferenceInput> | NotificationPreferenceInput;
}>;


export type SetProjectNotificationsMutation = { readonly setProjectNotificationSettings: { readonly projectId: string } };

export type ExportMyDataMutationVariables = Exact<{ [key: string]: never; }>;


export type ExportMyDataMutation = { readonly exportMyData: { readonly url: string, readonly expiresAt: string } };

export type DeleteAccountMutationVariables = Exact<{
  currentPassword: string;
}>;


export type DeleteAccountMutation = { readonly deleteAccount: { readonly annotations: number } };

export type AppRequestQueryVariables = Exact<{
  code: string;
  isDevice: boolean;
}>;


export type AppRequestQuery = { readonly appRequest: { readonly code: string, readonly clientId: string, readonly clientName: string | null, readonly isBuiltIn: boolean, readonly redirectHost: string | null, readonly presets: ReadonlyArray<{ readonly name: AppPresetName, readonly actions: ReadonlyArray<string> }> } | null };

export type GrantableProjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type GrantableProjectsQuery = { readonly me: { readonly id: string, readonly email: string, readonly memberships: ReadonlyArray<{ readonly organization: { readonly id: string, readonly name: string, readonly projects: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null } }> } | null };

export type AllowAppRequestMutationVariables = Exact<{
  code: string;
  isDevice: boolean;
  actions: ReadonlyArray<string> | string;
  allProjects?: boolean | null | undefined;
  projectIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  expiresAt: string;
}>;


export type AllowAppRequestMutation = { readonly allowAppRequest: { readonly redirectTo: string | null } };

export type DenyAppRequestMutationVariables = Exact<{
  code: string;
  isDevice: boolean;
}>;


export type DenyAppRequestMutation = { readonly denyAppRequest: { readonly redirectTo: string | null } };

export type ConnectedAppsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConnectedAppsQuery = { readonly connectedApps: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly clientId: string, readonly redirectHost: string | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null }> } | null };

export type DisconnectAppMutationVariables = Exact<{
  id: string | number;
}>;


export type DisconnectAppMutation = { readonly disconnectApp: { readonly id: string } };

export type InvitationByTokenQueryVariables = Exact<{
  token: string;
}>;


export type InvitationByTokenQuery = { readonly invitationByToken: { readonly state: InvitationState, readonly organizationName: string | null, readonly inviterName: string | null, readonly inviterEmail: string | null, readonly email: string | null, readonly role: Role | null, readonly expiresAt: string | null } | null };

export type ComparisonViewFragment = { readonly id: string, readonly baselineId: string, readonly comparisonId: string, readonly diffPercentage: number, readonly diffPixels: number, readonly width: number, readonly height: number, readonly diffImageUrl: string, readonly browsersDiffer: boolean | null, readonly isComplete: boolean | null, readonly regions: ReadonlyArray<{ readonly kind: RegionKind, readonly x: number, readonly y: number, readonly width: number, readonly height: number, readonly pixels: number, readonly elements: ReadonlyArray<{ readonly selector: string, readonly tag: string, readonly kinds: ReadonlyArray<ElementChangeKind>, readonly before: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null, readonly after: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null }> }>, readonly shifts: ReadonlyArray<{ readonly kind: ShiftKind, readonly y: number, readonly rows: number }> };

export type ReadComparisonQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadComparisonQuery = { readonly comparison: ComparisonViewFragment | null };

export type SnapshotPairQueryVariables = Exact<{
  before: string | number;
  after: string | number;
}>;


export type SnapshotPairQuery = { readonly before: SnapshotCardFragment | null, readonly after: SnapshotCardFragment | null };

export type StoredComparisonsQueryVariables = Exact<{
  snapshotId: string | number;
}>;


export type StoredComparisonsQuery = { readonly comparisons: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly baselineId: string, readonly comparisonId: string }> } | null };

export type CompareSnapshotsMutationVariables = Exact<{
  baselineId: string | number;
  comparisonId: string | number;
}>;


export type CompareSnapshotsMutation = { readonly compareSnapshots: ComparisonViewFragment };

export type SnapshotCardFragment = { readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly isCut: boolean, readonly missingFeatures: ReadonlyArray<BrowserFeature>, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null };

export type SnapshotsQueryVariables = Exact<{
  projectId: string | number;
  first: number;
  url?: string | null | undefined;
  environmentId?: string | number | null | undefined;
  viewportWidth?: number | null | undefined;
  status?: SnapshotStatus | null | undefined;
}>;


export type SnapshotsQuery = { readonly project: { readonly id: string, readonly name: string, readonly snapshots: { readonly nodes: ReadonlyArray<SnapshotCardFragment>, readonly pageInfo: { readonly hasNextPage: boolean } } | null } | null };

export type SnapshotChangesSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type SnapshotChangesSubscription = { readonly snapshotChanged: { readonly kind: SnapshotChangeKind, readonly snapshotId: string, readonly snapshot: SnapshotCardFragment | null } };

export type OrderCaptureMutationVariables = Exact<{
  projectId: string | number;
  url: string;
  viewport?: ViewportInput | null | undefined;
  fullPage?: boolean | null | undefined;
}>;


export type OrderCaptureMutation = { readonly createSnapshot: SnapshotCardFragment };

export type AnnotationCropFragment = { readonly id: string, readonly sentPicture: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null };

export type AnnotationUnreadFragment = { readonly id: string, readonly isUnread: boolean, readonly snoozedUntil: string | null };

export type AnnotationFixesFragment = { readonly id: string, readonly fixes: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> };

export type AnnotationRowFragment = { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null, readonly claim: { readonly name: string, readonly until: string } | null };

export type AnnotationListQueryVariables = Exact<{
  projectId: string | number;
  filter?: AnnotationFilter | null | undefined;
  orderBy?: AnnotationOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
  crops: boolean;
}>;


export type AnnotationListQuery = { readonly annotations: { readonly nodes: ReadonlyArray<(
      AnnotationRowFragment
      & AnnotationUnreadFragment
    ) & { readonly id?: string, readonly sentPicture?: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null } & { readonly id?: string, readonly fixes?: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type OrganizationListQueryVariables = Exact<{
  organizationId: string | number;
  filter?: AnnotationFilter | null | undefined;
  orderBy?: AnnotationOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
  crops: boolean;
}>;


export type OrganizationListQuery = { readonly annotations: { readonly nodes: ReadonlyArray<(
      AnnotationRowFragment
      & AnnotationUnreadFragment
    ) & { readonly id?: string, readonly sentPicture?: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null } & { readonly id?: string, readonly fixes?: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CountsQueryVariables = Exact<{
  organizationId: string | number;
  filter?: AnnotationFilter | null | undefined;
  by: AnnotationCountKey;
}>;


export type CountsQuery = { readonly annotationCounts: ReadonlyArray<{ readonly key: string | null, readonly count: number, readonly isExact: boolean }> | null };

export type ExportListMutationVariables = Exact<{
  organizationId: string | number;
  filter?: AnnotationFilter | null | undefined;
  orderBy?: AnnotationOrder | null | undefined;
  format: ExportFormat;
}>;


export type ExportListMutation = { readonly exportAnnotations: { readonly url: string } };

export type AnnotationProjectQueryVariables = Exact<{
  id: string | number;
}>;


export type AnnotationProjectQuery = { readonly annotation: { readonly id: string, readonly projectId: string } | null };

export type AnnotationChangedSubscriptionVariables = Exact<{
  projectId?: string | number | null | undefined;
  organizationId?: string | number | null | undefined;
  crops: boolean;
}>;


export type AnnotationChangedSubscription = { readonly annotationChanged: { readonly kind: AnnotationChangeKind, readonly commentId: string | null, readonly annotation: AnnotationRowFragment & { readonly id?: string, readonly fixes?: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> } } };

export type SetStatusMutationVariables = Exact<{
  id: string | number;
  status: AnnotationStatus;
}>;


export type SetStatusMutation = { readonly setAnnotationStatus: AnnotationRowFragment };

export type AssignMutationVariables = Exact<{
  id: string | number;
  assigneeId?: string | number | null | undefined;
}>;


export type AssignMutation = { readonly assignAnnotation: AnnotationRowFragment };

export type SetVisibilityMutationVariables = Exact<{
  id: string | number;
  visibility: Visibility;
}>;


export type SetVisibilityMutation = { readonly setAnnotationVisibility: AnnotationRowFragment };

export type ChangeAnnotationsMutationVariables = Exact<{
  organizationId: string | number;
  ids: ReadonlyArray<string | number> | string | number;
  change: AnnotationChangeInput;
}>;


export type ChangeAnnotationsMutation = { readonly updateAnnotations: ReadonlyArray<{ readonly id: string, readonly isChanged: boolean, readonly error: { readonly message: string } | null }> };

export type DeleteAnnotationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteAnnotationMutation = { readonly deleteAnnotation: { readonly id: string, readonly deleted: boolean } };

export type MoveMutationVariables = Exact<{
  id: string | number;
  status: AnnotationStatus;
  after?: string | number | null | undefined;
}>;


export type MoveMutation = { readonly moveAnnotation: AnnotationRowFragment };

export type CapturedPagesQueryVariables = Exact<{
  projectId: string | number;
}>;


export type CapturedPagesQuery = { readonly pages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly urls: ReadonlyArray<string> }> } | null };

export type GuardFieldsFragment = { readonly id: string, readonly annotationId: string, readonly environmentId: string, readonly url: string, readonly state: GuardState, readonly isPaused: boolean, readonly reportedUrl: string | null, readonly acceptedUrl: string | null, readonly checkedAt: string, readonly reason: string | null, readonly viewport: { readonly width: number } };

export type GuardsQueryVariables = Exact<{
  projectId: string | number;
  state?: GuardState | null | undefined;
  after?: string | null | undefined;
}>;


export type GuardsQuery = { readonly guards: { readonly nodes: ReadonlyArray<(
      { readonly annotation: { readonly id: string, readonly number: number, readonly content: string } | null }
      & GuardFieldsFragment
    )>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RetireGuardMutationVariables = Exact<{
  id: string | number;
  reason: string;
}>;


export type RetireGuardMutation = { readonly retireGuard: GuardFieldsFragment };

export type MeantFragment = { readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly point: { readonly x: number, readonly y: number } | null };

export type MemberSettingsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type MemberSettingsQuery = { readonly members: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly userId: string, readonly name: string, readonly email: string, readonly role: Role, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string }> } | null };

export type ChangeMemberMutationVariables = Exact<{
  organizationId: string | number;
  memberId: string | number;
  role: Role;
  allProjects?: boolean | null | undefined;
  projectIds?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type ChangeMemberMutation = { readonly changeMemberRole: { readonly id: string, readonly role: Role, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string> } };

export type CreateInvitationMutationVariables = Exact<{
  organizationId: string | number;
  email: string;
  role: Role;
  allProjects?: boolean | null | undefined;
  projectIds?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type CreateInvitationMutation = { readonly createInvitation: { readonly id: string, readonly email: string, readonly link: string | null } };

export type FeedQueryVariables = Exact<{
  organizationId: string | number;
  first: number;
  crops: boolean;
}>;


export type FeedQuery = { readonly notifications: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: NotificationKind, readonly projectId: string, readonly projectName: string, readonly annotationId: string | null, readonly deploymentId: string | null, readonly number: number | null, readonly excerpt: string | null, readonly actorName: string | null, readonly createdAt: string, readonly readAt: string | null, readonly annotation: { readonly id: string, readonly status: AnnotationStatus } & { readonly id?: string, readonly sentPicture?: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } } | null };

export type UnreadQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type UnreadQuery = { readonly unreadNotifications: { readonly count: number } | null };

export type ReceivedSubscriptionVariables = Exact<{
  organizationId: string | number;
}>;


export type ReceivedSubscription = { readonly notificationReceived: { readonly unreadCount: number, readonly notification: { readonly id: string, readonly annotationId: string | null, readonly excerpt: string | null, readonly actorName: string | null, readonly kind: NotificationKind } | null } };

export type MarkReadMutationVariables = Exact<{
  organizationId: string | number;
  ids?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type MarkReadMutation = { readonly markNotificationsRead: { readonly count: number } };

export type MarkThreadReadMutationVariables = Exact<{
  id: string | number;
}>;


export type MarkThreadReadMutation = { readonly markThreadRead: { readonly count: number } };

export type WatchMutationVariables = Exact<{
  id: string | number;
  state: WatchState;
}>;


export type WatchMutation = { readonly watchAnnotation: { readonly id: string, readonly isWatching: boolean, readonly isMuted: boolean } };

export type SnoozeMutationVariables = Exact<{
  id: string | number;
  until?: string | null | undefined;
}>;


export type SnoozeMutation = { readonly snoozeAnnotation: { readonly id: string, readonly snoozedUntil: string | null, readonly isUnread: boolean } };

export type TokenFieldsFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly role: Role | null, readonly actions: ReadonlyArray<string>, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedNetwork: string | null, readonly lastUsedClient: string | null, readonly pipeline: { readonly repository: string, readonly refs: ReadonlyArray<string> } | null };

export type PersonalTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type PersonalTokensQuery = { readonly personalTokens: { readonly nodes: ReadonlyArray<TokenFieldsFragment> } | null };

export type ProjectTokensQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type ProjectTokensQuery = { readonly projectTokens: { readonly nodes: ReadonlyArray<TokenFieldsFragment> } | null };

export type CreatePersonalTokenMutationVariables = Exact<{
  name: string;
  preset: AccessTokenPreset;
  expiresAt: string;
}>;


export type CreatePersonalTokenMutation = { readonly createPersonalToken: (
    { readonly token: string | null }
    & TokenFieldsFragment
  ) };

export type CreateProjectTokenMutationVariables = Exact<{
  organizationId: string | number;
  projectIds: ReadonlyArray<string | number> | string | number;
  role: ProjectTokenRole;
  name: string;
  preset: AccessTokenPreset;
  expiresAt: string;
  pipeline?: PipelineInput | null | undefined;
}>;


export type CreateProjectTokenMutation = { readonly createProjectToken: (
    { readonly token: string | null }
    & TokenFieldsFragment
  ) };

export type RevokePersonalTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokePersonalTokenMutation = { readonly revokePersonalToken: { readonly id: string } };

export type RevokeProjectTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeProjectTokenMutation = { readonly revokeProjectToken: { readonly id: string } };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { readonly me: { readonly id: string, readonly name: string, readonly email: string, readonly emailVerifiedAt: string | null, readonly isInstallationAdministrator: boolean, readonly memberships: ReadonlyArray<{ readonly organization: { readonly id: string, readonly name: string, readonly viewerActions: ReadonlyArray<string> | null, readonly viewerRole: Role | null } }> } | null, readonly loginOptions: { readonly sendsMail: boolean } | null };

export type RequestEmailVerificationMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestEmailVerificationMutation = { readonly requestEmailVerification: { readonly accepted: boolean } };

export type ProjectsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type ProjectsQuery = { readonly projects: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly projectKey: string, readonly organizationId: string }> } | null };

export type MembersQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type MembersQuery = { readonly members: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly userId: string, readonly name: string, readonly role: Role }> } | null, readonly serviceAccounts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

export type CreateProjectMutationVariables = Exact<{
  organizationId: string | number;
  name: string;
}>;


export type CreateProjectMutation = { readonly createProject: { readonly id: string, readonly name: string } };

export type ProjectOrganizationQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectOrganizationQuery = { readonly project: { readonly id: string, readonly name: string, readonly organizationId: string } | null };

export type LabelsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type LabelsQuery = { readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly name: string, readonly color: string }> } | null };

export type ProjectEnvironmentsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectEnvironmentsQuery = { readonly environments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly url: string }> } | null };

export type ViewsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type ViewsQuery = { readonly annotationViews: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly userId: string, readonly name: string, readonly filter: Record<string, unknown>, readonly orderBy: AnnotationOrder, readonly isShared: boolean, readonly createdAt: string }> } | null };

export type CreateLabelMutationVariables = Exact<{
  projectId: string | number;
  name: string;
  color: string;
}>;


export type CreateLabelMutation = { readonly createLabel: { readonly id: string, readonly projectId: string, readonly name: string, readonly color: string } };

export type SaveViewMutationVariables = Exact<{
  organizationId: string | number;
  name: string;
  filter?: AnnotationFilter | null | undefined;
  orderBy?: AnnotationOrder | null | undefined;
  isShared?: boolean | null | undefined;
}>;


export type SaveViewMutation = { readonly createAnnotationView: { readonly id: string } };

export type ShareViewMutationVariables = Exact<{
  id: string | number;
  isShared: boolean;
}>;


export type ShareViewMutation = { readonly updateAnnotationView: { readonly id: string, readonly isShared: boolean } };

export type DeleteViewMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteViewMutation = { readonly deleteAnnotationView: { readonly id: string } };

export type DeploymentNumbersFragment = { readonly captures: number, readonly finishedCaptures: number, readonly failedCaptures: number, readonly newBaselines: number, readonly doesIt: number, readonly changedOtherwise: number, readonly wentBack: number, readonly changes: number, readonly unchanged: number, readonly unknown: number, readonly explained: number, readonly unexplained: number, readonly unreviewed: number };

export type DeploymentRowFragment = { readonly id: string, readonly projectId: string, readonly environmentId: string, readonly commit: string, readonly branch: string | null, readonly status: DeploymentStatus, readonly createdAt: string, readonly counts: DeploymentNumbersFragment };

export type DeploymentsQueryVariables = Exact<{
  projectId: string | number;
  environmentId?: string | number | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type DeploymentsQuery = { readonly deployments: { readonly nodes: ReadonlyArray<DeploymentRowFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type DeploymentChangedSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type DeploymentChangedSubscription = { readonly deploymentChanged: { readonly deploymentId: string, readonly deployment: DeploymentRowFragment | null } };

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

export type ReportCaptureFragment = { readonly id: string, readonly url: string, readonly state: DeploymentCaptureState, readonly error: string | null, readonly comparisonId: string | null, readonly viewport: { readonly width: number, readonly deviceScaleFactor: number }, readonly snapshot: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null, readonly baseline: { readonly id: string, readonly imageUrl: string | null, readonly height: number | null, readonly createdAt: string } | null };

export type ReportVerdictFragment = { readonly id: string, readonly captureId: string | null, readonly annotationId: string, readonly verdict: VerdictKind, readonly effect: ChangeEffect | null, readonly overallEffect: ChangeEffect | null, readonly reason: string | null, readonly isLiteralMet: boolean | null, readonly evidence: Record<string, unknown>, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly beforeViewport: { readonly width: number } | null, readonly suggestion: { readonly effect: SuggestedEffect, readonly reason: string } | null, readonly annotation: { readonly id: string, readonly number: number, readonly content: string, readonly status: AnnotationStatus, readonly assigneeId: string | null } | null };

export type ReportChangeFragment = { readonly id: string, readonly captureId: string, readonly selector: string | null, readonly tag: string | null, readonly kinds: ReadonlyArray<string>, readonly before: Record<string, unknown> | null, readonly after: Record<string, unknown> | null, readonly likeness: string, readonly annotationIds: ReadonlyArray<string>, readonly guardedIds: ReadonlyArray<string>, readonly decision: ReviewDecision | null, readonly reviewId: string | null, readonly region: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly since: { readonly commit: string, readonly createdAt: string } | null };

export type ReportFragment = { readonly id: string, readonly projectId: string, readonly commit: string, readonly branch: string | null, readonly url: string | null, readonly status: DeploymentStatus, readonly error: string | null, readonly supersededById: string | null, readonly replacedById: string | null, readonly isReviewable: boolean, readonly createdAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly environment: { readonly id: string, readonly name: string }, readonly counts: DeploymentNumbersFragment, readonly verdicts: ReadonlyArray<ReportVerdictFragment>, readonly changes: ReadonlyArray<ReportChangeFragment>, readonly captures: { readonly nodes: ReadonlyArray<ReportCaptureFragment> } | null };

export type DeploymentReportQueryVariables = Exact<{
  id: string | number;
}>;


export type DeploymentReportQuery = { readonly deployment: ReportFragment | null };

export type ReportShiftsQueryVariables = Exact<{
  id: string | number;
}>;


export type ReportShiftsQuery = { readonly comparison: { readonly id: string, readonly shifts: ReadonlyArray<{ readonly kind: ShiftKind, readonly y: number, readonly rows: number }> } | null };

export type ReviewDeploymentMutationVariables = Exact<{
  id: string | number;
  decision: ReviewDecision;
  changeIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  annotationIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  alike?: boolean | null | undefined;
  explained?: boolean | null | undefined;
}>;


export type ReviewDeploymentMutation = { readonly reviewDeployment: { readonly id: string } };

export type RecaptureDeploymentMutationVariables = Exact<{
  id: string | number;
}>;


export type RecaptureDeploymentMutation = { readonly recaptureDeployment: { readonly id: string, readonly status: DeploymentStatus } };

export type UndoReviewMutationVariables = Exact<{
  id: string | number;
}>;


export type UndoReviewMutation = { readonly undoReview: { readonly id: string } };

export type InstallationOverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationOverviewQuery = { readonly installation: { readonly version: string, readonly nodeVersion: string, readonly postgresVersion: string, readonly users: number, readonly organizations: number, readonly projects: number, readonly storedBytes: number, readonly databaseBytes: number, readonly pendingBackfills: ReadonlyArray<string>, readonly browser: string | null, readonly browserReleasedAt: string | null, readonly isBrowserOutdated: boolean } | null };

export type InstallationChecksQueryVariables = Exact<{
  part?: InstallationPart | null | undefined;
}>;


export type InstallationChecksQuery = { readonly installationChecks: ReadonlyArray<{ readonly part: InstallationPart, readonly state: InstallationCheckState, readonly message: string }> | null };

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

export type BillingUsageQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type BillingUsageQuery = { readonly billingUsage: { readonly organizationId: string, readonly plan: PlanId, readonly periodEnd: string, readonly projects: { readonly used: number, readonly limit: number | null }, readonly members: { readonly used: number, readonly limit: number | null }, readonly snapshots: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly events: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } | null, readonly plans: ReadonlyArray<{ readonly id: PlanId, readonly name: string, readonly priceCents: number, readonly currency: string, readonly limits: { readonly projects: number, readonly members: number, readonly snapshots: number, readonly events: number } | null }> | null };

export type BillingSubscriptionQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type BillingSubscriptionQuery = { readonly billingSubscription: { readonly organizationId: string, readonly plan: PlanId, readonly pendingPlan: PlanId | null, readonly status: SubscriptionStatus, readonly provider: BillingProvider, readonly currentPeriodEnd: string | null, readonly cancelAtPeriodEnd: boolean, readonly acceptsCards: boolean } | null, readonly invoices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: string | null, readonly status: InvoiceStatus, readonly currency: string, readonly totalCents: number, readonly periodStart: string, readonly periodEnd: string, readonly createdAt: string, readonly pdfUrl: string | null }> } | null };

export type ChangePlanMutationVariables = Exact<{
  organizationId: string | number;
  plan: PlanId;
}>;


export type ChangePlanMutation = { readonly changePlan: { readonly organizationId: string, readonly plan: PlanId, readonly pendingPlan: PlanId | null } };

export type CancelSubscriptionMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type CancelSubscriptionMutation = { readonly cancelSubscription: { readonly organizationId: string, readonly cancelAtPeriodEnd: boolean } };

export type ResumeSubscriptionMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type ResumeSubscriptionMutation = { readonly resumeSubscription: { readonly organizationId: string, readonly cancelAtPeriodEnd: boolean } };

export type StartCheckoutMutationVariables = Exact<{
  organizationId: string | number;
  plan: PaidPlanId;
}>;


export type StartCheckoutMutation = { readonly startCheckout: { readonly url: string } };

export type OpenBillingPortalMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type OpenBillingPortalMutation = { readonly openBillingPortal: { readonly url: string } };

export type OrganizationDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type OrganizationDetailQuery = { readonly organization: { readonly id: string, readonly name: string, readonly slug: string, readonly role: Role } | null };

export type UpdateOrganizationMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  slug?: string | null | undefined;
}>;


export type UpdateOrganizationMutation = { readonly updateOrganization: { readonly id: string, readonly name: string, readonly slug: string } };

export type DeleteOrganizationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteOrganizationMutation = { readonly deleteOrganization: { readonly id: string } };

export type RemoveMemberMutationVariables = Exact<{
  organizationId: string | number;
  memberId: string | number;
}>;


export type RemoveMemberMutation = { readonly removeMember: { readonly id: string } };

export type InvitationsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type InvitationsQuery = { readonly invitations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string, readonly role: Role, readonly allProjects: boolean, readonly projectIds: ReadonlyArray<string>, readonly expiresAt: string, readonly mailedAt: string | null, readonly link: string | null }> } | null };

export type ResendInvitationMutationVariables = Exact<{
  organizationId: string | number;
  invitationId: string | number;
}>;


export type ResendInvitationMutation = { readonly resendInvitation: { readonly id: string, readonly expiresAt: string, readonly link: string | null } };

export type RevokeInvitationMutationVariables = Exact<{
  organizationId: string | number;
  invitationId: string | number;
}>;


export type RevokeInvitationMutation = { readonly revokeInvitation: { readonly id: string } };

export type AuditTrailQueryVariables = Exact<{
  organizationId: string | number;
  action?: AuditAction | null | undefined;
  actorId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditTrailQuery = { readonly auditTrail: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly action: AuditAction, readonly targetType: string, readonly targetName: string, readonly changes: Record<string, unknown>, readonly via: string | null, readonly ip: string, readonly userAgent: string | null, readonly createdAt: string, readonly actor: { readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ExportVisitorMutationVariables = Exact<{
  organizationId: string | number;
  email: string;
}>;


export type ExportVisitorMutation = { readonly exportVisitor: { readonly url: string, readonly expiresAt: string } };

export type EraseVisitorMutationVariables = Exact<{
  organizationId: string | number;
  email: string;
}>;


export type EraseVisitorMutation = { readonly eraseVisitor: { readonly annotations: number, readonly comments: number } };

export type CaptureFragment = { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly status: SnapshotStatus, readonly error: string | null, readonly width: number | null, readonly height: number | null, readonly httpStatus: number | null, readonly createdAt: string, readonly completedAt: string | null, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number } };

export type PageListQueryVariables = Exact<{
  projectId: string | number;
  text?: string | null | undefined;
  environmentId?: string | number | null | undefined;
  orderBy?: PageOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type PageListQuery = { readonly pages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly url: string, readonly title: string | null, readonly open: number, readonly inProgress: number, readonly resolved: number, readonly orphaned: number, readonly views: number | null, readonly latestSnapshots: ReadonlyArray<(
        { readonly thumbnailUrl: string | null }
        & CaptureFragment
      )> | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type PageOfUrlQueryVariables = Exact<{
  projectId: string | number;
  url: string;
}>;


export type PageOfUrlQuery = { readonly pages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly url: string, readonly urls: ReadonlyArray<string>, readonly title: string | null, readonly views: number | null, readonly latestSnapshots: ReadonlyArray<(
        { readonly imageUrl: string | null }
        & CaptureFragment
      )> | null }> } | null };

export type PictureQueryVariables = Exact<{
  id: string | number;
}>;


export type PictureQuery = { readonly snapshot: (
    { readonly imageUrl: string | null, readonly recordUrl: string | null, readonly isComplete: boolean | null, readonly isCut: boolean, readonly missingFeatures: ReadonlyArray<BrowserFeature>, readonly fullPage: boolean, readonly waitForSelector: string | null, readonly delay: number, readonly hideSelectors: ReadonlyArray<string>, readonly freeze: boolean, readonly pins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly annotationId: string, readonly state: AnchorState, readonly reason: string | null, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } | null, readonly meant: MeantFragment | null }> } | null }
    & CaptureFragment
  ) | null };

export type CaptureDatesQueryVariables = Exact<{
  projectId: string | number;
  url: string;
  viewportWidth: number;
}>;


export type CaptureDatesQuery = { readonly snapshots: { readonly data: ReadonlyArray<CaptureFragment> } | null };

export type CaptureStateQueryVariables = Exact<{
  id: string | number;
}>;


export type CaptureStateQuery = { readonly snapshot: CaptureFragment | null };

export type ClicksQueryVariables = Exact<{
  projectId: string | number;
  url: string;
  minViewportWidth?: number | null | undefined;
  maxViewportWidth?: number | null | undefined;
}>;


export type ClicksQuery = { readonly clickMap: { readonly clicks: number, readonly points: ReadonlyArray<{ readonly x: number, readonly y: number, readonly clicks: number }>, readonly elements: ReadonlyArray<{ readonly selector: string, readonly clicks: number, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } | null }>, readonly viewports: ReadonlyArray<{ readonly width: number, readonly clicks: number }>, readonly structure: { readonly viewport: Record<string, unknown> } | null } | null };

export type EmbedSeenQueryVariables = Exact<{
  projectId: string | number;
}>;


export type EmbedSeenQuery = { readonly project: { readonly id: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> | null } | null };

export type CapturePageMutationVariables = Exact<{
  projectId: string | number;
  url: string;
  viewport?: ViewportInput | null | undefined;
  fullPage?: boolean | null | undefined;
  waitForSelector?: string | null | undefined;
  delay?: number | null | undefined;
  hideSelectors?: ReadonlyArray<string> | string | null | undefined;
  freeze?: boolean | null | undefined;
}>;


export type CapturePageMutation = { readonly createSnapshot: { readonly id: string, readonly status: SnapshotStatus } };

export type CommentOnPictureMutationVariables = Exact<{
  projectId: string | number;
  url: string;
  snapshotId: string | number;
  x: number;
  y: number;
  content: string;
  visibility: Visibility;
}>;


export type CommentOnPictureMutation = { readonly createAnnotation: AnnotationRowFragment };

export type MovePinMutationVariables = Exact<{
  id: string | number;
  domFingerprint: Record<string, unknown>;
}>;


export type MovePinMutation = { readonly rebindAnnotation: AnnotationRowFragment };

export type CaptureChangedSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type CaptureChangedSubscription = { readonly snapshotChanged: { readonly kind: SnapshotChangeKind, readonly snapshotId: string, readonly snapshot: CaptureFragment | null } };

export type PanelQueryVariables = Exact<{
  projectId: string | number;
}>;


export type PanelQuery = { readonly project: { readonly id: string, readonly name: string, readonly viewerRole: Role | null, readonly viewerActions: ReadonlyArray<string> | null, readonly organization: { readonly id: string, readonly name: string } } | null };

export type PagePinsQueryVariables = Exact<{
  projectId: string | number;
  filter?: AnnotationFilter | null | undefined;
}>;


export type PagePinsQuery = { readonly annotations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly status: AnnotationStatus, readonly visibility: Visibility, readonly metadata: Record<string, unknown>, readonly domFingerprint: Record<string, unknown>, readonly position_x: number, readonly position_y: number }> } | null };

export type MovePinFromPageMutationVariables = Exact<{
  id: string | number;
  domFingerprint: Record<string, unknown>;
}>;


export type MovePinFromPageMutation = { readonly rebindAnnotation: AnnotationRowFragment };

export type CreateFirstEnvironmentMutationVariables = Exact<{
  projectId: string | number;
  name: string;
  url: string;
}>;


export type CreateFirstEnvironmentMutation = { readonly createEnvironment: { readonly id: string } };

export type NameTeamMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type NameTeamMutation = { readonly updateOrganization: { readonly id: string, readonly name: string } };

export type PermitPanelMutationVariables = Exact<{
  projectId: string | number;
  origins: ReadonlyArray<string> | string;
}>;


export type PermitPanelMutation = { readonly updateProject: { readonly id: string } };

export type WithdrawProjectMutationVariables = Exact<{
  projectId: string | number;
}>;


export type WithdrawProjectMutation = { readonly deleteProject: { readonly id: string } };

export type CorrectSiteMutationVariables = Exact<{
  id: string | number;
  url: string;
}>;


export type CorrectSiteMutation = { readonly updateEnvironment: { readonly id: string, readonly url: string } };

export type CaptureFirstPageMutationVariables = Exact<{
  projectId: string | number;
  url: string;
}>;


export type CaptureFirstPageMutation = { readonly createSnapshot: { readonly id: string } };

export type FirstCaptureFragment = { readonly id: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly imageUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly isCut: boolean, readonly scriptObstacles: ReadonlyArray<ScriptObstacle>, readonly environment: { readonly id: string } | null };

export type InstallQueryVariables = Exact<{
  projectId: string | number;
  audience: OverlayAudience;
}>;


export type InstallQuery = { readonly project: { readonly id: string, readonly name: string, readonly panelOrigins: ReadonlyArray<string>, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> | null, readonly environments: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null, readonly snapshots: { readonly nodes: ReadonlyArray<FirstCaptureFragment> } | null } | null, readonly embedScript: { readonly script: string, readonly overlayScript: string } | null };

export type ScriptsSeenSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type ScriptsSeenSubscription = { readonly scriptsChanged: { readonly projectId: string, readonly scripts: ReadonlyArray<{ readonly script: PageScript, readonly origin: string }> } };

export type CaptureOfSiteSubscriptionVariables = Exact<{
  projectId: string | number;
}>;


export type CaptureOfSiteSubscription = { readonly snapshotChanged: { readonly kind: SnapshotChangeKind, readonly snapshotId: string, readonly snapshot: FirstCaptureFragment | null } };

export type IntegrationFieldsFragment = { readonly id: string, readonly provider: IntegrationProvider, readonly name: string, readonly notify: ReadonlyArray<IntegrationNotice>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: IntegrationDisabledReason | null, readonly baseUrl: string | null, readonly repository: string | null, readonly projectKey: string | null, readonly issueType: string | null, readonly issueFields: Record<string, unknown> | null, readonly teamKey: string | null, readonly channelId: string | null, readonly email: string | null, readonly credentialHint: string, readonly inboundUrl: string | null, readonly pendingCount: number, readonly pausedUntil: string | null, readonly lastSuccessAt: string | null, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly filter: { readonly statuses: ReadonlyArray<AnnotationStatus> | null, readonly pages: ReadonlyArray<string> | null, readonly labelIds: ReadonlyArray<string> | null, readonly priorities: ReadonlyArray<AnnotationPriority> | null } };

export type SendFieldsFragment = { readonly id: string, readonly status: AnnotationSendStatus, readonly total: number, readonly sent: number, readonly failed: number, readonly pending: number, readonly createdAt: string };

export type IntegrationSettingsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type IntegrationSettingsQuery = { readonly integrations: { readonly nodes: ReadonlyArray<IntegrationFieldsFragment> } | null };

export type IntegrationDetailQueryVariables = Exact<{
  id: string | number;
  projectId: string | number;
}>;


export type IntegrationDetailQuery = { readonly integration: IntegrationFieldsFragment | null, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly name: string, readonly color: string }> } | null, readonly annotationSends: { readonly nodes: ReadonlyArray<SendFieldsFragment> } | null };

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


export type UpdateIntegrationMutation = { readonly updateIntegration: IntegrationFieldsFragment };

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


export type SendExistingMutation = { readonly sendAnnotations: SendFieldsFragment };

export type CancelSendMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelSendMutation = { readonly cancelAnnotationSend: SendFieldsFragment };

export type ProjectSettingsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectSettingsQuery = { readonly project: { readonly id: string, readonly name: string, readonly slug: string, readonly organizationId: string, readonly projectKey: string, readonly publicFeedback: boolean, readonly allowedOrigins: ReadonlyArray<string>, readonly snapshotRetention: number, readonly respectDoNotTrack: boolean, readonly captureComments: boolean, readonly hideWebdriver: boolean, readonly publicAnnotations: PublicAnnotations, readonly publicReplies: PublicReplies, readonly panelOrigins: ReadonlyArray<string>, readonly previewHosts: ReadonlyArray<string>, readonly viewerRole: Role | null, readonly viewerActions: ReadonlyArray<string> | null } | null };

export type UpdateProjectMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  slug?: string | null | undefined;
  publicFeedback?: boolean | null | undefined;
  allowedOrigins?: ReadonlyArray<string> | string | null | undefined;
  snapshotRetention?: number | null | undefined;
  respectDoNotTrack?: boolean | null | undefined;
  captureComments?: boolean | null | undefined;
  hideWebdriver?: boolean | null | undefined;
  publicAnnotations?: PublicAnnotations | null | undefined;
  publicReplies?: PublicReplies | null | undefined;
  panelOrigins?: ReadonlyArray<string> | string | null | undefined;
  previewHosts?: ReadonlyArray<string> | string | null | undefined;
}>;


export type UpdateProjectMutation = { readonly updateProject: { readonly id: string, readonly name: string, readonly slug: string, readonly publicFeedback: boolean, readonly allowedOrigins: ReadonlyArray<string>, readonly snapshotRetention: number, readonly respectDoNotTrack: boolean, readonly captureComments: boolean, readonly hideWebdriver: boolean, readonly publicAnnotations: PublicAnnotations, readonly publicReplies: PublicReplies, readonly panelOrigins: ReadonlyArray<string>, readonly previewHosts: ReadonlyArray<string> } };

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
  filter: AnnotationFilter;
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
  filter: AnnotationFilter;
}>;


export type LabeledAnnotationsQuery = { readonly annotations: { readonly nodes: ReadonlyArray<{ readonly id: string }> } | null };

export type MergeLabelMutationVariables = Exact<{
  organizationId: string | number;
  ids: ReadonlyArray<string | number> | string | number;
  change: AnnotationChangeInput;
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
  dateSystem: number;
  comments: ReadonlyArray<unknown> | unknown;
  dryRun: boolean;
}>;


export type ImportCommentsMutation = { readonly importComments: { readonly imported: number, readonly skipped: number, readonly failed: ReadonlyArray<{ readonly index: number, readonly message: string }>, readonly preview: ReadonlyArray<{ readonly index: number, readonly isNew: boolean, readonly item: Record<string, unknown> }> | null } };

export type WebhookFieldsFragment = { readonly id: string, readonly projectId: string | null, readonly url: string, readonly events: ReadonlyArray<string>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: WebhookDisabledReason | null, readonly previousSecretExpiresAt: string | null, readonly createdAt: string };

export type DeliveryFieldsFragment = { readonly id: string, readonly webhookId: string, readonly eventId: string, readonly type: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly createdAt: string, readonly deliveredAt: string | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly duration: number, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null }> };

export type WebhookSettingsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type WebhookSettingsQuery = { readonly webhooks: { readonly data: ReadonlyArray<(
      { readonly lastDelivery: { readonly id: string, readonly state: WebhookDeliveryState, readonly createdAt: string } | null }
      & WebhookFieldsFragment
    )> } | null };

export type WebhookDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookDetailQuery = { readonly webhook: WebhookFieldsFragment | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: string | number;
  state?: WebhookDeliveryState | null | undefined;
  page?: number | null | undefined;
}>;


export type WebhookDeliveriesQuery = { readonly webhookDeliveries: { readonly data: ReadonlyArray<DeliveryFieldsFragment>, readonly pagination: { readonly total: number, readonly totalPages: number } } | null };

export type CreateWebhookMutationVariables = Exact<{
  organizationId: string | number;
  projectId?: string | number | null | undefined;
  url: string;
  events: ReadonlyArray<string> | string;
  includeInternal?: boolean | null | undefined;
}>;


export type CreateWebhookMutation = { readonly createWebhook: (
    { readonly secret: string | null }
    & WebhookFieldsFragment
  ) };

export type UpdateWebhookMutationVariables = Exact<{
  id: string | number;
  url?: string | null | undefined;
  events?: ReadonlyArray<string> | string | null | undefined;
  enabled?: boolean | null | undefined;
  includeInternal?: boolean | null | undefined;
}>;


export type UpdateWebhookMutation = { readonly updateWebhook: WebhookFieldsFragment };

export type DeleteWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: { readonly id: string } };

export type TestWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type TestWebhookMutation = { readonly testWebhook: DeliveryFieldsFragment };

export type RedeliverMutationVariables = Exact<{
  id: string | number;
  deliveryId: string | number;
}>;


export type RedeliverMutation = { readonly redeliverWebhookDelivery: DeliveryFieldsFragment };

export type DeliveryChangedSubscriptionVariables = Exact<{
  webhookId: string | number;
}>;


export type DeliveryChangedSubscription = { readonly webhookDeliveryChanged: DeliveryFieldsFragment };

export type VerifyFixMutationVariables = Exact<{
  id: string | number;
}>;


export type VerifyFixMutation = { readonly verifyFix: { readonly id: string } };

export type FixVerdictQueryVariables = Exact<{
  id: string | number;
  snapshotId: string | number;
}>;


export type FixVerdictQuery = { readonly fixVerdict: { readonly id: string | null, readonly annotationId: string, readonly snapshotId: string, readonly verdict: VerdictKind | null, readonly effect: ChangeEffect | null, readonly reason: string | null, readonly evidence: Record<string, unknown>, readonly beforeUrl: string | null, readonly afterUrl: string | null } | null };

export type ResolveWithProofMutationVariables = Exact<{
  id: string | number;
  verdictId: string | number;
}>;


export type ResolveWithProofMutation = { readonly setAnnotationStatus: AnnotationRowFragment };

export type ThreadVerdictFragment = { readonly id: string, readonly verdict: VerdictKind, readonly resolvedAt: string | null, readonly evidence: Record<string, unknown>, readonly isLiteralMet: boolean | null, readonly isDisputed: boolean, readonly answer: ReporterAnswer | null, readonly otherChangeCount: number, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly createdAt: string };

export type ElementHistoryQueryVariables = Exact<{
  id: string | number;
  pins: boolean;
}>;


export type ElementHistoryQuery = { readonly annotation: { readonly id: string, readonly number: number, readonly status: AnnotationStatus, readonly fixes: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState, readonly since: string, readonly viewport: { readonly width: number } }>, readonly guards?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly annotationId: string, readonly environmentId: string, readonly url: string, readonly state: GuardState, readonly isPaused: boolean, readonly reportedUrl: string | null, readonly acceptedUrl: string | null, readonly checkedAt: string, readonly reason: string | null, readonly viewport: { readonly width: number } }> } | null, readonly proof: ThreadVerdictFragment | null, readonly timeline?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: AnnotationTimelineKind, readonly createdAt: string, readonly pin: { readonly id: string, readonly state: AnchorState, readonly cropUrl: string | null, readonly snapshot: { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly viewport: { readonly width: number } } | null } | null, readonly deployment: { readonly id: string, readonly commit: string } | null, readonly verdicts: ReadonlyArray<{ readonly id: string, readonly verdict: VerdictKind, readonly effect: ChangeEffect | null, readonly suggestion: { readonly effect: SuggestedEffect, readonly reason: string } | null }>, readonly change: { readonly id: string, readonly kind: AnnotationHistoryKind, readonly after: unknown } | null }> } | null } | null };

export type LastPlaceQueryVariables = Exact<{
  id: string | number;
}>;


export type LastPlaceQuery = { readonly vanishedElement: { readonly annotationId: string, readonly lastSeenAt: string | null, readonly missingSince: string | null, readonly beforeUrl: string | null, readonly currentUrl: string | null, readonly standing: { readonly tag: string, readonly text: string } | null, readonly lastSnapshot: { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly viewport: { readonly width: number } } | null } | null };

export type ThreadFileFragment = { readonly id: string, readonly commentId: string | null, readonly name: string, readonly contentType: string, readonly size: number, readonly url: string | null };

export type ThreadQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadQuery = { readonly annotation: (
    { readonly mentions: ReadonlyArray<string>, readonly isUnread: boolean, readonly snoozedUntil: string | null, readonly link: string, readonly appLink: string, readonly metadata: Record<string, unknown>, readonly domFingerprint: Record<string, unknown>, readonly isWatching: boolean, readonly isMuted: boolean, readonly anchor: { readonly state: AnchorState, readonly checkedAt: string }, readonly lastSeen: { readonly imageUrl: string, readonly scale: number, readonly at: string, readonly meant: MeantFragment | null } | null, readonly sentPicture: { readonly url: string, readonly isDrawn: boolean } | null, readonly diagnostics: { readonly elementId: string | null, readonly browser: { readonly userAgent: string | null, readonly language: string | null, readonly pixelRatio: number | null, readonly colorScheme: string | null, readonly online: boolean | null, readonly viewport: { readonly width: number, readonly height: number } | null, readonly screen: { readonly width: number, readonly height: number } | null } | null, readonly console: ReadonlyArray<{ readonly level: string | null, readonly text: string }>, readonly requests: ReadonlyArray<{ readonly url: string, readonly status: number | null }>, readonly source: ReadonlyArray<{ readonly file: string, readonly line: number | null, readonly component: string | null }> } | null, readonly environment: { readonly id: string, readonly name: string } | null, readonly attachments: ReadonlyArray<ThreadFileFragment>, readonly watchers: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly externalIssues: ReadonlyArray<{ readonly integrationId: string, readonly provider: IntegrationProvider, readonly key: string, readonly url: string, readonly state: IssueState }>, readonly author: { readonly email: string | null }, readonly comments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly parentId: string | null, readonly content: string, readonly visibility: Visibility, readonly byOtherVisitor: boolean, readonly mentions: ReadonlyArray<string>, readonly createdAt: string, readonly updatedAt: string, readonly author: { readonly id: string | null, readonly name: string | null }, readonly attachments: ReadonlyArray<ThreadFileFragment> }> } }
    & AnnotationRowFragment
  ) | null };

export type ThreadBriefQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadBriefQuery = { readonly annotation: { readonly id: string, readonly brief: string | null } | null };

export type ThreadPinsQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadPinsQuery = { readonly annotation: { readonly id: string, readonly snapshotPins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly styles: Record<string, unknown> | null, readonly cropUrl: string | null, readonly snapshot: { readonly id: string, readonly url: string, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number }, readonly environment: { readonly id: string, readonly name: string } | null } | null }> } | null } | null };

export type IssueTrackersQueryVariables = Exact<{
  projectId: string | number;
}>;


export type IssueTrackersQuery = { readonly issueTrackers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly provider: IntegrationProvider, readonly name: string }> } | null };

export type CreateIssueMutationVariables = Exact<{
  annotationId: string | number;
  integrationId: string | number;
}>;


export type CreateIssueMutation = { readonly createIssue: { readonly key: string, readonly url: string } };

export type AnnounceFileMutationVariables = Exact<{
  id: string | number;
  commentId: string | number;
  name: string;
  contentType: string;
}>;


export type AnnounceFileMutation = { readonly createAttachment: { readonly id: string, readonly uploadUrl: string } };

export type DeleteFileMutationVariables = Exact<{
  id: string | number;
  attachmentId: string | number;
}>;


export type DeleteFileMutation = { readonly deleteAttachment: { readonly id: string } };

export type ThreadHistoryQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadHistoryQuery = { readonly annotationHistory: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: AnnotationHistoryKind, readonly before: unknown, readonly after: unknown, readonly createdAt: string, readonly actor: { readonly id: string, readonly name: string } | null }> } | null };

export type ThreadTrailQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadTrailQuery = { readonly annotationTrail: ReadonlyArray<{ readonly type: string, readonly at: string, readonly url: string, readonly selector: string | null, readonly text: string | null }> | null };

export type CandidatesQueryVariables = Exact<{
  id: string | number;
}>;


export type CandidatesQuery = { readonly annotation: { readonly id: string, readonly anchor: { readonly state: AnchorState, readonly checkedAt: string, readonly candidates: ReadonlyArray<{ readonly fingerprint: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } }> }, readonly snapshotPins: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } | null, readonly snapshot: { readonly id: string, readonly url: string, readonly imageUrl: string | null, readonly environmentId: string | null, readonly createdAt: string, readonly viewport: { readonly width: number, readonly deviceScaleFactor: number } } | null }> } | null } | null };

export type ConfirmCandidateMutationVariables = Exact<{
  id: string | number;
  domFingerprint: Record<string, unknown>;
}>;


export type ConfirmCandidateMutation = { readonly rebindAnnotation: AnnotationRowFragment };

export type AddReplyMutationVariables = Exact<{
  id: string | number;
  content: string;
  visibility?: Visibility | null | undefined;
  mentions?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type AddReplyMutation = { readonly addComment: { readonly id: string } };

export type DeleteReplyMutationVariables = Exact<{
  id: string | number;
  commentId: string | number;
}>;


export type DeleteReplyMutation = { readonly deleteComment: { readonly id: string } };

export type ChangeReplyMutationVariables = Exact<{
  id: string | number;
  commentId: string | number;
  content: string;
}>;


export type ChangeReplyMutation = { readonly updateComment: { readonly id: string, readonly content: string, readonly updatedAt: string } };

export type ChangeTextMutationVariables = Exact<{
  id: string | number;
  content: string;
}>;


export type ChangeTextMutation = { readonly updateAnnotation: { readonly id: string, readonly content: string, readonly updatedAt: string } };

export type ThreadSourceQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadSourceQuery = { readonly locate: { readonly annotationId: string, readonly candidates: ReadonlyArray<{ readonly file: string, readonly line: number | null, readonly component: string | null, readonly confidence: number, readonly url: string | null }> } | null };
