import type { Role } from '../../../generated/prisma/client.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { oneLine } from '../../text/one-line.ts';
import { mail } from './mail.ts';

export interface InvitationToMail {
  email: string;
  role: Role;
  organization: string;
  /** Null once the account is gone. */
  inviter: { name: string; email: string } | null;
}

/** Without the organization's name: a stranger may have chosen it, and inboxes show the subject as ours. */
const SUBJECT = 'You are invited to an organization on Pinbound';

/** How to become a member. The link's fragment stays in the browser. */
export function invitationMail(to: InvitationToMail, token: string, baseUrl: string): Mail {
  const link = `${baseUrl}/accept-invitation#${new URLSearchParams({ token, email: to.email })}`;
  const organization = oneLine(to.organization);
  const inviter = to.inviter ? `${oneLine(to.inviter.name)} (${to.inviter.email})` : 'An admin';
  return mail(to.email, SUBJECT, [
    `${inviter} invites you to the organization ${organization} on Pinbound, as ${to.role}.`,
    { text: 'Open this link within 7 days, to log in or to make an account. It works once:', link },
    'If you do not know what this is about, do nothing: without the link nobody becomes a member.',
  ]);
}
