import type { Role } from '../../../generated/prisma/client.ts';

/** Every action, with the minimum role that permits it. */
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

/** Whether `role` permits `action`. */
export const can = (role: Role, action: Action): boolean => RANK[role] >= RANK[LEAST_ROLE[action]];

/** Roles that permit `action`, for SQL statements. */
export const rolesThatCan = (action: Action): Role[] =>
  (Object.keys(RANK) as Role[]).filter((role) => can(role, action));

/** Minimum role that permits `action`, for messages. */
export const leastRole = (action: Action): Role => LEAST_ROLE[action];

/** Whether membership alone does not permit `action`. */
export const needsMoreThanMembership = (action: Action): boolean => !can('viewer', action);

/** Action required to manage a member with this role, or to grant the role. */
export const managing = (role: Role): Action => (RANK[role] >= RANK.admin ? 'admin.manage' : 'member.manage');
