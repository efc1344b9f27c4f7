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

/** State of an issue, common to all trackers. */
export type IssueState =
  /** Not started. */
  | 'open'
  /** Started. GitHub and GitLab report open instead. */
  | 'started'
  /** Completed or canceled. */
  | 'closed';

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

export type ThreadFileFragment = { readonly id: string, readonly commentId: string | null, readonly name: string, readonly contentType: string, readonly size: number, readonly url: string | null };

export type ThreadQueryVariables = Exact<{
  id: string | number;
}>;


export type ThreadQuery = { readonly annotation: { readonly link: string, readonly appLink: string, readonly metadata: Record<string, unknown>, readonly domFingerprint: Record<string, unknown>, readonly isWatching: boolean, readonly isMuted: boolean, readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly anchor: { readonly state: AnchorState, readonly checkedAt: string }, readonly lastSeen: { readonly imageUrl: string, readonly scale: number, readonly at: string, readonly meant: { readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number }, readonly point: { readonly x: number, readonly y: number } | null } | null } | null, readonly sentPicture: { readonly url: string, readonly isDrawn: boolean } | null, readonly diagnostics: { readonly browser: { readonly userAgent: string | null, readonly language: string | null, readonly pixelRatio: number | null, readonly colorScheme: string | null, readonly online: boolean | null, readonly viewport: { readonly width: number, readonly height: number } | null, readonly screen: { readonly width: number, readonly height: number } | null } | null, readonly console: ReadonlyArray<{ readonly level: string | null, readonly text: string }>, readonly requests: ReadonlyArray<{ readonly url: string, readonly status: number | null }> } | null, readonly environment: { readonly id: string, readonly name: string } | null, readonly attachments: ReadonlyArray<{ readonly id: string, readonly commentId: string | null, readonly name: string, readonly contentType: string, readonly size: number, readonly url: string | null }>, readonly watchers: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly externalIssues: ReadonlyArray<{ readonly integrationId: string, readonly provider: IntegrationProvider, readonly key: string, readonly url: string, readonly state: IssueState }>, readonly author: { readonly email: string | null, readonly id: string | null, readonly name: string | null }, readonly comments: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly parentId: string | null, readonly content: string, readonly visibility: Visibility, readonly mentions: ReadonlyArray<string>, readonly createdAt: string, readonly updatedAt: string, readonly author: { readonly id: string | null, readonly name: string | null }, readonly attachments: ReadonlyArray<{ readonly id: string, readonly commentId: string | null, readonly name: string, readonly contentType: string, readonly size: number, readonly url: string | null }> }> }, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly assignee: { readonly id: string, readonly name: string } | null } | null };

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


export type ConfirmCandidateMutation = { readonly rebindAnnotation: { readonly id: string, readonly number: number, readonly projectId: string, readonly content: string, readonly url: string, readonly status: AnnotationStatus, readonly resolution: AnnotationResolution | null, readonly duplicateOfId: string | null, readonly visibility: Visibility, readonly priority: AnnotationPriority, readonly dueOn: unknown, readonly rank: number, readonly source: AnnotationSource, readonly assigneeId: string | null, readonly commentCount: number, readonly createdAt: string, readonly updatedAt: string, readonly labels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly color: string }>, readonly anchor: { readonly state: AnchorState }, readonly author: { readonly id: string | null, readonly name: string | null }, readonly assignee: { readonly id: string, readonly name: string } | null } };

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

export const ThreadDocument = "query Thread($id:ID!){annotation(id:$id){...AnnotationRow anchor{state checkedAt}link appLink lastSeen{imageUrl scale at meant{...Meant}}sentPicture{url isDrawn}metadata domFingerprint diagnostics{browser{userAgent language viewport{width height}screen{width height}pixelRatio colorScheme online}console{level text}requests{url status}}environment{id name}attachments{...ThreadFile}isWatching isMuted watchers{id name}externalIssues{integrationId provider key url state}author{email}comments(first:500){nodes{id parentId content visibility mentions author{id name}attachments{...ThreadFile}createdAt updatedAt}}}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}fragment Meant on MeantPart{box{x y width height}point{x y}}fragment ThreadFile on Attachment{id commentId name contentType size url}" as unknown as TypedDocumentNode<ThreadQuery, ThreadQueryVariables>;

export const ThreadPinsDocument = "query ThreadPins($id:ID!){annotation(id:$id){id snapshotPins(first:50){nodes{id state styles cropUrl(margin:40)snapshot{id url viewport{width height}createdAt environment{id name}}}}}}" as unknown as TypedDocumentNode<ThreadPinsQuery, ThreadPinsQueryVariables>;

export const IssueTrackersDocument = "query IssueTrackers($projectId:ID!){issueTrackers(projectId:$projectId first:50){nodes{id provider name}}}" as unknown as TypedDocumentNode<IssueTrackersQuery, IssueTrackersQueryVariables>;

export const CreateIssueDocument = "mutation CreateIssue($annotationId:ID!$integrationId:ID!){createIssue(annotationId:$annotationId integrationId:$integrationId){key url}}" as unknown as TypedDocumentNode<CreateIssueMutation, CreateIssueMutationVariables>;

export const AnnounceFileDocument = "mutation AnnounceFile($id:ID!$commentId:ID!$name:String!$contentType:String!){createAttachment(id:$id commentId:$commentId name:$name contentType:$contentType){id uploadUrl}}" as unknown as TypedDocumentNode<AnnounceFileMutation, AnnounceFileMutationVariables>;

export const DeleteFileDocument = "mutation DeleteFile($id:ID!$attachmentId:ID!){deleteAttachment(id:$id attachmentId:$attachmentId){id}}" as unknown as TypedDocumentNode<DeleteFileMutation, DeleteFileMutationVariables>;

export const ThreadHistoryDocument = "query ThreadHistory($id:ID!){annotationHistory(id:$id first:100){nodes{id kind before after createdAt actor{id name}}}}" as unknown as TypedDocumentNode<ThreadHistoryQuery, ThreadHistoryQueryVariables>;

export const ThreadTrailDocument = "query ThreadTrail($id:ID!){annotationTrail(id:$id){type at url selector text}}" as unknown as TypedDocumentNode<ThreadTrailQuery, ThreadTrailQueryVariables>;

export const CandidatesDocument = "query Candidates($id:ID!){annotation(id:$id){id anchor{state checkedAt candidates{fingerprint box{x y width height}}}snapshotPins(first:20){nodes{id state box{x y width height}snapshot{id url imageUrl environmentId createdAt viewport{width deviceScaleFactor}}}}}}" as unknown as TypedDocumentNode<CandidatesQuery, CandidatesQueryVariables>;

export const ConfirmCandidateDocument = "mutation ConfirmCandidate($id:ID!$domFingerprint:JSONObject!){rebindAnnotation(id:$id domFingerprint:$domFingerprint){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<ConfirmCandidateMutation, ConfirmCandidateMutationVariables>;

export const AddReplyDocument = "mutation AddReply($id:ID!$content:String!$visibility:Visibility$mentions:[ID!]){addComment(id:$id content:$content visibility:$visibility mentions:$mentions){id}}" as unknown as TypedDocumentNode<AddReplyMutation, AddReplyMutationVariables>;

export const DeleteReplyDocument = "mutation DeleteReply($id:ID!$commentId:ID!){deleteComment(id:$id commentId:$commentId){id}}" as unknown as TypedDocumentNode<DeleteReplyMutation, DeleteReplyMutationVariables>;

export const ChangeReplyDocument = "mutation ChangeReply($id:ID!$commentId:ID!$content:String!){updateComment(id:$id commentId:$commentId content:$content){id content updatedAt}}" as unknown as TypedDocumentNode<ChangeReplyMutation, ChangeReplyMutationVariables>;

export const ChangeTextDocument = "mutation ChangeText($id:ID!$content:String!){updateAnnotation(id:$id content:$content){id content updatedAt}}" as unknown as TypedDocumentNode<ChangeTextMutation, ChangeTextMutationVariables>;
