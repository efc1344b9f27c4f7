import { changeMemberRole } from '../../resolvers/core/members/change-member-role.ts';
import { listMembers, type Member } from '../../resolvers/core/members/member.ts';
import { removeMember } from '../../resolvers/core/members/remove-member.ts';
import { builder } from '../builder.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { Deleted } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { projectAccessArgs, projectAccessFields, RoleEnum } from '../organizations/organization-type.ts';
import { connectionOf } from '../related.ts';

const tag = 'Organizations';

export const MemberType = builder.objectRef<Member>('Member').implement({
  description: "A user's membership in an organization.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the membership.' }),
    userId: t.exposeID('userId', { description: 'UUID of the user, as used for assignments.' }),
    name: t.exposeString('name', { description: 'Display name of the user.' }),
    email: t.exposeString('email', { description: 'E-mail address of the user, in lowercase.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Role of the user in the organization.' }),
    allProjects: t.exposeBoolean('allProjects', { description: projectAccessFields.allProjects }),
    projectIds: t.exposeIDList('projectIds', { description: projectAccessFields.projectIds }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of joining.' }),
  }),
});

export const MEMBERS = connectionOf(MemberType, 'Member', 'members', 'A member');

listOf('members', {
  type: MemberType,
  connection: MEMBERS,
  description: 'Members of an organization, newest first.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { path: '/organizations/:organizationId/members', tag },
  needs: 'member.read',
  acceptsTokens: true,
  acceptsPanel: true,
  list: (ctx, args, page) => listMembers(ctx, args.organizationId, page),
});

addMutation('changeMemberRole', {
  type: MemberType,
  description:
    'Changes the role and the projects of a member, effective from the next request. Without allProjects and ' +
    'projectIds, editors, viewers and guests keep their projects. BAD_USER_INPUT for the last owner, and for projects that ' +
    'the role cannot have. FORBIDDEN when a guest gets another role and the plan has no seat left.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    memberId: t.id(resourceId('membership')),
    role: t.field({ type: RoleEnum, required: true, description: 'The new role.' }),
    allProjects: t.boolean({ description: projectAccessArgs.allProjects }),
    projectIds: t.idList({ description: projectAccessArgs.projectIds }),
  })),
  rest: { method: 'PATCH', path: '/organizations/:organizationId/members/:memberId', tag },
  needs: 'member.manage',
  needsAlso: { right: 'admin.manage', where: 'when the current or the new role is admin or owner' },
  resolve: changeMemberRole,
});

addMutation('removeMember', {
  type: Deleted,
  description:
    'Removes a member from the organization, effective from the next request. Open streams end and assignments ' +
    'are removed. All members may remove themselves. BAD_USER_INPUT for the last owner.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    memberId: t.id(resourceId('membership')),
  })),
  rest: { method: 'DELETE', path: '/organizations/:organizationId/members/:memberId', tag, errorStatuses: [400] },
  needs: 'member.manage',
  needsAlso: { right: 'admin.manage', where: 'for an admin or owner' },
  resolve: (ctx, args) => removeMember(ctx, args.organizationId, args.memberId),
});
