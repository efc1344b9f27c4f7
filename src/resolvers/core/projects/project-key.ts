import type { Context } from '../../../context.ts';
import { AppError, badInput } from '../../../errors.ts';
import { isId, isProjectKey } from '../../../infrastructure/database/ids.ts';

/**
 * The statement that reads a project by its key, the one before it while that counts, or its id; undefined for what is
 * none of these.
 * @param name of the prepared statement, its own for each list of columns
 */
export function selectByKeyOrId(name: string, columns: string, key: string) {
  const from = `SELECT ${columns} FROM projects WHERE deleted_at IS NULL`;
  if (isId(key)) return { name: `${name}-by-id`, text: `${from} AND id = $1`, values: [key] };
  if (!isProjectKey(key)) return undefined;
  const text = `${from} AND (project_key = $1 OR (previous_key = $1 AND previous_key_expires_at > now()))`;
  return { name: `${name}-by-key`, text, values: [key] };
}

/**
 * The key of a public call, from the header x-project-key or the body.
 * @throws BAD_USER_INPUT when both are given and differ, UNAUTHENTICATED for none
 */
export function keyOf(ctx: Context, keyInBody: string | null | undefined): string {
  if (ctx.projectKey && keyInBody && ctx.projectKey !== keyInBody) {
    throw badInput('projectKey: differs from the header x-project-key; send the same key in both, or one of them');
  }
  const key = ctx.projectKey ?? keyInBody;
  if (key) return key;
  throw new AppError(
    'UNAUTHENTICATED',
    'This needs a project key: send it in the header x-project-key or as projectKey in the body',
  );
}

export const unknownKey = () =>
  new AppError('UNAUTHENTICATED', 'The project key is unknown; the project page shows the present one');

/** Whether a project takes something from the page that calls: an empty list allows every origin. */
export const allowsOrigin = ({ origin }: Context, allowedOrigins: readonly string[]): boolean =>
  allowedOrigins.length === 0 || allowedOrigins.includes(origin ?? '');

/** @throws FORBIDDEN for a project whose public endpoints are closed */
export function assertPublic({ publicFeedback }: { publicFeedback: boolean }): void {
  if (publicFeedback) return;
  throw new AppError('FORBIDDEN', 'This project takes no public feedback; an admin can switch it on');
}

/** @param what the project does not do for this origin, as `takes no feedback`. @throws FORBIDDEN */
export function assertOrigin(ctx: Context, allowedOrigins: readonly string[], what: string): void {
  if (allowsOrigin(ctx, allowedOrigins)) return;
  const origin = ctx.origin ?? 'callers without an origin';
  throw new AppError('FORBIDDEN', `This project ${what} from ${origin}; an admin can add it to allowedOrigins`);
}
