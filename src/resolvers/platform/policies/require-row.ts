import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import type { Statements } from '../../../generated/statements.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { type Narrower, type Statement, statement } from '../../../infrastructure/database/statement.ts';
import {
  assertInGrant,
  assertMembership,
  joinProjectMember,
  MEMBERSHIP_CLAIMS,
  type MembershipClaims,
  requireUser,
  type Scope,
} from './access.ts';
import type { Action } from './roles.ts';

/**
 * Error for a malformed id: NOT_FOUND for a resource in a path, BAD_USER_INPUT for a body's field.
 */
export type InvalidIdPolicy = 'notFound' | { field: string };

/** A row to load, and the action it is loaded for. */
export interface ProtectedRow<T extends pg.QueryResultRow> {
  /** Name of the resource, for the message, such as `Annotation`. */
  what: string;
  id: string;
  /** Statement that returns the row for a member, with the columns of MEMBERSHIP_CLAIMS. */
  query: Pick<Statement<{ id: string; userId: string }, T>, 'first'>;
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
export async function requireRow<T extends pg.QueryResultRow & MembershipClaims>(
  ctx: Context<'pool'>,
  { id, query, invalidIdPolicy = 'notFound', ...access }: ProtectedRow<T>,
): Promise<T> {
  const userId = requireUser(ctx);
  if (!isId(id))
    throw invalidIdPolicy === 'notFound' ? notFound(access.what) : badField(invalidIdPolicy.field, 'must be a UUID');
  return requireAccess(ctx, await query.first(ctx.services.pool, { id, userId }), access);
}

/**
 * Loads a row for a member who may perform `action` on it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a row of another organization and for a malformed id
 */
type Guard<Row> = (
  ctx: Context<'pool'>,
  id: string,
  action: Action,
  invalidIdPolicy?: InvalidIdPolicy,
) => Promise<Row & MembershipClaims>;

/** SQL that joins the project of a row, and the membership of the user. */
export const ofProject = (projectId: string): string =>
  `JOIN projects p ON p.id = ${projectId} AND p.deleted_at IS NULL ${joinProjectMember('$userId')}`;

/** SQL that joins the membership of the user in the organization of a row. */
export const ofOrganization = (organizationId: string): string =>
  `JOIN memberships m ON m.organization_id = ${organizationId} AND m.user_id = $userId`;

/** Texts of a guard. */
interface GuardTexts {
  /** Name of the resource, for the message. */
  what: string;
  columns: string;
  /** Rows, with `ofProject` or `ofOrganization`. */
  from: string;
  /** SQL condition on the id $id. */
  where: string;
  /** Column that names the object of the action. */
  scope?: 'projectId' | 'organizationId' | 'id';
}

/** Declares the guard of a resource and its statement; types as of `statement`. */
export function guard<Name extends keyof Statements>(
  name: Name,
  { what, columns, from, where, scope = 'projectId' }: GuardTexts,
) {
  type Row = Statements[Name]['row'] & MembershipClaims;
  const query = statement(name, `SELECT ${columns}, ${MEMBERSHIP_CLAIMS} FROM ${from} WHERE ${where}`, {
    prepared: true,
  }) as unknown as Statement<{ id: string; userId: string }, Row>;
  const scopeOf = (row: Row): Scope => {
    const id = (row as unknown as Record<string, string>)[scope] as string;
    return scope === 'organizationId' ? { organizationId: id } : { projectId: id };
  };
  const require: Guard<Row> = (ctx, id, action, invalidIdPolicy) =>
    requireRow(ctx, { what, id, query, action, scopeOf, invalidIdPolicy });
  return Object.assign(require, {
    query,
    /** Guard whose row has narrower types, as that of a statement. */
    narrow: <Narrowed extends Narrower<Row>>() => require as Guard<Omit<Row, keyof Narrowed> & Narrowed>,
  });
}

/**
 * Like `requireRow`, but loads two rows in one statement.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function requireRowPair<T extends pg.QueryResultRow & MembershipClaims & { id: string }>(
  ctx: Context<'pool'>,
  {
    ids,
    query,
    ...access
  }: Omit<ProtectedRow<T>, 'id' | 'query' | 'invalidIdPolicy'> & {
    ids: [string, string];
    query: Statement<{ ids: readonly (string | null | undefined)[]; userId: string }, T>;
  },
): Promise<[T, T]> {
  const userId = requireUser(ctx);
  if (!ids.every(isId)) throw notFound(access.what);
  const rows = await query.rows(ctx.services.pool, { ids, userId });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowOf = (id: string) => requireAccess(ctx, byId.get(id.toLowerCase()), access);
  return [rowOf(ids[0]), rowOf(ids[1])];
}

function requireAccess<T extends pg.QueryResultRow & MembershipClaims>(
  ctx: Context<'pool'>,
  row: T | undefined,
  { what, action, scopeOf }: Pick<ProtectedRow<T>, 'what' | 'action' | 'scopeOf'>,
): T {
  if (!row) throw notFound(what);
  assertInGrant(ctx, scopeOf(row), action, what);
  assertMembership(ctx, row, action);
  return row;
}
