import type { Role } from '../../../generated/prisma/client.ts';

/** Every action, with the roles that permit it, the most privileged first. */
export const ROLES_OF = {
  'organization.read': ['owner', 'admin', 'editor', 'viewer', 'guest'],
  'organization.change': ['owner', 'admin'],
  'organization.delete': ['owner'],
  'member.read': ['owner', 'admin', 'editor', 'viewer'],
  'member.manage': ['owner', 'admin'],
  'admin.manage': ['owner'],
  'token.manage': ['owner', 'admin'],
  'personalData.manage': ['owner', 'admin'],
  'project.read': ['owner', 'admin', 'editor', 'viewer', 'guest'],
  'annotation.read': ['owner', 'admin', 'editor', 'viewer', 'guest'],
  'annotation.create': ['owner', 'admin', 'editor', 'guest'],
  'annotation.change': ['owner', 'admin', 'editor'],
  'annotation.publish': ['owner', 'admin', 'editor'],
  'annotation.delete': ['owner', 'admin', 'editor'],
  'annotation.export': ['owner', 'admin', 'editor', 'viewer'],
  'annotation.import': ['owner', 'admin', 'editor'],
  'label.manage': ['owner', 'admin', 'editor'],
  'view.manage': ['owner', 'admin', 'editor', 'viewer'],
  'view.share': ['owner', 'admin', 'editor'],
  'comment.create': ['owner', 'admin', 'editor', 'guest'],
  'comment.change': ['owner', 'admin', 'editor', 'guest'],
  'comment.moderate': ['owner', 'admin'],
  'diagnostics.read': ['owner', 'admin', 'editor', 'viewer'],
  'activity.read': ['owner', 'admin', 'editor', 'viewer'],
  'snapshot.read': ['owner', 'admin', 'editor', 'viewer'],
  'snapshot.create': ['owner', 'admin', 'editor'],
  'snapshot.delete': ['owner', 'admin', 'editor'],
  'snapshot.compare': ['owner', 'admin', 'editor'],
  'deployment.create': ['owner', 'admin', 'editor'],
  'review.write': ['owner', 'admin', 'editor'],
  'baseline.accept': ['owner', 'admin', 'editor'],
  'guard.retire': ['owner', 'admin', 'editor'],
  'project.create': ['owner', 'admin'],
  'project.change': ['owner', 'admin'],
  'project.delete': ['owner', 'admin'],
  'environment.manage': ['owner', 'admin'],
  'captureCredentials.manage': ['owner', 'admin'],
  'audit.read': ['owner', 'admin'],
  'webhook.manage': ['owner', 'admin'],
  'issue.create': ['owner', 'admin', 'editor'],
  'integration.manage': ['owner', 'admin'],
  'usage.read': ['owner', 'admin'],
  'billing.manage': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof ROLES_OF;

/** Whether `role` permits `action`. */
export const can = (role: Role, action: Action): boolean => rolesThatCan(action).includes(role);

/** Roles that permit `action`. */
export const rolesThatCan = (action: Action): readonly Role[] => ROLES_OF[action];

/**
 * Role to ask for where `action` is denied: the least privileged one apart from guest, which is a
 * role for clients.
 */
export const leastRole = (action: Action): Role => rolesThatCan(action).findLast((role) => role !== 'guest') ?? 'owner';

/** Names the roles that permit `action`, for descriptions: `editor`, or `editor or guest`. */
export const describeRoles = (action: Action): string =>
  can('guest', action) ? `${leastRole(action)} or guest` : leastRole(action);

/** Whether membership alone does not permit `action`. */
export const needsMoreThanMembership = (action: Action): boolean => !(can('viewer', action) && can('guest', action));

/** Action required to manage a member with this role, or to grant the role. */
export const managing = (role: Role): Action =>
  role === 'owner' || role === 'admin' ? 'admin.manage' : 'member.manage';
