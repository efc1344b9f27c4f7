// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { ElementHistoryQuery, ElementHistoryQueryVariables, LastPlaceQuery, LastPlaceQueryVariables } from '../graphql-types.generated.ts';

export const ElementHistoryDocument = "query ElementHistory($id:ID!$pins:Boolean!){annotation(id:$id){id number status fixes{environmentId viewport{width}state since}guards(first:50)@include(if:$pins){nodes{id annotationId environmentId url viewport{width}state isPaused reportedUrl acceptedUrl checkedAt reason}}proof{...ThreadVerdict}timeline(first:40)@include(if:$pins){nodes{id kind createdAt pin{id state cropUrl(margin:24 scale:75)snapshot{id url environmentId viewport{width}}}deployment{id commit}verdicts{id verdict effect suggestion{effect reason}}change{id kind after}}}}}fragment ThreadVerdict on DeploymentVerdict{id verdict resolvedAt evidence isLiteralMet isDisputed answer otherChangeCount beforeUrl afterUrl createdAt}" as unknown as TypedDocumentNode<ElementHistoryQuery, ElementHistoryQueryVariables>;

export const LastPlaceDocument = "query LastPlace($id:ID!){vanishedElement(id:$id){annotationId lastSeenAt missingSince standing{tag text}beforeUrl currentUrl lastSnapshot{id url environmentId viewport{width}}}}" as unknown as TypedDocumentNode<LastPlaceQuery, LastPlaceQueryVariables>;
