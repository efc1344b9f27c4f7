import type { InvitationState } from '../../resolvers/core/auth/invitation-token.ts';
import { acceptInvitation } from '../../resolvers/core/invitations/accept-invitation.ts';
import { createInvitation } from '../../resolvers/core/invitations/create-invitation.ts';
import type { Invitation } from '../../resolvers/core/invitations/invitation.ts';
import { linkOf } from '../../resolvers/core/invitations/invitation-link.ts';
import { listInvitations } from '../../resolvers/core/invitations/list-invitations.ts';
import { type InvitationPreview, previewInvitation } from '../../resolvers/core/invitations/preview-invitation.ts';
import { resendInvitation } from '../../resolvers/core/invitations/resend-invitation.ts';
import { revokeInvitation } from '../../resolvers/core/invitations/revoke-invitation.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, addQuery, listOf } from '../define-operation.ts';
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
    link: t.string({
      nullable: true,
      description:
        'Link to pass on instead of the e-mail, while the invitation is pending. It verifies no address. Null for an ' +
        'expired invitation, and for a role that the reader may not manage.',
      resolve: (invitation, _args, ctx) => linkOf(ctx, invitation),
    }),
  }),
});

const InvitationStateEnum = builder.enumType('InvitationState', {
  description: 'State of an invitation token.',
  values: {
    pending: { description: 'It can be accepted.' },
    expired: { description: 'It is more than 7 days old; an admin can send the invitation again.' },
    accepted: { description: 'It was used.' },
    revoked: { description: 'An admin revoked it.' },
    replaced: { description: 'It was sent again with a new link.' },
  } satisfies Record<InvitationState, object>,
});

const InvitationPreviewType = builder.objectRef<InvitationPreview>('InvitationPreview').implement({
  description: 'An invitation, for the holder of its token.',
  fields: (t) => ({
    state: t.expose('state', { type: InvitationStateEnum, description: 'State of the token.' }),
    organizationName: t.exposeString('organizationName', {
      nullable: true,
      description:
        'Organization to join; null once the token was accepted, revoked or replaced, like all other fields.',
    }),
    inviterName: t.exposeString('inviterName', {
      nullable: true,
      description: 'Name of the person who invites; null after that account was deleted.',
    }),
    inviterEmail: t.exposeString('inviterEmail', {
      nullable: true,
      description: 'E-mail address of that person; null for guests, who see no addresses.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Invited e-mail address, in lowercase.' }),
    role: t.expose('role', { type: RoleEnum, nullable: true, description: 'Role of the new member.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'Expiration time.' }),
  }),
});

addQuery('invitationByToken', {
  type: InvitationPreviewType,
  description:
    'Shows an invitation to the holder of its token, without accepting it. Ended tokens are known for 30 days. ' +
    'BAD_USER_INPUT for an unknown token.',
  args: builder.args((t) => ({
    token: t.string({ required: true, description: 'Token from the e-mail or the link.' }),
  })),
  throttle: 'auth',
  resolve: previewInvitation,
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
    'another address. BAD_USER_INPUT for a token that is unknown, used, revoked, replaced or older than 7 days.',
  args: builder.args((t) => ({
    token: t.string({ required: true, description: 'Token from the e-mail or the link.' }),
  })),
  rest: { method: 'POST', path: '/invitations/accept', tag, errorStatuses: [403] },
  resolve: acceptInvitation,
});
