import { changeMemberRole } from '../../resolvers/core/members/change-member-role.ts';
import type { Member } from '../../resolvers/core/members/member.ts';
import { removeMember } from '../../resolvers/core/members/remove-member.ts';
import { listMembers } from '../../resolvers/members/list-members.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { RoleEnum } from '../organizations/organization-type.ts';

const tag = 'Organizations';

const MemberType = builder.objectRef<Member>('Member').implement({
  description: 'A user in an organization, with a role.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the membership.' }),
    userId: t.exposeID('userId', { description: 'UUID of the user, as for assigning.' }),
    name: t.exposeString('name', { description: "The user's display name." }),
    email: t.exposeString('email', { description: "The user's e-mail address, in lower case." }),
    role: t.expose('role', { type: RoleEnum, description: 'What the user may do in the organization.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user joined.' }),
  }),
});

builder.queryField('members', (t) =>
  t.connection(
    {
      type: MemberType,
      description: 'The members of an organization, those who joined last first.',
      args: { organizationId: t.arg.id(idOf('organization')) },
      extensions: operation({
        rest: { method: 'GET', path: '/organizations/:organizationId/members', envelope: 'list', tag },
        needs: 'member.read',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listMembers(ctx, args.organizationId, page)),
    },
    ...connectionNames('Member', 'members', 'A member'),
  ),
);

builder.mutationField('changeMemberRole', (t) =>
  t.field({
    type: MemberType,
    description: 'Gives a member another role, from the next request on. BAD_USER_INPUT for the last owner.',
    args: {
      organizationId: t.arg.id(idOf('organization')),
      memberId: t.arg.id(itsId('membership')),
      role: t.arg({ type: RoleEnum, required: true, description: 'The new role.' }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/organizations/:organizationId/members/:memberId', tag },
      needs: 'member.manage',
      needsAlso: { right: 'admin.manage', where: 'where the role until now or the new one is admin or owner' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => changeMemberRole(ctx, args),
  }),
);

builder.mutationField('removeMember', (t) =>
  t.field({
    type: Deleted,
    description:
      'Takes a member out of the organization, from the next request on; open streams end, and what was assigned to the member ' +
      'is assigned to nobody. Everyone may leave. BAD_USER_INPUT for the last owner.',
    args: { organizationId: t.arg.id(idOf('organization')), memberId: t.arg.id(itsId('membership')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/organizations/:organizationId/members/:memberId', tag, refusals: [400] },
      needs: 'member.manage',
      needsAlso: { right: 'admin.manage', where: 'for an admin or owner' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => removeMember(ctx, args.organizationId, args.memberId),
  }),
);
