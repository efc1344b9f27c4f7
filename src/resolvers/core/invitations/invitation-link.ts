import type { Context } from '../../../context.ts';
import { invitationLink } from '../../platform/mail/invitation-mail.ts';
import { shownTokenOf } from '../auth/invitation-token.ts';
import type { Invitation } from './invitation.ts';

/** Link of a pending invitation that its admins pass on themselves; null after it has expired. */
export function linkOf(ctx: Context<'config' | 'secretBox'>, invitation: Invitation): string | null {
  if (!invitation.showsLink || invitation.expiresAt <= new Date()) return null;
  return invitationLink(shownTokenOf(ctx, invitation), invitation.email, ctx.services.config.http.baseUrl);
}
