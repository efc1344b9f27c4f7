import { badInput } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';

/** A place in a list ordered by creation: `createdAt` and `id` of a row. */
export interface Position {
  createdAt: Date;
  id: string;
}

/** Which stretch of a list is asked for. At most `limit` rows, after or before a position, from the list's start or its end. */
export interface Page {
  limit: number;
  after?: Position;
  before?: Position;
  /** Read from the end backwards; the rows come in reading order all the same. */
  fromEnd?: boolean;
}

/** Rows of a page in reading order, and whether there are more in the direction that they were read in. */
export interface PageRows<T> {
  rows: T[];
  hasMore: boolean;
}

/** Opaque to callers. */
export const encodeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');

/**
 * @param argument where it stood, for the message
 * @throws BAD_USER_INPUT for text that no list gave
 */
export function decodeCursor(cursor: string, argument: string): Position {
  const [time = '', id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isId(id) || !/^\d{1,15}$/.test(time)) {
    throw badInput(`${argument}: is not a cursor that a list gave; leave it out to start from the first page`);
  }
  return { createdAt: new Date(Number(time)), id };
}

/**
 * The end of a statement that reads one page, and its values: one row more than the page has, to know whether there is more.
 * @param direction how the list runs: newest first is 'desc'
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

/** What a statement with `pageClause` gave, as a page. */
export const pageRows = <T>(found: T[], page: Page): PageRows<T> => ({
  rows: inReadingOrder(found.slice(0, page.limit), page),
  hasMore: found.length > page.limit,
});

/** Rows in reading order, whichever end they were read from. */
export const inReadingOrder = <T>(rows: T[], page: Page): T[] => (page.fromEnd ? rows.reverse() : rows);
