import { Role } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'Role of a member in an organization. Each role but guest includes the rights of viewer.',
  values: {
    [Role.owner]: { description: 'All rights: also manages billing and admins, and deletes the organization.' },
    [Role.admin]: {
      description:
        'Also manages members, projects, environments, webhooks and integrations, deletes replies of others, and ' +
        'reads the audit trail and usage.',
    },
    [Role.editor]: {
      description:
        'Also creates, imports, changes and deletes annotations, writes replies, and creates, compares and deletes ' +
        'snapshots.',
    },
    [Role.viewer]: { description: 'Read access.' },
    [Role.guest]: {
      description:
        'For clients: reads the threads of listed projects, and writes annotations and replies there. Sees names, but ' +
        'no e-mail addresses, diagnostics, snapshots, activity or members. Does not count as a member of the plan.',
    },
  } as const,
});

/** Fields of a member or an invitation that say which projects it includes. */
export const projectAccessFields = {
  allProjects: 'Whether the member has all projects: true for owners and admins, false for guests.',
  projectIds:
    'UUIDs of the projects of a member who does not have all; empty for none. Lists only projects that you have, too.',
} as const;

/** Arguments that choose the projects of a member. */
export const projectAccessArgs = {
  allProjects:
    'Whether the member has all projects, also later ones. Must not be false for owners and admins, nor true for guests.',
  projectIds: 'UUIDs of the projects that the member has, at most 500. Guests need at least one.',
} as const;

/** Readable by every member. */
export const OrganizationSummary = builder.prismaObject('Organization', {
  description: 'A workspace whose members share its projects.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique in this installation.' }),
  }),
});
