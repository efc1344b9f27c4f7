import { type Action, ROLES_OF } from './roles.ts';

/** Actions that no access token has: credentials, members, data of persons, exports, billing. */
const NEVER: readonly Action[] = [
  'organization.change',
  'organization.delete',
  'member.manage',
  'admin.manage',
  'token.manage',
  'personalData.manage',
  'captureCredentials.manage',
  'annotation.export',
  'usage.read',
  'billing.manage',
];

/** Actions that an access token may have. */
export const TOKEN_ACTIONS = (Object.keys(ROLES_OF) as Action[]).filter((action) => !NEVER.includes(action));

const READ: readonly Action[] = [
  'organization.read',
  'project.read',
  'annotation.read',
  'snapshot.read',
  'activity.read',
];

const COMMENT: readonly Action[] = [...READ, 'annotation.create', 'comment.create', 'comment.change'];

/** Named lists of actions. */
export const TOKEN_PRESETS = {
  read: READ,
  comment: COMMENT,
  fix: [...COMMENT, 'diagnostics.read', 'annotation.change', 'snapshot.create'],
  ci: [...READ, 'diagnostics.read', 'snapshot.create', 'snapshot.compare', 'deployment.create'],
} as const satisfies Record<string, readonly Action[]>;

export type TokenPreset = keyof typeof TOKEN_PRESETS;
