import { createOrganization } from '../../resolvers/core/organizations/create-organization.ts';
import { deleteOrganization } from '../../resolvers/core/organizations/delete-organization.ts';
import { updateOrganization } from '../../resolvers/core/organizations/update-organization.ts';
import { getOrganization } from '../../resolvers/organizations/get-organization.ts';
import type { JoinedOrganization } from '../../resolvers/organizations/joined-organization.ts';
import { listOrganizations } from '../../resolvers/organizations/list-organizations.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { RoleEnum } from './organization-type.ts';

const tag = 'Organizations';

export const JoinedOrganizationType = builder.objectRef<JoinedOrganization>('JoinedOrganization').implement({
  description: 'An organization, as one of its members sees it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique here.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What the calling user may do in it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const nameDescription = 'Display name, 1–120 characters.';
const slugDescription = 'Lower-case words joined by hyphens, up to 64 characters, unique here.';

builder.mutationField('createOrganization', (t) =>
  t.field({
    type: JoinedOrganizationType,
    description: 'Makes an organization that the calling user owns. CONFLICT when the slug is taken.',
    args: {
      name: t.arg.string({ required: true, description: nameDescription }),
      slug: t.arg.string({ description: `${slugDescription} Default: made from the name.` }),
    },
    extensions: operation({ rest: { method: 'POST', path: '/organizations', status: 201, tag }, throttle: 'api' }),
    resolve: (_root, args, ctx) => createOrganization(ctx, args),
  }),
);

builder.queryField('organizations', (t) =>
  t.connection(
    {
      type: JoinedOrganizationType,
      description: 'The organizations that the calling user is a member of, newest first.',
      extensions: operation({
        rest: { method: 'GET', path: '/organizations', envelope: 'list', tag },
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listOrganizations(ctx, page)),
    },
    ...connectionNames('JoinedOrganization', 'organizations', 'An organization'),
  ),
);

builder.queryField('organization', (t) =>
  t.field({
    type: JoinedOrganizationType,
    description: 'One organization.',
    args: { id: t.arg.id(itsId('organization')) },
    extensions: operation({
      rest: { method: 'GET', path: '/organizations/:id', tag },
      needs: 'organization.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getOrganization(ctx, args.id),
  }),
);

builder.mutationField('updateOrganization', (t) =>
  t.field({
    type: JoinedOrganizationType,
    description: 'Changes what is given and leaves the rest. CONFLICT when the slug is taken.',
    args: {
      id: t.arg.id(itsId('organization')),
      name: t.arg.string({ description: nameDescription }),
      slug: t.arg.string({ description: slugDescription }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/organizations/:id', tag },
      needs: 'organization.change',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...changes }, ctx) => updateOrganization(ctx, id, changes),
  }),
);

builder.mutationField('deleteOrganization', (t) =>
  t.field({
    type: Deleted,
    description:
      'Takes the organization from everybody at once, with its projects, keys, members and invitations; open streams end. ' +
      'Its data is removed 30 days later.',
    args: { id: t.arg.id(itsId('organization')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/organizations/:id', tag },
      needs: 'organization.delete',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteOrganization(ctx, args.id),
  }),
);
