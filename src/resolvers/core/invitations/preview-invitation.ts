import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { findByToken, findEndedState, type InvitationState, invalidToken } from '../auth/invitation-token.ts';

/** An invitation as its holder sees it. All but the state is null once it has ended. */
export interface InvitationPreview {
  state: InvitationState;
  organizationName: string | null;
  inviterName: string | null;
  inviterEmail: string | null;
  email: string | null;
  role: Role | null;
  expiresAt: Date | null;
}

const input = z.object({ token: z.string() });

const ENDED = {
  organizationName: null,
  inviterName: null,
  inviterEmail: null,
  email: null,
  role: null,
  expiresAt: null,
};

/**
 * Reads the invitation of a token, without accepting it.
 *
 * @throws BAD_USER_INPUT for an unknown token
 */
export async function previewInvitation(
  ctx: Context<'db' | 'pool' | 'secretBox'>,
  args: unknown,
): Promise<InvitationPreview> {
  const { token } = parseInput(input, args);
  const found = await findByToken(ctx, token);
  if (!found) {
    const state = await findEndedState(ctx, token);
    if (state) return { state, ...ENDED };
    throw await invalidToken(ctx, token);
  }
  const { organizationId, invitedById, email, role, expiresAt } = found.invitation;
  const { db } = ctx.services;
  const [organization, inviter] = await Promise.all([
    db.organization.findUnique({ where: { id: organizationId } }),
    invitedById === null ? null : db.user.findUnique({ where: { id: invitedById } }),
  ]);
  return {
    state: expiresAt > new Date() ? 'pending' : 'expired',
    organizationName: organization?.name ?? null,
    inviterName: inviter?.name ?? null,
    // Guests see no addresses of members.
    inviterEmail: role === 'guest' ? null : (inviter?.email ?? null),
    email,
    role,
    expiresAt,
  };
}
