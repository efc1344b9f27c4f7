import type { Context } from '../context.ts';
import { keyOf } from '../resolvers/core/projects/project-key.ts';
import { countCall } from '../schema/throttle.ts';
import type { RestOperation } from './routes.ts';

/** Runs checks that precede the resolver; their errors count against the same rate limits. */
export async function checkBeforeResolver<T>(
  context: Context,
  { field }: RestOperation,
  path: Record<string, unknown>,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await countCall(context, field, path);
    throw error;
  }
}

/**
 * Requires the project key of operations that it authorizes, before their arguments are checked.
 *
 * @throws UNAUTHENTICATED
 */
export function assertProjectKey(
  { route }: RestOperation,
  context: Context,
  { projectKey }: Record<string, unknown>,
): void {
  if (route.auth === 'key' && (projectKey ?? '') === '') keyOf(context, null);
}
