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


export type MovePinFromPageMutation = { readonly rebindAnnotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export const PanelDocument = "query Panel($projectId:ID!){project(id:$projectId){id name viewerRole viewerActions organization{id name}}}" as unknown as TypedDocumentNode<PanelQuery, PanelQueryVariables>;

export const PagePinsDocument = "query PagePins($projectId:ID!$filter:AnnotationFilter){annotations(projectId:$projectId filter:$filter first:100){nodes{id number status visibility metadata domFingerprint position_x position_y}}}" as unknown as TypedDocumentNode<PagePinsQuery, PagePinsQueryVariables>;

export const MovePinFromPageDocument = "mutation MovePinFromPage($id:ID!$domFingerprint:JSONObject!){rebindAnnotation(id:$id domFingerprint:$domFingerprint){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<MovePinFromPageMutation, MovePinFromPageMutationVariables>;
