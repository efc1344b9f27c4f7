import type { Role } from '../../../generated/prisma/client.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { nameWithoutLink, truncateText } from '../text/plain-text.ts';
import { mail } from './mail.ts';

export interface InvitationToMail {
  email: string;
  role: Role;
  organization: string;
  /** Names of the projects that the member will have; empty for all projects. */
  projects: string[];
  /** Null after the account was deleted. */
  inviter: { name: string; email: string } | null;
}

/** Characters of a name in the subject: too few for a message. */
const MAX_NAME = 40;
/** Projects that are named. */
const MAX_PROJECTS = 3;

/** Work that each role does. */
const WORK: Record<Role, string> = {
  owner: 'manage the organization, its members, projects and plan',
  admin: 'manage members, projects and settings',
  editor: 'comment, answer comments and resolve them',
  viewer: 'read comments',
  guest: 'comment and answer comments as a client',
};

/** Link to accept an invitation. The token is in the fragment, which stays in the browser. */
export const invitationLink = (token: string, email: string, baseUrl: string): string =>
  `${baseUrl}/accept-invitation#${new URLSearchParams({ token, email })}`;

/**
 * Mail with the link to accept an invitation. The owner of an organization chose its name, and
 * inboxes show the subject as the service's: names that contain a link, or are long
 * enough for a message, are left out.
 */
export function invitationMail(to: InvitationToMail, token: string, baseUrl: string): Mail {
  const organization = nameWithoutLink(to.organization, '');
  const inviter = to.inviter ? nameOf(to.inviter, to.role) : 'An admin';
  const target = organization ? `the organization ${organization}` : 'an organization';
  return mail(to.email, subjectOf(to), [
    `${inviter} invites you to ${target} on Pinbound, as ${to.role}.`,
    `As ${to.role}, you can ${WORK[to.role]}${projectsOf(to.projects)}. Pinbound pins comments on a website to the elements they are about.`,
    { actions: [{ label: 'Accept the invitation', url: invitationLink(token, to.email, baseUrl) }] },
    'The link works once, within 7 days. It lets you log in or create an account.',
    'If you did not expect this invitation, ignore this mail. You join only if you open the link.',
  ]);
}

function subjectOf({ inviter, organization }: InvitationToMail): string {
  const short = (name: string) => (name.length > MAX_NAME ? '' : nameWithoutLink(name, ''));
  const who = short(inviter?.name ?? '');
  const where = short(organization) || 'an organization';
  return who ? `${who} invited you to ${where} on Pinbound` : `You are invited to ${where} on Pinbound`;
}

/** Names of the projects, without those that contain a link. */
function projectsOf(projects: readonly string[]): string {
  const names = projects.map((name) => truncateText(nameWithoutLink(name, ''), MAX_NAME)).filter(Boolean);
  if (names.length === 0) return '';
  const more = names.length - MAX_PROJECTS;
  const shown = [...names.slice(0, MAX_PROJECTS), ...(more > 0 ? [`${more} more`] : [])];
  return shown.length === 1
    ? ` in the project ${shown[0]}`
    : ` in the projects ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Names the inviter. Guests see no addresses of members. */
function nameOf({ name, email }: { name: string; email: string }, role: Role): string {
  const shown = nameWithoutLink(name, 'An admin');
  return role === 'guest' ? shown : `${shown} (${email})`;
}
