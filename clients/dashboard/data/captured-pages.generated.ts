// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { CapturedPagesQuery, CapturedPagesQueryVariables } from '../graphql-types.generated.ts';

export const CapturedPagesDocument = "query CapturedPages($projectId:ID!){pages(projectId:$projectId first:500){nodes{id path urls}}}" as unknown as TypedDocumentNode<CapturedPagesQuery, CapturedPagesQueryVariables>;
