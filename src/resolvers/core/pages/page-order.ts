import { badField } from '../../../errors.ts';

/** Orders of a list of pages, with the SQL expression of the sort key; the path is the last key. */
export const PAGE_ORDERS = {
  path: { key: '0::bigint', isDescending: false },
  open: { key: 'open', isDescending: true },
  orphaned: { key: 'orphaned', isDescending: true },
  newest: { key: 'coalesce((extract(epoch FROM newest) * 1000)::bigint, 0)', isDescending: true },
} as const;

export type PageOrder = keyof typeof PAGE_ORDERS;

/** Position of a page in an order. */
export interface PagePosition {
  order: PageOrder;
  key: number;
  path: string;
}

/** Cursor of a page, opaque to clients. */
export const pageCursor = ({ order, key, path }: PagePosition): string =>
  Buffer.from(`${order} ${key} ${path}`).toString('base64url');

/**
 * Decodes a cursor of the same order.
 *
 * @param argument name of the argument, for the message
 * @throws BAD_USER_INPUT for any other text, also for a cursor of another order
 */
export function decodePageCursor(cursor: string, order: PageOrder, argument: string): PagePosition {
  const [, of, key, path] = /^(\w+) (\d{1,15}) ([^\0]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (of !== order || path === undefined) {
    throw badField(argument, 'is not a cursor returned by a list in this order; omit it to start from the first page');
  }
  return { order, key: Number(key), path };
}

/** `ORDER BY` on `key` and `path`. */
export function pageOrderClause(order: PageOrder, isReverse: boolean): string {
  const { isDescending } = PAGE_ORDERS[order];
  return `ORDER BY key ${isDescending === isReverse ? 'ASC' : 'DESC'}, path COLLATE "C" ${isReverse ? 'DESC' : 'ASC'}`;
}

/** SQL condition: a page is after a position, or before it. */
export function beyondPage(
  { order, key, path }: PagePosition,
  isBefore: boolean,
  add: (value: unknown) => string,
): string {
  const { isDescending } = PAGE_ORDERS[order];
  const [at, name] = [`${add(key)}::bigint`, `${add(path)}::text`];
  const [byKey, byPath] = [isDescending === isBefore ? '>' : '<', isBefore ? '<' : '>'];
  return `(key ${byKey} ${at} OR (key = ${at} AND path COLLATE "C" ${byPath} ${name}))`;
}
