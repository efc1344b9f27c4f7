import { acceptInvitation } from '../../resolvers/core/invitations/accept-invitation.ts';
import { createInvitation } from '../../resolvers/core/invitations/create-invitation.ts';
import type { Invitation } from '../../resolvers/core/invitations/invitation.ts';
import { listInvitations } from '../../resolvers/core/invitations/list-invitations.ts';
import { resendInvitation } from '../../resolvers/core/invitations/resend-invitation.ts';
import { revokeInvitation } from '../../resolvers/core/invitations/revoke-invitation.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { Deleted } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { projectAccessArgs, projectAccessFields, RoleEnum } from '../organizations/organization-type.ts';
import { JoinedOrganizationType } from '../organizations/organizations.ts';

const tag = 'Organizations';

const InvitationType = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An invitation by e-mail to join an organization, valid once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID, also of the resulting membership.' }),
    organizationId: t.exposeID('organizationId', { description: 'Organization to join.' }),
    email: t.exposeString('email', { description: 'E-mail address of the invited person, in lowercase.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Role of the new member.' }),
    allProjects: t.exposeBoolean('allProjects', { description: projectAccessFields.allProjects }),
    projectIds: t.exposeIDList('projectIds', { description: projectAccessFields.projectIds }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Expiration time of the link.' }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the mail server accepted the e-mail; null before that.',
    }),
  }),
});

const path = '/organizations/:organizationId/invitations';

addMutation('createInvitation', {
  type: InvitationType,
  description:
    'Invites a person by e-mail. The link can be used once, within 7 days. Emits member.invited. CONFLICT for a ' +
    'member, and for an address with a pending invitation. BAD_USER_INPUT for projects that the role cannot have.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    email: t.string({ required: true, description: 'E-mail address, case-insensitive.' }),
    role: t.field({ type: RoleEnum, required: true, description: 'Role of the new member.' }),
    allProjects: t.boolean({
      description: `${projectAccessArgs.allProjects} Default: true, unless projectIds is given.`,
    }),
    projectIds: t.idList({ description: projectAccessArgs.projectIds }),
  })),
  rest: { method: 'POST', path, status: 201, tag },
  needs: 'member.manage',
  needsAlso: { right: 'admin.manage', where: 'for the roles admin and owner' },
  resolve: (ctx, args) => createInvitation(ctx, args.organizationId, args),
});

listOf('invitations', {
  type: InvitationType,
  connection: connectionTypes('Invitation', 'invitations', 'An invitation'),
  description: 'Invitations that have not been accepted, including expired ones, newest first.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { path, tag },
  needs: 'member.manage',
  list: (ctx, args, page) => listInvitations(ctx, args.organizationId, page),
});

addMutation('resendInvitation', {
  type: InvitationType,
  description:
    'Sends an invitation again with a new link, valid for 7 days. The old link stops working. FORBIDDEN when the ' +
    'invitation has expired and the plan has no seat left.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    invitationId: t.id(resourceId('invitation')),
  })),
  rest: { method: 'POST', path: `${path}/:invitationId/resend`, tag },
  needs: 'member.manage',
  needsAlso: { right: 'admin.manage', where: 'when it is for an admin or owner' },
  resolve: resendInvitation,
});

addMutation('revokeInvitation', {
  type: Deleted,
  description: 'Revokes an invitation. Its link stops working.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    invitationId: t.id(resourceId('invitation')),
  })),
  rest: { method: 'DELETE', path: `${path}/:invitationId`, tag },
  needs: 'member.manage',
  needsAlso: { right: 'admin.manage', where: 'when it is for an admin or owner' },
  resolve: revokeInvitation,
});

addMutation('acceptInvitation', {
  type: JoinedOrganizationType,
  description:
    'Accepts an invitation: the authenticated user becomes a member. FORBIDDEN when the invitation was sent to ' +
    'another address. BAD_USER_INPUT for a token that is unknown, used, replaced or older than 7 days.',
  args: builder.args((t) => ({ token: t.string({ required: true, description: 'Token from the e-mail.' }) })),
  rest: { method: 'POST', path: '/invitations/accept', tag, errorStatuses: [403] },
  resolve: acceptInvitation,
});
