import type { Context } from '../../../context.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { invitationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { endTokens } from '../auth/invitation-token.ts';
import { manageInvitation } from './manage-invitation.ts';

/**
 * Revokes an invitation; its link becomes invalid.
 *
 * @throws the errors of `manageInvitation`
 */
export function revokeInvitation(
  ctx: Context<'pool' | 'secretBox'>,
  place: { organizationId: string; invitationId: string },
): Promise<{ id: string }> {
  return manageInvitation(ctx, place, async (sql, invitation) => {
    const { id, organizationId } = invitation;
    await endTokens(sql, ctx, invitation, 'revoked');
    await deleteRow(sql, 'invitations', id);
    await recordAudit(sql, ctx, { organizationId, action: 'invitation_revoked', target: invitationTarget(invitation) });
    return { id };
  });
}
