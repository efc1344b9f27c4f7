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

/** Origin of an annotation. */
export type AnnotationSource =
  /** Created by a member over the API. */
  | 'api'
  /** Created in the overlay by a visitor or a member. */
  | 'overlay'
  /** Imported from another tool. */
  | 'import';

/** Readers of an annotation or a reply. */
export type Visibility =
  /** Everyone who can read the project, guests and visitors included. */
  | 'public'
  /** Members above guest, and webhooks and integrations with `includeInternal`. */
  | 'internal';

/** State of the connection between pin and element. */
export type AnchorState =
  /** The pin is on its original element. */
  | 'bound'
  /** Re-anchoring found `candidates`; a person must choose one (rebind). */
  | 'moved'
  /** The pin was attached to another element. */
  | 'rebound'
  /** Re-anchoring did not find the element. */
  | 'orphaned';

/** Reason why an annotation is resolved. */
export type AnnotationResolution =
  /** The requested change was made. Resolving without a resolution means this. */
  | 'fixed'
  /** The requested change will not be made. */
  | 'declined'
  /** Another annotation requests the same. */
  | 'duplicate';

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

/** Order of a list of annotations. */
export type AnnotationOrder =
  /** Latest creation first. */
  | 'newest'
  /** Earliest creation first. */
  | 'oldest'
  /** Latest change of the annotation or its thread first. */
  | 'recently_updated'
  /** Most urgent first, then newest. */
  | 'priority'
  /** Earliest due date first, those without one last, then newest. */
  | 'due'
  /** As moved with moveAnnotation within a status; new annotations first. Of one project only. */
  | 'rank';

/** Property that annotations are counted by. */
export type AnnotationCountKey =
  /** Keys are values of AnnotationStatus. */
  | 'status'
  /** Keys are values of AnnotationResolution; null: not resolved. */
  | 'resolution'
  /** Keys are values of AnnotationPriority. */
  | 'priority'
  /** Keys are user IDs; null: unassigned. */
  | 'assignee'
  /** Keys are normalized URLs; the 1 000 pages with the most annotations. */
  | 'page'
  /** Keys are UUIDs of labels; annotations with several labels count for each. */
  | 'label'
  /** Keys are UUIDs of projects. */
  | 'project';

/** Kind of change of an annotation. */
export type AnnotationChangeKind =
  /** The annotation was created, or became public. */
  | 'created'
  /** The text, status or assignee changed; for members, also that it became internal. */
  | 'updated'
  /** The status changed to resolved. */
  | 'resolved'
  /** The pin was attached to another element. */
  | 'rebound'
  /** Re-anchoring changed the anchor: the element was moved, lost or found again. */
  | 'anchored'
  /** The annotation was deleted; for guests and visitors, also that it became internal. */
  | 'deleted'
  /** A reply was added. */
  | 'comment_added'
  /** The text of a reply changed. */
  | 'comment_updated'
  /** A reply was deleted. */
  | 'comment_deleted'
  /** Many annotations were imported: reload the list. */
  | 'imported';

/** State of an annotation's element in one environment and viewport. */
export type FixState =
  /** It looks as it did when it was captured first, or does so again. */
  | 'as_reported'
  /** It changed, and nobody has accepted the change. */
  | 'changed'
  /** It has the accepted look. */
  | 'accepted'
  /** It is not on the page any more, and nobody has accepted that. */
  | 'gone'
  /** No deployment could tell. */
  | 'unknown';

/** Annotations that match every given member; of a list, any item. Lists have 1–100 items. IDs of other organizations match nothing. */
export type AnnotationFilter = {
  /** Words of the text, the public or readable replies, the address of the page or the name of the author, at most 200 characters. Every word must occur, or be the start of a word. `#12` finds the annotation with the number. */
  readonly text?: string | null | undefined;
  /** Numbers within the project. */
  readonly numbers?: ReadonlyArray<number> | null | undefined;
  /** Projects. */
  readonly projectIds?: ReadonlyArray<string | number> | null | undefined;
  /** Statuses. */
  readonly statuses?: ReadonlyArray<AnnotationStatus> | null | undefined;
  /** Reasons of resolution. */
  readonly resolutions?: ReadonlyArray<AnnotationResolution> | null | undefined;
  /** User IDs of assigned members. */
  readonly assigneeIds?: ReadonlyArray<string | number> | null | undefined;
  /** True: without an assignee; together with assigneeIds, those too. False: as if omitted. */
  readonly unassigned?: boolean | null | undefined;
  /** True: mentions the authenticated user in its text, or in a reply that the user can read. False: as if omitted. */
  readonly mentionsMe?: boolean | null | undefined;
  /** True: watched by the authenticated user. False: as if omitted. */
  readonly watchedByMe?: boolean | null | undefined;
  /** True: watched by the authenticated user, with an unread notification. False: as if omitted. */
  readonly unread?: boolean | null | undefined;
  /** User IDs of authors. */
  readonly authorIds?: ReadonlyArray<string | number> | null | undefined;
  /** E-mail address that a visitor left. FORBIDDEN for guests. */
  readonly visitorEmail?: string | null | undefined;
  /** Origin. */
  readonly source?: AnnotationSource | null | undefined;
  /** States of the connection to the element. */
  readonly anchorStates?: ReadonlyArray<AnchorState> | null | undefined;
  /** Environments. */
  readonly environmentIds?: ReadonlyArray<string | number> | null | undefined;
  /** URLs of pages, compared as in `annotations(url)`. */
  readonly pages?: ReadonlyArray<string> | null | undefined;
  /** Labels. */
  readonly labelIds?: ReadonlyArray<string | number> | null | undefined;
  /** Priorities. */
  readonly priorities?: ReadonlyArray<AnnotationPriority> | null | undefined;
  /** Due before this day; never matches without a due date. */
  readonly dueBefore?: unknown;
  /** Created after this time. */
  readonly createdAfter?: string | null | undefined;
  /** Created before this time, which is after createdAfter. */
  readonly createdBefore?: string | null | undefined;
  /** Changed after this time, as far as the reader can see: the annotation or its thread. */
  readonly updatedAfter?: string | null | undefined;
  /** Whether an issue in a tracker is linked. FORBIDDEN for guests. */
  readonly hasIssue?: boolean | null | undefined;
  /** Environments: the element has the accepted look in one of them, in a viewport at least, and the reported look in none. */
  readonly fixedIn?: ReadonlyArray<string | number> | null | undefined;
  /** Environments: fixed in none of them in the sense of fixedIn. */
  readonly notFixedIn?: ReadonlyArray<string | number> | null | undefined;
};

/** Change of annotations: the given members. At least one. */
export type AnnotationChangeInput = {
  /** The new status. resolved means fixed by default. */
  readonly status?: AnnotationStatus | null | undefined;
  /** Resolves with this reason. */
  readonly resolution?: AnnotationResolution | null | undefined;
  /** Resolves as duplicate of this annotation, of the same project. */
  readonly duplicateOfId?: string | number | null | undefined;
  /** The new priority. */
  readonly priority?: AnnotationPriority | null | undefined;
  /** Labels of the project to add. An annotation has at most 20. */
  readonly addLabelIds?: ReadonlyArray<string | number> | null | undefined;
  /** Labels to remove, at most 20. */
  readonly removeLabelIds?: ReadonlyArray<string | number> | null | undefined;
  /** Day on which it is due; null for none. */
  readonly dueOn?: unknown;
  /** User ID of a member who has the project; null unassigns. */
  readonly assigneeId?: string | number | null | undefined;
};

export type AnnotationListQueryVariables = Exact<{
  projectId: string | number;
  filter?: AnnotationFilter | null | undefined;
  orderBy?: AnnotationOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
  crops: boolean;
}>;


export type AnnotationListQuery = { readonly annotations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } & { readonly id?: string, readonly sentPicture?: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null } & { readonly id?: string, readonly fixes?: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type OrganizationListQueryVariables = Exact<{
  organizationId: string | number;
  filter?: AnnotationFilter | null | undefined;
  orderBy?: AnnotationOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
  crops: boolean;
}>;


export type OrganizationListQuery = { readonly annotations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } & { readonly id?: string, readonly sentPicture?: { readonly url: string, readonly isDrawn: boolean } | null, readonly snapshotPins?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly state: AnchorState, readonly thumbnailUrl: string | null }> } | null } & { readonly id?: string, readonly fixes?: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CountsQueryVariables = Exact<{
  organizationId: string | number;
  filter?: AnnotationFilter | null | undefined;
  by: AnnotationCountKey;
}>;


export type CountsQuery = { readonly annotationCounts: ReadonlyArray<{ readonly key: string | null, readonly count: number, readonly isExact: boolean }> | null };

export type AnnotationProjectQueryVariables = Exact<{
  id: string | number;
}>;


export type AnnotationProjectQuery = { readonly annotation: { readonly id: string, readonly projectId: string } | null };

export type AnnotationChangedSubscriptionVariables = Exact<{
  projectId?: string | number | null | undefined;
  organizationId?: string | number | null | undefined;
  crops: boolean;
}>;


export type AnnotationChangedSubscription = { readonly annotationChanged: { readonly kind: AnnotationChangeKind, readonly commentId: string | null, readonly annotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } & { readonly id?: string, readonly fixes?: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState }> } } };

export type SetStatusMutationVariables = Exact<{
  id: string | number;
  status: AnnotationStatus;
}>;


export type SetStatusMutation = { readonly setAnnotationStatus: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export type AssignMutationVariables = Exact<{
  id: string | number;
  assigneeId?: string | number | null | undefined;
}>;


export type AssignMutation = { readonly assignAnnotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export type SetVisibilityMutationVariables = Exact<{
  id: string | number;
  visibility: Visibility;
}>;


export type SetVisibilityMutation = { readonly setAnnotationVisibility: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

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


export type MoveMutation = { readonly moveAnnotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export const AnnotationListDocument = "query AnnotationList($projectId:ID!$filter:AnnotationFilter$orderBy:AnnotationOrder$first:Int!$after:String$crops:Boolean!){annotations(projectId:$projectId filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...AnnotationRow ...AnnotationCrop@include(if:$crops)...AnnotationFixes@include(if:$crops)}pageInfo{hasNextPage endCursor}}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}fragment AnnotationCrop on Annotation{id sentPicture{url isDrawn}snapshotPins(first:4){nodes{id state thumbnailUrl}}}fragment AnnotationFixes on Annotation{id fixes{environmentId state}}" as unknown as TypedDocumentNode<AnnotationListQuery, AnnotationListQueryVariables>;

export const OrganizationListDocument = "query OrganizationList($organizationId:ID!$filter:AnnotationFilter$orderBy:AnnotationOrder$first:Int!$after:String$crops:Boolean!){annotations:organizationAnnotations(organizationId:$organizationId filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...AnnotationRow ...AnnotationCrop@include(if:$crops)...AnnotationFixes@include(if:$crops)}pageInfo{hasNextPage endCursor}}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}fragment AnnotationCrop on Annotation{id sentPicture{url isDrawn}snapshotPins(first:4){nodes{id state thumbnailUrl}}}fragment AnnotationFixes on Annotation{id fixes{environmentId state}}" as unknown as TypedDocumentNode<OrganizationListQuery, OrganizationListQueryVariables>;

export const CountsDocument = "query Counts($organizationId:ID!$filter:AnnotationFilter$by:AnnotationCountKey!){annotationCounts(organizationId:$organizationId filter:$filter by:$by){key count isExact}}" as unknown as TypedDocumentNode<CountsQuery, CountsQueryVariables>;

export const AnnotationProjectDocument = "query AnnotationProject($id:ID!){annotation(id:$id){id projectId}}" as unknown as TypedDocumentNode<AnnotationProjectQuery, AnnotationProjectQueryVariables>;

export const AnnotationChangedDocument = "subscription AnnotationChanged($projectId:ID$organizationId:ID$crops:Boolean!){annotationChanged(projectId:$projectId organizationId:$organizationId){kind annotation{...AnnotationRow ...AnnotationFixes@include(if:$crops)}commentId}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}fragment AnnotationFixes on Annotation{id fixes{environmentId state}}" as unknown as TypedDocumentNode<AnnotationChangedSubscription, AnnotationChangedSubscriptionVariables>;

export const SetStatusDocument = "mutation SetStatus($id:ID!$status:AnnotationStatus!){setAnnotationStatus(id:$id status:$status){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<SetStatusMutation, SetStatusMutationVariables>;

export const AssignDocument = "mutation Assign($id:ID!$assigneeId:ID){assignAnnotation(id:$id assigneeId:$assigneeId){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<AssignMutation, AssignMutationVariables>;

export const SetVisibilityDocument = "mutation SetVisibility($id:ID!$visibility:Visibility!){setAnnotationVisibility(id:$id visibility:$visibility){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<SetVisibilityMutation, SetVisibilityMutationVariables>;

export const ChangeAnnotationsDocument = "mutation ChangeAnnotations($organizationId:ID!$ids:[ID!]!$change:AnnotationChangeInput!){updateAnnotations(organizationId:$organizationId ids:$ids change:$change){id isChanged error{message}}}" as unknown as TypedDocumentNode<ChangeAnnotationsMutation, ChangeAnnotationsMutationVariables>;

export const DeleteAnnotationDocument = "mutation DeleteAnnotation($id:ID!){deleteAnnotation(id:$id){id deleted}}" as unknown as TypedDocumentNode<DeleteAnnotationMutation, DeleteAnnotationMutationVariables>;

export const MoveDocument = "mutation Move($id:ID!$status:AnnotationStatus!$after:ID){moveAnnotation(id:$id status:$status after:$after){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<MoveMutation, MoveMutationVariables>;
