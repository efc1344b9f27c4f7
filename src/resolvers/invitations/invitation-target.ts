import type { Invitation } from './invitation.ts';

/** An invitation, as the audit trail names it. */
export const invitationTarget = ({ id, email }: Invitation) => ({ type: 'invitation', id, name: email });
