import type { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, ROLES_OF } from '../../../src/resolvers/platform/policies/roles.ts';

export const ACTIONS = Object.keys(ROLES_OF) as Action[];

const MEMBERS: readonly Role[] = ['owner', 'admin', 'editor', 'viewer'];

/**
 * Runs a function under other policies, in this process.
 * @param leastRoleFor lowest role apart from guest that permits the action
 */
export async function withPolicies<T>(leastRoleFor: (action: Action) => Role, run: () => Promise<T>): Promise<T> {
  const real = { ...ROLES_OF };
  const rolesFor = (action: Action) => MEMBERS.slice(0, MEMBERS.indexOf(leastRoleFor(action)) + 1);
  Object.assign(ROLES_OF, Object.fromEntries(ACTIONS.map((action) => [action, rolesFor(action)])));
  try {
    return await run();
  } finally {
    Object.assign(ROLES_OF, real);
  }
}
