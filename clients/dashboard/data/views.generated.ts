// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { LabelsQuery, LabelsQueryVariables, ProjectEnvironmentsQuery, ProjectEnvironmentsQueryVariables, ViewsQuery, ViewsQueryVariables, CreateLabelMutation, CreateLabelMutationVariables, SaveViewMutation, SaveViewMutationVariables, ShareViewMutation, ShareViewMutationVariables, DeleteViewMutation, DeleteViewMutationVariables } from '../graphql-types.generated.ts';

export const LabelsDocument = "query Labels($projectId:ID!){labels(projectId:$projectId first:500){nodes{id projectId name color}}}" as unknown as TypedDocumentNode<LabelsQuery, LabelsQueryVariables>;

export const ProjectEnvironmentsDocument = "query ProjectEnvironments($projectId:ID!){environments(projectId:$projectId first:500){nodes{id name url}}}" as unknown as TypedDocumentNode<ProjectEnvironmentsQuery, ProjectEnvironmentsQueryVariables>;

export const ViewsDocument = "query Views($organizationId:ID!){annotationViews(organizationId:$organizationId first:500){nodes{id userId name filter orderBy isShared createdAt}}}" as unknown as TypedDocumentNode<ViewsQuery, ViewsQueryVariables>;

export const CreateLabelDocument = "mutation CreateLabel($projectId:ID!$name:String!$color:String!){createLabel(projectId:$projectId name:$name color:$color){id projectId name color}}" as unknown as TypedDocumentNode<CreateLabelMutation, CreateLabelMutationVariables>;

export const SaveViewDocument = "mutation SaveView($organizationId:ID!$name:String!$filter:AnnotationFilter$orderBy:AnnotationOrder$isShared:Boolean){createAnnotationView(organizationId:$organizationId name:$name filter:$filter orderBy:$orderBy isShared:$isShared){id}}" as unknown as TypedDocumentNode<SaveViewMutation, SaveViewMutationVariables>;

export const ShareViewDocument = "mutation ShareView($id:ID!$isShared:Boolean!){updateAnnotationView(id:$id isShared:$isShared){id isShared}}" as unknown as TypedDocumentNode<ShareViewMutation, ShareViewMutationVariables>;

export const DeleteViewDocument = "mutation DeleteView($id:ID!){deleteAnnotationView(id:$id){id}}" as unknown as TypedDocumentNode<DeleteViewMutation, DeleteViewMutationVariables>;
