// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Role of a member in an organization. Each role but guest includes the rights of viewer. */
export type Role =
  /** All rights: also manages billing and admins, and deletes the organization. */
  | 'owner'
  /** Also manages members, projects, environments, webhooks and integrations, deletes replies of others, and reads the audit trail and usage. */
  | 'admin'
  /** Also creates, imports, changes and deletes annotations, writes replies, and creates, compares and deletes snapshots. */
  | 'editor'
  /** Read access. */
  | 'viewer'
  /** For clients: reads the threads of listed projects, and writes annotations and replies there. Sees names, but no e-mail addresses, diagnostics, snapshots, activity or members. Does not count as a member of the plan. */
  | 'guest';

/** State of an invitation token. */
export type InvitationState =
  /** It can be accepted. */
  | 'pending'
  /** It is more than 7 days old; an admin can send the invitation again. */
  | 'expired'
  /** It was used. */
  | 'accepted'
  /** An admin revoked it. */
  | 'revoked'
  /** It was sent again with a new link. */
  | 'replaced';

export type InvitationByTokenQueryVariables = Exact<{
  token: string;
}>;


export type InvitationByTokenQuery = { readonly invitationByToken: { readonly state: InvitationState, readonly organizationName: string | null, readonly inviterName: string | null, readonly inviterEmail: string | null, readonly email: string | null, readonly role: Role | null, readonly expiresAt: string | null } | null };

export const InvitationByTokenDocument = "query InvitationByToken($token:String!){invitationByToken(token:$token){state organizationName inviterName inviterEmail email role expiresAt}}" as unknown as TypedDocumentNode<InvitationByTokenQuery, InvitationByTokenQueryVariables>;
