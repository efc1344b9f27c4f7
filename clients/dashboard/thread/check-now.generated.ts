// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { VerifyFixMutation, VerifyFixMutationVariables, FixVerdictQuery, FixVerdictQueryVariables, ResolveWithProofMutation, ResolveWithProofMutationVariables } from '../graphql-types.generated.ts';

export const VerifyFixDocument = "mutation VerifyFix($id:ID!){verifyFix(id:$id){id}}" as unknown as TypedDocumentNode<VerifyFixMutation, VerifyFixMutationVariables>;

export const FixVerdictDocument = "query FixVerdict($id:ID!$snapshotId:ID!){fixVerdict(id:$id snapshotId:$snapshotId){id annotationId snapshotId verdict effect reason evidence beforeUrl afterUrl}}" as unknown as TypedDocumentNode<FixVerdictQuery, FixVerdictQueryVariables>;

export const ResolveWithProofDocument = "mutation ResolveWithProof($id:ID!$verdictId:ID!){setAnnotationStatus(id:$id status:resolved verdictId:$verdictId){...AnnotationRow}}fragment AnnotationRow on Annotation{id number projectId content url status resolution duplicateOfId visibility priority labels{id name color}dueOn rank source anchor{state}author{id name}assigneeId assignee{id name}claim{name until}commentCount createdAt updatedAt}" as unknown as TypedDocumentNode<ResolveWithProofMutation, ResolveWithProofMutationVariables>;
