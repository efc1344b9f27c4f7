import type { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, LEAST_ROLE } from '../../../src/resolvers/platform/policies/roles.ts';

export const ACTIONS = Object.keys(LEAST_ROLE) as Action[];

/** Runs a function under other policies, in this process. */
export async function withPolicies<T>(leastRoleFor: (action: Action) => Role, run: () => Promise<T>): Promise<T> {
  const real = { ...LEAST_ROLE };
  Object.assign(LEAST_ROLE, Object.fromEntries(ACTIONS.map((action) => [action, leastRoleFor(action)])));
  try {
    return await run();
  } finally {
    Object.assign(LEAST_ROLE, real);
  }
}
