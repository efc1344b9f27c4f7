import type pg from 'pg';
import type { Context } from '../../context.ts';
import { badInput, notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/database/ids.ts';
import { assertStanding, requireUser, type Standing } from '../platform/policies/access.ts';
import type { Action } from '../platform/policies/roles.ts';

/** What a malformed id means: the resource of a path is absent, a field of a body is wrong. */
export type Malformed = 'absent' | { field: string };

/** What a guard reads, and for what. */
export interface Guarded {
  /** For the message: `Annotation`. */
  what: string;
  id: string;
  /** Gives the row with id `$1` where user `$2` is a member, with the columns of STANDING. It is prepared under its name. */
  query: { name: string; text: string };
  action: Action;
  malformed?: Malformed;
}

/**
 * The row, when the calling user may do `action` with it. Every guard that loads what it guards asks here.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's row as for none; for a malformed id as `malformed` says
 */
export async function requireRow<T extends pg.QueryResultRow>(
  ctx: Context,
  { what, id, query, action, malformed = 'absent' }: Guarded,
): Promise<T & Standing> {
  const userId = requireUser(ctx);
  if (!isId(id)) throw malformed === 'absent' ? notFound(what) : badInput(`${malformed.field}: must be a UUID`);
  const { rows } = await ctx.services.pool.query<T & Standing>({ ...query, values: [id, userId] });
  const [row] = rows;
  if (!row) throw notFound(what);
  assertStanding(ctx, row, action);
  return row;
}
