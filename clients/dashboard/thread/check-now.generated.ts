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

/** Change of the element of an annotation between two captures. */
export type VerdictKind =
  /** Text, look or content changed. `effect` says whether that does what the annotation says. */
  | 'changed'
  /** It looks as before. It may have moved. */
  | 'unchanged'
  /** It is not on the page any more. */
  | 'gone'
  /** It was accepted, and looks as reported again. */
  | 'regressed'
  /** It cannot be told; `reason` says why. */
  | 'unknown';

/** Effect of a change on an annotation, by rules that read its text and the element's text and styles. */
export type ChangeEffect =
  /** Literal texts that it states are met, and the properties that it names moved in the stated direction. */
  | 'does_it'
  /** Something changed. Whether that answers it, a person must say. */
  | 'changed_otherwise'
  /** The reported look is there again. */
  | 'went_back';

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


export type ResolveWithProofMutation = { readonly setAnnotationStatus: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

export const VerifyFixDocument = "mutation VerifyFix($id:ID!){verifyFix(id:$id){id}}" as unknown as TypedDocumentNode<VerifyFixMutation, VerifyFixMutationVariables>;

export const FixVerdictDocument = "query FixVerdict($id:ID!$snapshotId:ID!){fixVerdict(id:$id snapshotId:$snapshotId){id annotationId snapshotId verdict effect reason evidence beforeUrl afterUrl}}" as unknown as TypedDocumentNode<FixVerdictQuery, FixVerdictQueryVariables>;

export const ResolveWithProofDocument = "mutation ResolveWithProof($id:ID!$verdictId:ID!){setAnnotationStatus(id:$id status:resolved verdictId:$verdictId){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<ResolveWithProofMutation, ResolveWithProofMutationVariables>;
