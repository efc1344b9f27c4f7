import { Role } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'What a member may do in an organization; each includes those below it.',
  values: {
    [Role.owner]: { description: 'Everything: also billing, the roles of admins, deleting the organization.' },
    [Role.admin]: {
      description:
        'Also manages members, projects, environments, webhooks and integrations, deletes replies of others, and reads the audit ' +
        'trail and the usage.',
    },
    [Role.editor]: {
      description:
        'Also writes, imports, changes and deletes annotations, writes replies, and orders, compares and deletes snapshots.',
    },
    [Role.viewer]: { description: 'Reads.' },
  } as const,
});

/** Readable by every member. */
export const OrganizationSummary = builder.prismaObject('Organization', {
  description: 'A workspace: its members share its projects.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique here.' }),
  }),
});
