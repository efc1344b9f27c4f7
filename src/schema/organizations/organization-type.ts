import { Role } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'Role of a member in an organization. Each role includes the rights of the ones below it.',
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
  } as const,
});

/** Readable by every member. */
export const OrganizationSummary = builder.prismaObject('Organization', {
  description: 'A workspace whose members share its projects.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique in this installation.' }),
  }),
});
