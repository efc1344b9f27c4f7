import { createOrganization } from '../../resolvers/core/organizations/create-organization.ts';
import { deleteOrganization } from '../../resolvers/core/organizations/delete-organization.ts';
import {
  getOrganization,
  type JoinedOrganization,
  listOrganizations,
} from '../../resolvers/core/organizations/joined-organization.ts';
import { updateOrganization } from '../../resolvers/core/organizations/update-organization.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { resourceId } from '../id-arguments.ts';
import { NodeInterface } from '../node.ts';
import { WHOAMI } from './agent-tools.ts';
import { RoleEnum } from './organization-type.ts';

const tag = 'Organizations';

export const JoinedOrganizationType = builder.objectRef<JoinedOrganization>('JoinedOrganization').implement({
  interfaces: [NodeInterface],
  description: 'An organization with the role of the authenticated user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique in this installation.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Role of the authenticated user.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

const nameDescription = 'Display name, 1–120 characters.';
const slugDescription = 'Lowercase words joined by hyphens, at most 64 characters, unique in this installation.';

addMutation('createOrganization', {
  type: JoinedOrganizationType,
  description: 'Creates an organization owned by the authenticated user. CONFLICT when the slug is taken.',
  args: builder.args((t) => ({
    name: t.string({ required: true, description: nameDescription }),
    slug: t.string({ description: `${slugDescription} Default: derived from the name.` }),
  })),
  rest: { method: 'POST', path: '/organizations', status: 201, tag },
  resolve: createOrganization,
});

listOf('organizations', {
  type: JoinedOrganizationType,
  connection: connectionTypes('JoinedOrganization', 'organizations', 'An organization'),
  description: 'Organizations of the authenticated user, newest first.',
  rest: { path: '/organizations', tag },
  mcp: [WHOAMI],
  acceptsTokens: true,
  list: (ctx, _args, page) => listOrganizations(ctx, page),
});

readOne('organization', {
  type: JoinedOrganizationType,
  of: 'organization',
  description: 'One organization.',
  rest: { path: '/organizations/:id', tag },
  needs: 'organization.read',
  acceptsTokens: true,
  resolve: getOrganization,
});

addMutation('updateOrganization', {
  type: JoinedOrganizationType,
  description: 'Updates the given fields. CONFLICT when the slug is taken.',
  args: builder.args((t) => ({
    id: t.id(resourceId('organization')),
    name: t.string({ description: nameDescription }),
    slug: t.string({ description: slugDescription }),
  })),
  rest: { method: 'PATCH', path: '/organizations/:id', tag },
  needs: 'organization.change',
  resolve: (ctx, { id, ...changes }) => updateOrganization(ctx, id, changes),
});

removeOne('deleteOrganization', {
  of: 'organization',
  description:
    'Deletes an organization with its projects, keys, members and invitations. Open streams end. Its data is ' +
    'removed after 30 days.',
  rest: { path: '/organizations/:id', tag },
  needs: 'organization.delete',
  resolve: deleteOrganization,
});
