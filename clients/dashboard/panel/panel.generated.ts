// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { PanelQuery, PanelQueryVariables, PagePinsQuery, PagePinsQueryVariables, MovePinFromPageMutation, MovePinFromPageMutationVariables } from '../graphql-types.generated.ts';

export const PanelDocument = "query Panel($projectId:ID!){project(id:$projectId){id name viewerRole viewerActions organization{id name}}}" as unknown as TypedDocumentNode<PanelQuery, PanelQueryVariables>;

export const PagePinsDocument = "query PagePins($projectId:ID!$filter:AnnotationFilter){annotations(projectId:$projectId filter:$filter first:100){nodes{id number status visibility metadata domFingerprint position_x position_y}}}" as unknown as TypedDocumentNode<PagePinsQuery, PagePinsQueryVariables>;

export const MovePinFromPageDocument = "mutation MovePinFromPage($id:ID!$domFingerprint:JSONObject!){rebindAnnotation(id:$id domFingerprint:$domFingerprint){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}claim{name until}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<MovePinFromPageMutation, MovePinFromPageMutationVariables>;
