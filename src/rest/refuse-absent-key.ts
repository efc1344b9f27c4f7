import type { Context } from '../context.ts';
import { keyOf } from '../resolvers/core/projects/project-key.ts';
import type { RestOperation } from './routes.ts';

/** Who calls comes before what is asked, also where a project key says who. @throws UNAUTHENTICATED */
export function refuseAbsentKey(
  { route }: RestOperation,
  context: Context,
  { projectKey }: Record<string, unknown>,
): void {
  if (route.auth === 'key' && (projectKey ?? '') === '') keyOf(context, null);
}
