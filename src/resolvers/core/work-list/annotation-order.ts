import { badField } from '../../../errors.ts';
import type { Annotation, AnnotationOrder } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { RANK, rankOf } from '../annotations/columns.ts';
import { type Audience, updatedAtFor } from '../annotations/visibility.ts';
import { updatedAtOf } from './filter-conditions.ts';

/** Position of an annotation in an order. */
export interface OrderPosition {
  order: AnnotationOrder;
  /** Value of the first sort key; null if the order has one key. */
  key: string | null;
  createdAt: Date;
  id: string;
}

/** A sort key: an expression on annotations `a`, its type and its direction. */
interface SortKey {
  sql: string;
  type: string;
  isDescending: boolean;
}

/** First sort key of an order, and the position's value of it. */
interface FirstKey extends SortKey {
  valueOf: (annotation: Annotation) => string;
}

/** Value of the day for annotations without one: they are sorted last, and due before no day. */
const NEVER_DUE = 'infinity';

/** Day on which an annotation `a` is due, as it is indexed. */
const DUE = `coalesce(a.due_on, '${NEVER_DUE}')`;

/** First sort keys of the orders; the two that sort by creation have none. */
const FIRST_KEYS: Record<AnnotationOrder, ((audience: Audience) => FirstKey) | undefined> = {
  newest: undefined,
  oldest: undefined,
  recently_updated: (audience) => ({
    sql: updatedAtOf(audience),
    type: 'timestamptz',
    isDescending: true,
    valueOf: (annotation) => updatedAtFor(audience, annotation).toISOString(),
  }),
  priority: () => ({ sql: 'a.priority', type: '"Priority"', isDescending: false, valueOf: ({ priority }) => priority }),
  due: () => ({
    sql: DUE,
    type: 'date',
    isDescending: false,
    valueOf: ({ dueOn }) => dueOn?.toISOString().slice(0, 10) ?? NEVER_DUE,
  }),
  rank: () => ({
    sql: RANK,
    type: 'float8',
    isDescending: false,
    valueOf: (annotation) => String(rankOf(annotation)),
  }),
};

/** Orders whose last keys, time of creation and id, ascend. */
const ASCENDING: readonly AnnotationOrder[] = ['oldest', 'rank'];

/** Sort keys of an order; the last one is the id. */
function keysOf(order: AnnotationOrder, audience: Audience): SortKey[] {
  const isDescending = !ASCENDING.includes(order);
  const first = FIRST_KEYS[order]?.(audience);
  const created = { sql: 'a.created_at', type: 'timestamptz', isDescending };
  // The indexes of times of change and of ranks have no time of creation.
  const further = order === 'recently_updated' || order === 'rank' ? [] : [created];
  return [...(first ? [first] : []), ...further, { sql: 'a.id', type: 'uuid', isDescending }];
}

/**
 * `ORDER BY` of an order.
 *
 * @param isReverse reads the list from its end
 */
export const orderClause = (order: AnnotationOrder, audience: Audience, isReverse: boolean): string =>
  `ORDER BY ${keysOf(order, audience)
    .map(({ sql, isDescending }) => `${sql} ${isDescending === isReverse ? 'ASC' : 'DESC'}`)
    .join(', ')}`;

/**
 * SQL condition: `a` is after a position, or before it. A run of keys in one direction is one row
 * comparison, which an index can use.
 */
export function beyond(
  position: OrderPosition,
  { audience, isBefore }: { audience: Audience; isBefore: boolean },
  add: (value: unknown) => string,
): string {
  const keys = keysOf(position.order, audience);
  const values = keys.map(({ sql, type }) => `${add(valueAt(position, sql))}::${type}`);
  const isMixed = keys.some(({ isDescending }) => isDescending !== keys[0]?.isDescending);
  const compare = (from: number) => {
    const operator = keys[from]?.isDescending === isBefore ? '>' : '<';
    const left = keys.slice(from).map(({ sql }) => sql);
    return `(${left.join(', ')}) ${operator} (${values.slice(from).join(', ')})`;
  };
  if (!isMixed) return compare(0);
  const [first] = keys;
  const operator = first?.isDescending === isBefore ? '>' : '<';
  // The first condition bounds an index scan.
  return `${first?.sql} ${operator}= ${values[0]} AND (${first?.sql} ${operator} ${values[0]} OR ${compare(1)})`;
}

const valueAt = ({ key, createdAt, id }: OrderPosition, sql: string): unknown =>
  sql === 'a.id' ? id : sql === 'a.created_at' ? createdAt : key;

/** Position of an annotation in an order. */
export const positionOf = (order: AnnotationOrder, audience: Audience, annotation: Annotation): OrderPosition => ({
  order,
  key: FIRST_KEYS[order]?.(audience).valueOf(annotation) ?? null,
  createdAt: annotation.createdAt,
  id: annotation.id,
});

/** Cursor of an annotation in an order, opaque to clients; of `newest` as in other lists. */
export function orderCursor(order: AnnotationOrder, audience: Audience, annotation: Annotation): string {
  const { key, createdAt, id } = positionOf(order, audience, annotation);
  const parts = [createdAt.getTime(), id, ...(order === 'newest' ? [] : [order]), ...(key === null ? [] : [key])];
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/**
 * Decodes a cursor of the same order.
 *
 * @param argument name of the argument, for the message
 * @throws BAD_USER_INPUT for any other text, also for a cursor of another order
 */
export function decodeOrderCursor(cursor: string, order: AnnotationOrder, argument: string): OrderPosition {
  const [time = '', id, of = 'newest', key = null, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isValid = isId(id) && /^\d{1,15}$/.test(time) && rest.length === 0 && KEY_FORMATS[order].test(key ?? '');
  if (!isValid || of !== order) {
    throw badField(argument, 'is not a cursor returned by a list in this order; omit it to start from the first page');
  }
  return { order, key, createdAt: new Date(Number(time)), id };
}

const KEY_FORMATS: Record<AnnotationOrder, RegExp> = {
  newest: /^$/,
  oldest: /^$/,
  recently_updated: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  priority: /^(urgent|high|normal|low)$/,
  due: /^(infinity|\d{4}-\d\d-\d\d)$/,
  rank: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/,
};
