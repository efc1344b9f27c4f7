import { acceptInvitation } from '../../resolvers/core/invitations/accept-invitation.ts';
import { createInvitation } from '../../resolvers/core/invitations/create-invitation.ts';
import type { Invitation } from '../../resolvers/core/invitations/invitation.ts';
import { listInvitations } from '../../resolvers/core/invitations/list-invitations.ts';
import { resendInvitation } from '../../resolvers/core/invitations/resend-invitation.ts';
import { revokeInvitation } from '../../resolvers/core/invitations/revoke-invitation.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { RoleEnum } from '../organizations/organization-type.ts';
import { JoinedOrganizationType } from '../organizations/organizations.ts';

const tag = 'Organizations';

const InvitationType = builder.objectRef<Invitation>('Invitation').implement({
  description: 'A mailed permission to become a member of an organization, once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID; the membership that comes of it will have the same.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization that it is for.' }),
    email: t.exposeString('email', { description: 'Whom it was mailed to, in lower case.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What the new member may do.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when its link works.' }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its mail was handed to the mail server; null while it is on its way.',
    }),
  }),
});

const path = '/organizations/:organizationId/invitations';

builder.mutationField('createInvitation', (t) =>
  t.field({
    type: InvitationType,
    description:
      'Invites somebody by mail; the link works once, within 7 days. Emits member.invited. ' +
      'CONFLICT for a member, and for an address with an open invitation.',
    args: {
      organizationId: t.arg.id(idOf('organization')),
      email: t.arg.string({ required: true, description: 'E-mail address; compared without regard to case.' }),
      role: t.arg({ type: RoleEnum, required: true, description: 'What the new member may do.' }),
    },
    extensions: operation({
      rest: { method: 'POST', path, status: 201, tag },
      needs: 'member.manage',
      needsAlso: { right: 'admin.manage', where: 'for the roles admin and owner' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createInvitation(ctx, args.organizationId, args),
  }),
);

builder.queryField('invitations', (t) =>
  t.connection(
    {
      type: InvitationType,
      description: 'The invitations that nobody has accepted, expired ones included, newest first.',
      args: { organizationId: t.arg.id(idOf('organization')) },
      extensions: operation({
        rest: { method: 'GET', path, envelope: 'list', tag },
        needs: 'member.manage',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listInvitations(ctx, args.organizationId, page)),
    },
    ...connectionNames('Invitation', 'invitations', 'An invitation'),
  ),
);

builder.mutationField('resendInvitation', (t) =>
  t.field({
    type: InvitationType,
    description:
      'Mails an invitation again: the old link ends at once, the new one works for 7 days. ' +
      'An expired one needs room on the plan anew: without it, 403.',
    args: { organizationId: t.arg.id(idOf('organization')), invitationId: t.arg.id(itsId('invitation')) },
    extensions: operation({
      rest: { method: 'POST', path: `${path}/:invitationId/resend`, tag },
      needs: 'member.manage',
      needsAlso: { right: 'admin.manage', where: 'where it is for an admin or owner' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => resendInvitation(ctx, args),
  }),
);

builder.mutationField('revokeInvitation', (t) =>
  t.field({
    type: Deleted,
    description: 'Takes an invitation back: its link ends at once.',
    args: { organizationId: t.arg.id(idOf('organization')), invitationId: t.arg.id(itsId('invitation')) },
    extensions: operation({
      rest: { method: 'DELETE', path: `${path}/:invitationId`, tag },
      needs: 'member.manage',
      needsAlso: { right: 'admin.manage', where: 'where it is for an admin or owner' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => revokeInvitation(ctx, args),
  }),
);

builder.mutationField('acceptInvitation', (t) =>
  t.field({
    type: JoinedOrganizationType,
    description:
      'Makes the calling user a member, once. FORBIDDEN when the invitation went to another address than that of the account. ' +
      'BAD_USER_INPUT for a token that is unknown, used, replaced or over 7 days old.',
    args: { token: t.arg.string({ required: true, description: 'From the mail.' }) },
    extensions: operation({
      rest: { method: 'POST', path: '/invitations/accept', tag, refusals: [403] },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => acceptInvitation(ctx, args),
  }),
);
