// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { ThreadQuery, ThreadQueryVariables, ThreadBriefQuery, ThreadBriefQueryVariables, ThreadPinsQuery, ThreadPinsQueryVariables, IssueTrackersQuery, IssueTrackersQueryVariables, CreateIssueMutation, CreateIssueMutationVariables, AnnounceFileMutation, AnnounceFileMutationVariables, DeleteFileMutation, DeleteFileMutationVariables, ThreadHistoryQuery, ThreadHistoryQueryVariables, ThreadTrailQuery, ThreadTrailQueryVariables, CandidatesQuery, CandidatesQueryVariables, ConfirmCandidateMutation, ConfirmCandidateMutationVariables, AddReplyMutation, AddReplyMutationVariables, DeleteReplyMutation, DeleteReplyMutationVariables, ChangeReplyMutation, ChangeReplyMutationVariables, ChangeTextMutation, ChangeTextMutationVariables, ThreadSourceQuery, ThreadSourceQueryVariables } from '../graphql-types.generated.ts';

export const ThreadDocument = "query Thread($id:ID!){annotation(id:$id){...AnnotationRow mentions isUnread snoozedUntil anchor{state checkedAt}link appLink lastSeen{imageUrl scale at meant{...Meant}}sentPicture{url isDrawn}metadata domFingerprint diagnostics{browser{userAgent language viewport{width height}screen{width height}pixelRatio colorScheme online}console{level text}requests{url status}elementId source{file line component}}environment{id name}attachments{...ThreadFile}isWatching isMuted watchers{id name}externalIssues{integrationId provider key url state}author{email}comments(first:500){nodes{id parentId content visibility byOtherVisitor mentions author{id name}attachments{...ThreadFile}createdAt updatedAt}}}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}claim{name until}commentCount createdAt updatedAt}fragment Meant on MeantPart{box{x y width height}point{x y}}fragment ThreadFile on Attachment{id commentId name contentType size url}" as unknown as TypedDocumentNode<ThreadQuery, ThreadQueryVariables>;

export const ThreadBriefDocument = "query ThreadBrief($id:ID!){annotation(id:$id){id brief}}" as unknown as TypedDocumentNode<ThreadBriefQuery, ThreadBriefQueryVariables>;

export const ThreadPinsDocument = "query ThreadPins($id:ID!){annotation(id:$id){id snapshotPins(first:50){nodes{id state styles cropUrl(margin:40)snapshot{id url viewport{width height}createdAt environment{id name}}}}}}" as unknown as TypedDocumentNode<ThreadPinsQuery, ThreadPinsQueryVariables>;

export const IssueTrackersDocument = "query IssueTrackers($projectId:ID!){issueTrackers(projectId:$projectId first:50){nodes{id provider name}}}" as unknown as TypedDocumentNode<IssueTrackersQuery, IssueTrackersQueryVariables>;

export const CreateIssueDocument = "mutation CreateIssue($annotationId:ID!$integrationId:ID!){createIssue(annotationId:$annotationId integrationId:$integrationId){key url}}" as unknown as TypedDocumentNode<CreateIssueMutation, CreateIssueMutationVariables>;

export const AnnounceFileDocument = "mutation AnnounceFile($id:ID!$commentId:ID!$name:String!$contentType:String!){createAttachment(id:$id commentId:$commentId name:$name contentType:$contentType){id uploadUrl}}" as unknown as TypedDocumentNode<AnnounceFileMutation, AnnounceFileMutationVariables>;

export const DeleteFileDocument = "mutation DeleteFile($id:ID!$attachmentId:ID!){deleteAttachment(id:$id attachmentId:$attachmentId){id}}" as unknown as TypedDocumentNode<DeleteFileMutation, DeleteFileMutationVariables>;

export const ThreadHistoryDocument = "query ThreadHistory($id:ID!){annotationHistory(id:$id first:100){nodes{id kind before after createdAt actor{id name}}}}" as unknown as TypedDocumentNode<ThreadHistoryQuery, ThreadHistoryQueryVariables>;

export const ThreadTrailDocument = "query ThreadTrail($id:ID!){annotationTrail(id:$id){type at url selector text}}" as unknown as TypedDocumentNode<ThreadTrailQuery, ThreadTrailQueryVariables>;

export const CandidatesDocument = "query Candidates($id:ID!){annotation(id:$id){id anchor{state checkedAt candidates{fingerprint box{x y width height}}}snapshotPins(first:20){nodes{id state box{x y width height}snapshot{id url imageUrl environmentId createdAt viewport{width deviceScaleFactor}}}}}}" as unknown as TypedDocumentNode<CandidatesQuery, CandidatesQueryVariables>;

export const ConfirmCandidateDocument = "mutation ConfirmCandidate($id:ID!$domFingerprint:JSONObject!){rebindAnnotation(id:$id domFingerprint:$domFingerprint){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}claim{name until}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<ConfirmCandidateMutation, ConfirmCandidateMutationVariables>;

export const AddReplyDocument = "mutation AddReply($id:ID!$content:String!$visibility:Visibility$mentions:[ID!]){addComment(id:$id content:$content visibility:$visibility mentions:$mentions){id}}" as unknown as TypedDocumentNode<AddReplyMutation, AddReplyMutationVariables>;

export const DeleteReplyDocument = "mutation DeleteReply($id:ID!$commentId:ID!){deleteComment(id:$id commentId:$commentId){id}}" as unknown as TypedDocumentNode<DeleteReplyMutation, DeleteReplyMutationVariables>;

export const ChangeReplyDocument = "mutation ChangeReply($id:ID!$commentId:ID!$content:String!){updateComment(id:$id commentId:$commentId content:$content){id content updatedAt}}" as unknown as TypedDocumentNode<ChangeReplyMutation, ChangeReplyMutationVariables>;

export const ChangeTextDocument = "mutation ChangeText($id:ID!$content:String!){updateAnnotation(id:$id content:$content){id content updatedAt}}" as unknown as TypedDocumentNode<ChangeTextMutation, ChangeTextMutationVariables>;

export const ThreadSourceDocument = "query ThreadSource($id:ID!){locate(id:$id){annotationId candidates{file line component confidence url}}}" as unknown as TypedDocumentNode<ThreadSourceQuery, ThreadSourceQueryVariables>;
