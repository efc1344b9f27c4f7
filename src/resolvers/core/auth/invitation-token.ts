import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Invitation } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { hashToken } from './secret-token.ts';

/** State of an invitation token; all but pending and expired have ended for good. */
export type InvitationState = 'pending' | 'expired' | EndedState;

type EndedState = 'accepted' | 'revoked' | 'replaced';

/** An invitation whose token was presented. */
export interface PresentedInvitation {
  invitation: Invitation;
  /** Whether the token was mailed: only then its holder receives mail at the address. */
  isMailed: boolean;
}

/** `<id>.<marker>`: a token that is shown to admins. It is derived, so nothing is stored. */
const SHOWN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

type Identified = Pick<Invitation, 'id' | 'expiresAt'>;

/** A resent invitation expires later, which ends its earlier token. */
const markersOf = ({ services }: Context<'secretBox'>, { id, expiresAt }: Identified): string[] =>
  services.secretBox.correlationMarkers(`invitation ${id} ${expiresAt.getTime()}`);

/** Token of an invitation that its admins pass on themselves. */
export const shownTokenOf = (ctx: Context<'secretBox'>, invitation: Identified): string =>
  `${invitation.id}.${markersOf(ctx, invitation)[0]}`;

/** Finds the invitation of a mailed or a shown token, also an expired one. */
export async function findByToken(
  ctx: Context<'db' | 'secretBox'>,
  token: string,
): Promise<PresentedInvitation | undefined> {
  const { db } = ctx.services;
  const [, id, marker] = SHOWN.exec(token) ?? [];
  if (id === undefined || marker === undefined) {
    const invitation = await db.invitation.findUnique({ where: { tokenHash: hashToken(token) } });
    return invitation ? { invitation, isMailed: true } : undefined;
  }
  const invitation = isId(id) ? await db.invitation.findUnique({ where: { id } }) : null;
  const isShown =
    invitation && markersOf(ctx, invitation).some((known) => timingSafeEqual(Buffer.from(known), Buffer.from(marker)));
  return isShown ? { invitation, isMailed: false } : undefined;
}

const END = statement(
  'invitation-token/end',
  `INSERT INTO ended_invitation_tokens (token_hash, state)
  SELECT h, $state FROM (SELECT token_hash AS h FROM invitations WHERE id = $id UNION ALL SELECT $hash) tokens WHERE h IS NOT NULL
  ON CONFLICT (token_hash) DO NOTHING`,
);

/** Remembers why the tokens of an invitation end. Call it before the row is changed. */
export async function endTokens(
  sql: Queryable,
  ctx: Context<'secretBox'>,
  invitation: Identified,
  state: EndedState,
): Promise<void> {
  await END.run(sql, { id: invitation.id, hash: hashToken(shownTokenOf(ctx, invitation)), state });
}

const FIND = statement(
  'invitation-token/find',
  'SELECT state FROM ended_invitation_tokens WHERE token_hash = $hash',
).narrow<{ state: EndedState }>();

/** Reads why a token ended; undefined for an unknown one, and after 30 days. */
export async function findEndedState(ctx: Context<'pool'>, token: string): Promise<EndedState | undefined> {
  const row = await FIND.first(ctx.services.pool, { hash: hashToken(token) });
  return row?.state;
}

const REASONS: Record<Exclude<InvitationState, 'pending'>, string> = {
  expired: 'is more than 7 days old; ask for the invitation to be sent again',
  accepted: 'was used: the invitation is accepted; log in',
  revoked: 'was revoked; ask for a new invitation',
  replaced: 'was replaced by a newer one; open the link in the newest mail',
};

/** Error for a token that joins nobody. */
export async function invalidToken(ctx: Context<'pool'>, token: string, isExpired = false) {
  const state = isExpired ? 'expired' : await findEndedState(ctx, token);
  return badField(
    'token',
    `${state ? REASONS[state] : 'is unknown; open the link in the mail again, or ask for a new invitation'}`,
  );
}
