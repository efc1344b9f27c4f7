import { badField } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';

/** Position in a list ordered by creation: `createdAt` and `id` of a row. */
export interface Position {
  createdAt: Date;
  id: string;
}

/**
 * Requested range of a list: at most `limit` rows, after or before a position, from the start or
 * the end.
 */
export interface Page {
  limit: number;
  after?: Position;
  before?: Position;
  /** Reads backwards from the end; rows are returned in list order. */
  fromEnd?: boolean;
}

/** Rows of a page in list order, and whether there are more in the direction of reading. */
export interface PageRows<T> {
  rows: T[];
  hasMore: boolean;
}

/** Cursor of a position; opaque to clients. */
export const encodeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');

/**
 * Decodes a cursor.
 *
 * @param argument name of the argument, for the message
 * @throws BAD_USER_INPUT for any other text
 */
export function decodeCursor(cursor: string, argument: string): Position {
  const [time = '', id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isId(id) || !/^\d{1,15}$/.test(time)) {
    throw badField(argument, 'is not a cursor returned by a list; omit it to start from the first page');
  }
  return { createdAt: new Date(Number(time)), id };
}

/**
 * Conditions, order, limit and values of a statement that reads one page. It reads one extra row to
 * know whether there are more.
 *
 * @param direction order of the list; newest first is 'desc'
 * @param firstParameter number of the first free `$n`
 */
export function pageClause(page: Page, direction: 'asc' | 'desc', firstParameter: number) {
  const forward = direction === 'asc' ? '>' : '<';
  const backward = direction === 'asc' ? '<' : '>';
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (position: Position, operator: string) => {
    const next = firstParameter + values.length;
    conditions.push(`AND (created_at, id) ${operator} ($${next}::timestamptz, $${next + 1}::uuid)`);
    values.push(position.createdAt, position.id);
  };
  if (page.after) add(page.after, forward);
  if (page.before) add(page.before, backward);
  const to = page.fromEnd ? (direction === 'asc' ? 'DESC' : 'ASC') : direction.toUpperCase();
  const order = `ORDER BY created_at ${to}, id ${to}`;
  values.push(page.limit + 1);
  return {
    where: conditions.join(' '),
    order,
    orderAndLimit: `${order} LIMIT $${firstParameter + values.length - 1}`,
    values,
  };
}

/** Page of the rows returned by a statement with `pageClause`. */
export const pageRows = <T>(found: T[], page: Page): PageRows<T> => ({
  rows: inReadingOrder(found.slice(0, page.limit), page),
  hasMore: found.length > page.limit,
});

/** Rows in list order, whichever end they were read from. */
export const inReadingOrder = <T>(rows: T[], page: Page): T[] => (page.fromEnd ? rows.reverse() : rows);
