// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { InvitationByTokenQuery, InvitationByTokenQueryVariables } from '../graphql-types.generated.ts';

export const InvitationByTokenDocument = "query InvitationByToken($token:String!){invitationByToken(token:$token){state organizationName inviterName inviterEmail email role expiresAt}}" as unknown as TypedDocumentNode<InvitationByTokenQuery, InvitationByTokenQueryVariables>;
