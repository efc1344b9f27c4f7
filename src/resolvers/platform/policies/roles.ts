import type { Role } from '../../../generated/prisma/client.ts';

/** Everything a member may do, and the least role that may do it. */
export const LEAST_ROLE = {
  'organization.read': 'viewer',
  'organization.change': 'admin',
  'organization.delete': 'owner',
  'member.read': 'viewer',
  'member.manage': 'admin',
  'admin.manage': 'owner',
  'project.read': 'viewer',
  'annotation.read': 'viewer',
  'annotation.create': 'editor',
  'annotation.change': 'editor',
  'comment.create': 'editor',
  'comment.change': 'editor',
  'comment.moderate': 'admin',
  'snapshot.read': 'viewer',
  'snapshot.create': 'editor',
  'snapshot.delete': 'editor',
  'snapshot.compare': 'editor',
  'project.create': 'admin',
  'project.change': 'admin',
  'project.delete': 'admin',
  'environment.manage': 'admin',
  'audit.read': 'admin',
  'webhook.manage': 'admin',
  'integration.manage': 'admin',
  'usage.read': 'admin',
  'billing.manage': 'owner',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof LEAST_ROLE;

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 };

/** Whether a member with `role` may do `action` in their organization. */
export const can = (role: Role, action: Action): boolean => RANK[role] >= RANK[LEAST_ROLE[action]];

/** Every role that may do `action`, for statements. */
export const rolesThatCan = (action: Action): Role[] =>
  (Object.keys(RANK) as Role[]).filter((role) => can(role, action));

/** The least role that may do `action`, for messages. */
export const leastRole = (action: Action): Role => LEAST_ROLE[action];

/** Whether some member may not do `action`. */
export const needsMoreThanMembership = (action: Action): boolean => !can('viewer', action);

/** What managing a member with this role, or giving the role, needs. */
export const managing = (role: Role): Action => (RANK[role] >= RANK.admin ? 'admin.manage' : 'member.manage');
