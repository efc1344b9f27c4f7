import type { Role } from '../../../generated/prisma/client.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { nameWithoutLink } from '../text/plain-text.ts';
import { mail } from './mail.ts';

export interface InvitationToMail {
  email: string;
  role: Role;
  organization: string;
  /** Null after the account was deleted. */
  inviter: { name: string; email: string } | null;
}

/**
 * Omits the organization's name: its owner chose it, and inboxes show the subject as the service's.
 */
const SUBJECT = 'You are invited to an organization on Pinbound';

const AN_ADMIN = 'An admin';

/** Link to accept an invitation. The token is in the fragment, which stays in the browser. */
export const invitationLink = (token: string, email: string, baseUrl: string): string =>
  `${baseUrl}/accept-invitation#${new URLSearchParams({ token, email })}`;

/** Mail with the link to accept an invitation. */
export function invitationMail(to: InvitationToMail, token: string, baseUrl: string): Mail {
  const link = invitationLink(token, to.email, baseUrl);
  const organization = nameWithoutLink(to.organization, '');
  const inviter = to.inviter ? nameOf(to.inviter, to.role) : AN_ADMIN;
  return mail(to.email, SUBJECT, [
    `${inviter} invites you to ${organization ? `the organization ${organization}` : 'an organization'} on Pinbound, as ${to.role}.`,
    { text: 'Open this link within 7 days, to log in or to make an account. It works once:', link },
    'If you did not expect this invitation, ignore this mail. Nobody joins without the link.',
  ]);
}

/** Names the inviter. Guests see no addresses of members. */
function nameOf({ name, email }: { name: string; email: string }, role: Role): string {
  const shown = nameWithoutLink(name, AN_ADMIN);
  return role === 'guest' ? shown : `${shown} (${email})`;
}
