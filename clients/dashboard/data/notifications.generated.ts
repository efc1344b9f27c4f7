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

/** Reason of a notification. If several apply, the first one of mention, assignment and the others. */
export type NotificationKind =
  /** An annotation was created in a project of the member. */
  | 'annotation'
  /** A watched thread has a new reply. */
  | 'reply'
  /** An annotation or a reply mentions the member. */
  | 'mention'
  /** An annotation was assigned to the member. */
  | 'assignment'
  /** The status of a watched thread changed. */
  | 'status'
  /** A watched thread that was resolved is open again. */
  | 'reopened'
  /** A deployment reopened a watched thread, because its element went back to the reported look. */
  | 'regressed'
  /** A change was accepted as the fix of a watched thread. */
  | 'proof'
  /** A change was accepted as the fix of an annotation of the member. */
  | 'own_proof'
  /** A deployment of a project of the editor needs a review, or failed. */
  | 'deployment'
  /** A watched thread that is not resolved is due today, in UTC. */
  | 'due'
  /** Annotations were imported into a project of the member. */
  | 'import';

/** Whether a member is notified of a thread. */
export type WatchState =
  /** The member is notified of replies and changes of status. */
  | 'watching'
  /** The member is not, until a mention, an assignment or a reply of the member makes the member watch it again. */
  | 'unwatched'
  /** The member is not notified of it at all, not even of mentions. */
  | 'muted';

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


export type ReceivedSubscription = { readonly notificationReceived: { readonly unreadCount: number, readonly notification: { readonly id: string, readonly excerpt: string | null, readonly actorName: string | null, readonly kind: NotificationKind } | null } };

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

export const FeedDocument = "query Feed($organizationId:ID!$first:Int!$crops:Boolean!){notifications(organizationId:$organizationId first:$first){nodes{id kind projectId projectName annotationId deploymentId annotation{id status ...AnnotationCrop@include(if:$crops)}number excerpt actorName createdAt readAt}pageInfo{hasNextPage}}}fragment AnnotationCrop on Annotation{id sentPicture{url isDrawn}snapshotPins(first:4){nodes{id state thumbnailUrl}}}" as unknown as TypedDocumentNode<FeedQuery, FeedQueryVariables>;

export const UnreadDocument = "query Unread($organizationId:ID!){unreadNotifications(organizationId:$organizationId){count}}" as unknown as TypedDocumentNode<UnreadQuery, UnreadQueryVariables>;

export const ReceivedDocument = "subscription Received($organizationId:ID!){notificationReceived(organizationId:$organizationId){unreadCount notification{id excerpt actorName kind}}}" as unknown as TypedDocumentNode<ReceivedSubscription, ReceivedSubscriptionVariables>;

export const MarkReadDocument = "mutation MarkRead($organizationId:ID!$ids:[ID!]){markNotificationsRead(organizationId:$organizationId ids:$ids){count}}" as unknown as TypedDocumentNode<MarkReadMutation, MarkReadMutationVariables>;

export const MarkThreadReadDocument = "mutation MarkThreadRead($id:ID!){markThreadRead(id:$id){count}}" as unknown as TypedDocumentNode<MarkThreadReadMutation, MarkThreadReadMutationVariables>;

export const WatchDocument = "mutation Watch($id:ID!$state:WatchState!){watchAnnotation(id:$id state:$state){id isWatching isMuted}}" as unknown as TypedDocumentNode<WatchMutation, WatchMutationVariables>;
