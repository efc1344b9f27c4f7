// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { FeedQuery, FeedQueryVariables, UnreadQuery, UnreadQueryVariables, ReceivedSubscription, ReceivedSubscriptionVariables, MarkReadMutation, MarkReadMutationVariables, MarkThreadReadMutation, MarkThreadReadMutationVariables, WatchMutation, WatchMutationVariables, SnoozeMutation, SnoozeMutationVariables } from '../graphql-types.generated.ts';

export const FeedDocument = "query Feed($organizationId:ID!$first:Int!$crops:Boolean!){notifications(organizationId:$organizationId first:$first){nodes{id kind projectId projectName annotationId deploymentId annotation{id status ...AnnotationCrop@include(if:$crops)}number excerpt actorName createdAt readAt}pageInfo{hasNextPage}}}fragment AnnotationCrop on Annotation{id sentPicture{url isDrawn}snapshotPins(first:4){nodes{id state thumbnailUrl}}}" as unknown as TypedDocumentNode<FeedQuery, FeedQueryVariables>;

export const UnreadDocument = "query Unread($organizationId:ID!){unreadNotifications(organizationId:$organizationId){count}}" as unknown as TypedDocumentNode<UnreadQuery, UnreadQueryVariables>;

export const ReceivedDocument = "subscription Received($organizationId:ID!){notificationReceived(organizationId:$organizationId){unreadCount notification{id annotationId excerpt actorName kind}}}" as unknown as TypedDocumentNode<ReceivedSubscription, ReceivedSubscriptionVariables>;

export const MarkReadDocument = "mutation MarkRead($organizationId:ID!$ids:[ID!]){markNotificationsRead(organizationId:$organizationId ids:$ids){count}}" as unknown as TypedDocumentNode<MarkReadMutation, MarkReadMutationVariables>;

export const MarkThreadReadDocument = "mutation MarkThreadRead($id:ID!){markThreadRead(id:$id){count}}" as unknown as TypedDocumentNode<MarkThreadReadMutation, MarkThreadReadMutationVariables>;

export const WatchDocument = "mutation Watch($id:ID!$state:WatchState!){watchAnnotation(id:$id state:$state){id isWatching isMuted}}" as unknown as TypedDocumentNode<WatchMutation, WatchMutationVariables>;

export const SnoozeDocument = "mutation Snooze($id:ID!$until:DateTime){snoozeAnnotation(id:$id until:$until){id snoozedUntil isUnread}}" as unknown as TypedDocumentNode<SnoozeMutation, SnoozeMutationVariables>;
