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

export type LabelsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type LabelsQuery = { readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly projectId: string, readonly name: string, readonly color: string }> } | null };

export type ProjectEnvironmentsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectEnvironmentsQuery = { readonly environments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }> } | null };

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

export const LabelsDocument = "query Labels($projectId:ID!){labels(projectId:$projectId first:500){nodes{id projectId name color}}}" as unknown as TypedDocumentNode<LabelsQuery, LabelsQueryVariables>;

export const ProjectEnvironmentsDocument = "query ProjectEnvironments($projectId:ID!){environments(projectId:$projectId first:500){nodes{id name}}}" as unknown as TypedDocumentNode<ProjectEnvironmentsQuery, ProjectEnvironmentsQueryVariables>;

export const ViewsDocument = "query Views($organizationId:ID!){annotationViews(organizationId:$organizationId first:500){nodes{id userId name filter orderBy isShared createdAt}}}" as unknown as TypedDocumentNode<ViewsQuery, ViewsQueryVariables>;

export const CreateLabelDocument = "mutation CreateLabel($projectId:ID!$name:String!$color:String!){createLabel(projectId:$projectId name:$name color:$color){id projectId name color}}" as unknown as TypedDocumentNode<CreateLabelMutation, CreateLabelMutationVariables>;

export const SaveViewDocument = "mutation SaveView($organizationId:ID!$name:String!$filter:AnnotationFilter$orderBy:AnnotationOrder$isShared:Boolean){createAnnotationView(organizationId:$organizationId name:$name filter:$filter orderBy:$orderBy isShared:$isShared){id}}" as unknown as TypedDocumentNode<SaveViewMutation, SaveViewMutationVariables>;

export const ShareViewDocument = "mutation ShareView($id:ID!$isShared:Boolean!){updateAnnotationView(id:$id isShared:$isShared){id isShared}}" as unknown as TypedDocumentNode<ShareViewMutation, ShareViewMutationVariables>;

export const DeleteViewDocument = "mutation DeleteView($id:ID!){deleteAnnotationView(id:$id){id}}" as unknown as TypedDocumentNode<DeleteViewMutation, DeleteViewMutationVariables>;
