import type pg from 'pg';
import type { CallContext } from '../../../context.ts';
import { AppError, badField } from '../../../errors.ts';
import { isId, isProjectKey } from '../../../infrastructure/database/ids.ts';
import type { Statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';

/** Texts of statements that read a project by its id, and by its key or the previous, valid one. */
export const projectTexts = (columns: string) => {
  const from = `SELECT ${columns} FROM projects WHERE deleted_at IS NULL`;
  return {
    byId: `${from} AND id = $id`,
    byKey: `${from} AND (project_key = $key OR (previous_key = $key AND previous_key_expires_at > now()))`,
  };
};

/** Reads a project by key or id; undefined for a text that is neither. */
export async function findByKeyOrId<Row extends pg.QueryResultRow>(
  sql: Queryable,
  { byId, byKey }: { byId: Statement<{ id: string }, Row>; byKey: Statement<{ key: string }, Row> },
  key: string,
): Promise<Row | undefined> {
  if (isId(key)) return byId.first(sql, { id: key });
  return isProjectKey(key) ? byKey.first(sql, { key }) : undefined;
}

/**
 * Project key of a public call, from the header x-project-key or the body.
 *
 * @throws BAD_USER_INPUT if both are present and differ
 * @throws UNAUTHENTICATED if both are missing
 */
export function keyOf(ctx: CallContext, keyInBody: string | null | undefined): string {
  if (ctx.projectKey && keyInBody && ctx.projectKey !== keyInBody) {
    throw badField(
      'projectKey',
      'differs from the header x-project-key; send the same key in both, or only one of them',
    );
  }
  const key = ctx.projectKey ?? keyInBody;
  if (key) return key;
  throw new AppError(
    'UNAUTHENTICATED',
    'A project key is required: send it in the header x-project-key or as projectKey in the body',
  );
}

export const unknownKey = () =>
  new AppError('UNAUTHENTICATED', 'The project key is unknown; the project page shows the current one');

/**
 * Whether a project accepts requests from the request's origin. An empty list allows every origin.
 */
export const allowsOrigin = ({ origin }: CallContext, allowedOrigins: readonly string[]): boolean =>
  allowedOrigins.length === 0 || allowedOrigins.includes(origin ?? '');

/**
 * Checks that a project's public endpoints are enabled.
 *
 * @throws FORBIDDEN
 */
export function assertPublic({ publicFeedback }: { publicFeedback: boolean }): void {
  if (publicFeedback) return;
  throw new AppError('FORBIDDEN', 'Public feedback is disabled for this project; an admin can enable it');
}

/**
 * Checks the request's origin.
 *
 * @param what predicate of the message, such as `accepts no feedback`
 * @throws FORBIDDEN
 */
export function assertOrigin(ctx: CallContext, allowedOrigins: readonly string[], what: string): void {
  if (allowsOrigin(ctx, allowedOrigins)) return;
  const origin = ctx.origin ?? 'callers without an origin';
  throw new AppError('FORBIDDEN', `This project ${what} from ${origin}; an admin can add it to allowedOrigins`);
}
