import type { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, LEAST_ROLE } from '../../../src/resolvers/platform/policies/roles.ts';

export const RIGHTS = Object.keys(LEAST_ROLE) as Action[];

/** Runs something under other policies than those of the product, in this process. */
export async function underPolicies<T>(leastRoleFor: (right: Action) => Role, run: () => Promise<T>): Promise<T> {
  const real = { ...LEAST_ROLE };
  Object.assign(LEAST_ROLE, Object.fromEntries(RIGHTS.map((right) => [right, leastRoleFor(right)])));
  try {
    return await run();
  } finally {
    Object.assign(LEAST_ROLE, real);
  }
}
