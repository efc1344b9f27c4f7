import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { invitationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import { endTokens } from '../auth/invitation-token.ts';
import { INVITATION_COLUMNS, type Invitation, LIFETIME } from './invitation.ts';
import { countInvitation } from './invitation-limits.ts';
import { dispatchInvitations } from './invite.ts';
import { manageInvitation } from './manage-invitation.ts';

const RENEW = statement(
  'resend-invitation/renew',
  `UPDATE invitations
    SET token_hash = NULL, expires_at = now() + interval '${LIFETIME}', mail_due_at = now(), mail_attempts = 0, mailed_at = NULL
  WHERE id = $id RETURNING ${INVITATION_COLUMNS}`,
);

/**
 * Mails an invitation again: the old link becomes invalid, the new one is valid for 7 days.
 *
 * @throws the errors of `manageInvitation`
 * @throws FORBIDDEN for an expired invitation at the plan's limit
 * @throws RATE_LIMITED
 */
export async function resendInvitation(
  ctx: Context<'config' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground' | 'secretBox' | 'wakeRelay'>,
  place: { organizationId: string; invitationId: string },
): Promise<Invitation> {
  const renewed = await manageInvitation(ctx, place, async (sql, invitation) => {
    const { id, organizationId, email, role, expiresAt } = invitation;
    // An expired invitation no longer counts as a member. Guests never do.
    if (expiresAt <= new Date() && role !== 'guest') await assertWithinPlan(sql, ctx, organizationId, 'members', 1);
    await countInvitation(ctx, organizationId, email);
    await endTokens(sql, ctx, invitation, 'replaced');
    const row = await RENEW.first(sql, { id });
    await recordAudit(sql, ctx, { organizationId, action: 'invitation_resent', target: invitationTarget(invitation) });
    return row;
  });
  if (!renewed) throw notFound('Invitation');
  dispatchInvitations(ctx);
  return { ...renewed, showsLink: true };
}
