import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Visibility } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';

/** Ids of mentioned users, each once; undefined without the argument. */
export const mentionsInput = z
  .array(z.string().refine(isId, 'must be a UUID'))
  .max(LIMITS.mentions, `must list at most ${LIMITS.mentions} users`)
  .nullish()
  .transform((ids) => (ids == null ? undefined : [...new Set(ids)]));

/** Members of a project among users; without guests unless `$withGuests`. */
const READERS = statement(
  'mentions/readers',
  `SELECT m.user_id AS id FROM projects p
    JOIN memberships m ON m.organization_id = p.organization_id AND ${INCLUDES_PROJECT}
   WHERE p.id = $projectId AND m.user_id = ANY($ids::uuid[]) AND m.access_token_id IS NULL AND ($withGuests OR m.role <> 'guest')`,
);

/**
 * Checks that mentioned users may read a text.
 *
 * @throws BAD_USER_INPUT for anyone else
 */
export async function assertMentionable(
  ctx: Context<'pool'>,
  { projectId, visibility }: { projectId: string; visibility?: Visibility | null },
  ids: string[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const values = { projectId, ids, withGuests: visibility !== 'internal' };
  const rows = await READERS.rows(ctx.services.pool, values);
  const readers = new Set(rows.map(({ id }) => id));
  const other = ids.find((id) => !readers.has(id));
  if (other !== undefined)
    throw badField('mentions', `${other} is not a member who can read this; mention members of the project only`);
}

/**
 * Rejects mentions by visitors.
 *
 * @throws BAD_USER_INPUT
 */
export function assertNoMentions(ids: string[] = []): void {
  if (ids.length > 0) throw badField('mentions', 'visitors cannot mention members; omit it');
}

/** Users of a list that another one does not have. */
export const addedMembers = (ids: string[], before: string[]): string[] => ids.filter((id) => !before.includes(id));

/** Whether two lists have the same users. */
export const isSameMembers = (ids: string[], others: string[]): boolean =>
  ids.length === others.length && ids.every((id) => others.includes(id));
