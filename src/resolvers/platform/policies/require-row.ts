import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { assertInGrant, assertMembership, type MembershipClaims, requireUser, type Scope } from './access.ts';
import type { Action } from './roles.ts';

/**
 * Error for a malformed id: NOT_FOUND for a resource in a path, BAD_USER_INPUT for a body's field.
 */
export type InvalidIdPolicy = 'notFound' | { field: string };

/** A row to load, and the action it is loaded for. */
export interface ProtectedRow<T> {
  /** Name of the resource, for the message, such as `Annotation`. */
  what: string;
  id: string;
  /**
   * Prepared statement that returns the row with id `$1` if user `$2` is a member, with the columns
   * of MEMBERSHIP_CLAIMS.
   */
  query: { name: string; text: string };
  action: Action;
  /** Object of the action in a row. */
  scopeOf: (row: T) => Scope;
  invalidIdPolicy?: InvalidIdPolicy;
}

/**
 * Loads a row if the user may perform `action` on it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND if there is no such row or it belongs to another organization
 * @throws the error of `invalidIdPolicy` for a malformed id
 */
export async function requireRow<T extends pg.QueryResultRow>(
  ctx: Context<'pool'>,
  { id, query, invalidIdPolicy = 'notFound', ...access }: ProtectedRow<T>,
): Promise<T & MembershipClaims> {
  const userId = requireUser(ctx);
  if (!isId(id))
    throw invalidIdPolicy === 'notFound' ? notFound(access.what) : badField(invalidIdPolicy.field, 'must be a UUID');
  const { rows } = await ctx.services.pool.query<T & MembershipClaims>({ ...query, values: [id, userId] });
  return requireAccess(ctx, rows[0], access);
}

/**
 * Same as `requireRow`, for two rows by one statement, whose `$1` is an array of both ids.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function requireRowPair<T extends pg.QueryResultRow & { id: string }>(
  ctx: Context<'pool'>,
  { ids, query, ...access }: Omit<ProtectedRow<T>, 'id' | 'invalidIdPolicy'> & { ids: [string, string] },
): Promise<[T & MembershipClaims, T & MembershipClaims]> {
  const userId = requireUser(ctx);
  if (!ids.every(isId)) throw notFound(access.what);
  const { rows } = await ctx.services.pool.query<T & MembershipClaims>({ ...query, values: [ids, userId] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowOf = (id: string) => requireAccess(ctx, byId.get(id.toLowerCase()), access);
  return [rowOf(ids[0]), rowOf(ids[1])];
}

function requireAccess<T>(
  ctx: Context<'pool'>,
  row: (T & MembershipClaims) | undefined,
  { what, action, scopeOf }: Pick<ProtectedRow<T>, 'what' | 'action' | 'scopeOf'>,
): T & MembershipClaims {
  if (!row) throw notFound(what);
  assertInGrant(ctx, scopeOf(row), action, what);
  assertMembership(ctx, row, action);
  return row;
}
