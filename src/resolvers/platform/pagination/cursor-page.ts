import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { type Arguments, type Fragment, type Statement, slot } from '../../../infrastructure/database/statement.ts';

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

/** Order of a list by creation; newest first is 'desc'. */
export type Direction = 'asc' | 'desc';

const orderBy = (to: Direction): string => `ORDER BY created_at ${to}, id ${to}`;

/** Slots of a statement that reads one page: its condition with order and limit, and the order. */
export const pageSlots = (direction: Direction) => {
  const order = orderBy(direction);
  return {
    page: slot('page', `AND (created_at, id) < (now(), gen_random_uuid()) ${order} LIMIT 1`),
    order: slot('order', order),
  };
};

/** End of a statement that reads one page of a list, newest first, after its conditions. */
export const NEWEST = pageSlots('desc').page;

/** Fragments of the slots. The page has one extra row, which shows whether there are more. */
export function pageFragments(page: Page, direction: Direction): { page: Fragment; order: Fragment } {
  const isForward = direction === 'asc';
  const conditions: string[] = [];
  const values: Record<string, unknown> = { pageRows: page.limit + 1 };
  const add = (name: 'after' | 'before', operator: string) => {
    const position = page[name];
    if (!position) return;
    conditions.push(`AND (created_at, id) ${operator} ($${name}Time::timestamptz, $${name}Id::uuid)`);
    values[`${name}Time`] = position.createdAt;
    values[`${name}Id`] = position.id;
  };
  add('after', isForward ? '>' : '<');
  add('before', isForward ? '<' : '>');
  const text = orderBy(isForward === Boolean(page.fromEnd) ? 'desc' : 'asc');
  return {
    page: { text: `${conditions.join(' ')} ${text} LIMIT $pageRows::int`, values },
    order: { text, values: {} },
  };
}

/** Reads one page of a list, newest first, by a statement with the slot `NEWEST`. */
export async function readNewest<Parameters, Row extends pg.QueryResultRow>(
  { services: { pool } }: Context<'pool'>,
  list: Statement<Parameters, Row>,
  page: Page,
  ...parameters: Arguments<Parameters>
): Promise<PageRows<Row>> {
  return pageRows(await list.with(pageFragments(page, 'desc')).rows(pool, ...parameters), page);
}

/** Page of the rows returned by a statement with `pageFragments`. */
export const pageRows = <T>(found: T[], page: Page): PageRows<T> => ({
  rows: inReadingOrder(found.slice(0, page.limit), page),
  hasMore: found.length > page.limit,
});

/** Rows in list order, whichever end they were read from. */
export const inReadingOrder = <T>(rows: T[], page: Page): T[] => (page.fromEnd ? rows.reverse() : rows);
