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

/** Kind of change. */
export type AnnotationHistoryKind =
  /** The text changed. */
  | 'content'
  /** The status changed. */
  | 'status'
  /** The assignee changed; values are user IDs. */
  | 'assignee'
  /** The pin was attached to another element; values are fingerprints. */
  | 'rebound'
  /** Re-anchoring changed the state: { state, confidence }, in `after` with the number of candidates. */
  | 'anchor'
  /** A reply was changed or deleted: { id, content }. After a deletion, `after` is null, and its content is removed from all entries. */
  | 'comment'
  /** The visibility changed: public or internal. */
  | 'visibility'
  /** The resolution changed: { resolution, duplicateOfId }, or null while not resolved. For guests, duplicateOfId is null. */
  | 'resolution'
  /** The priority changed. */
  | 'priority'
  /** The labels changed; values are lists of UUIDs. */
  | 'labels'
  /** The due date changed; values are dates, or null. */
  | 'due'
  /** The person who reported it answered the proof of its fix: `after` is good or wrong. */
  | 'answer';

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

/** Effect of a change on a comment, as a model sees it. */
export type SuggestedEffect =
  /** The change does what the comment asks. */
  | 'does_it'
  /** The change does something else. */
  | 'does_not'
  /** The model cannot tell. */
  | 'unclear';

/** Answer of the reporter of an annotation to the proof of its fix. */
export type ReporterAnswer =
  /** The person says that it is done. */
  | 'good'
  /** The person says that it is still wrong, which reopened the annotation. */
  | 'wrong';

/** State of a guard. */
export type GuardState =
  /** Each deployment compares the element with the accepted look. */
  | 'active'
  /** The reported look came back, which reopened the annotation. */
  | 'returned'
  /** Somebody ended it. */
  | 'retired';

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

/** Kind of an entry of a timeline. */
export type AnnotationTimelineKind =
  /** A look of the element, in a range of snapshots of a viewport: `pin`. */
  | 'look'
  /** A deployment that judged the annotation: `deployment` and `verdicts`. */
  | 'deployment'
  /** A change of the status: `change`. */
  | 'status';

export type ThreadVerdictFragment = { readonly id: string, readonly verdict: VerdictKind, readonly resolvedAt: string | null, readonly evidence: Record<string, unknown>, readonly isLiteralMet: boolean | null, readonly isDisputed: boolean, readonly answer: ReporterAnswer | null, readonly otherChangeCount: number, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly createdAt: string };

export type ElementHistoryQueryVariables = Exact<{
  id: string | number;
  pins: boolean;
}>;


export type ElementHistoryQuery = { readonly annotation: { readonly id: string, readonly number: number, readonly status: AnnotationStatus, readonly fixes: ReadonlyArray<{ readonly environmentId: string, readonly state: FixState, readonly since: string, readonly viewport: { readonly width: number } }>, readonly guards?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly annotationId: string, readonly environmentId: string, readonly url: string, readonly state: GuardState, readonly isPaused: boolean, readonly reportedUrl: string | null, readonly acceptedUrl: string | null, readonly checkedAt: string, readonly reason: string | null, readonly viewport: { readonly width: number } }> } | null, readonly proof: { readonly id: string, readonly verdict: VerdictKind, readonly resolvedAt: string | null, readonly evidence: Record<string, unknown>, readonly isLiteralMet: boolean | null, readonly isDisputed: boolean, readonly answer: ReporterAnswer | null, readonly otherChangeCount: number, readonly beforeUrl: string | null, readonly afterUrl: string | null, readonly createdAt: string } | null, readonly timeline?: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: AnnotationTimelineKind, readonly createdAt: string, readonly pin: { readonly id: string, readonly state: AnchorState, readonly cropUrl: string | null, readonly snapshot: { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly viewport: { readonly width: number } } | null } | null, readonly deployment: { readonly id: string, readonly commit: string } | null, readonly verdicts: ReadonlyArray<{ readonly id: string, readonly verdict: VerdictKind, readonly effect: ChangeEffect | null, readonly suggestion: { readonly effect: SuggestedEffect, readonly reason: string } | null }>, readonly change: { readonly id: string, readonly kind: AnnotationHistoryKind, readonly after: unknown } | null }> } | null } | null };

export type LastPlaceQueryVariables = Exact<{
  id: string | number;
}>;


export type LastPlaceQuery = { readonly vanishedElement: { readonly annotationId: string, readonly lastSeenAt: string | null, readonly missingSince: string | null, readonly beforeUrl: string | null, readonly currentUrl: string | null, readonly standing: { readonly tag: string, readonly text: string } | null, readonly lastSnapshot: { readonly id: string, readonly url: string, readonly environmentId: string | null, readonly viewport: { readonly width: number } } | null } | null };

export const ElementHistoryDocument = "query ElementHistory($id:ID!$pins:Boolean!){annotation(id:$id){id number status fixes{environmentId viewport{width}state since}guards(first:50)@include(if:$pins){nodes{...GuardFields}}proof{...ThreadVerdict}timeline(first:40)@include(if:$pins){nodes{id kind createdAt pin{id state cropUrl(margin:24 scale:75)snapshot{id url environmentId viewport{width}}}deployment{id commit}verdicts{id verdict effect suggestion{effect reason}}change{id kind after}}}}}fragment GuardFields on Guard{id annotationId environmentId url viewport{width}state isPaused reportedUrl acceptedUrl checkedAt reason}fragment ThreadVerdict on DeploymentVerdict{id verdict resolvedAt evidence isLiteralMet isDisputed answer otherChangeCount beforeUrl afterUrl createdAt}" as unknown as TypedDocumentNode<ElementHistoryQuery, ElementHistoryQueryVariables>;

export const LastPlaceDocument = "query LastPlace($id:ID!){vanishedElement(id:$id){annotationId lastSeenAt missingSince standing{tag text}beforeUrl currentUrl lastSnapshot{id url environmentId viewport{width}}}}" as unknown as TypedDocumentNode<LastPlaceQuery, LastPlaceQueryVariables>;
