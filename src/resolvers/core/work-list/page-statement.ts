import type { AddValue } from '../../platform/sql/fragment.ts';
import { unreadThreads, watchedThreads } from '../annotations/reader-threads.ts';
import { hasWords, isOfWords } from './filter-conditions.ts';
import { type WorkList, workListConditions } from './list-conditions.ts';

/** Annotations that one member of a filter selects by an index of its own: any number of them. */
interface Candidates {
  /** Statement that selects their ids. */
  statement: string;
  /** SQL condition: the annotation `a` is one. */
  isOne: string;
  /** Number up to which reading all takes less than looking for them in the list's order. */
  few: number;
  /** First rows of the list that are looked through before; 0: none. */
  probed: number;
  /** The list without that member of its filter. */
  others: WorkList;
}

/** Candidates of a list; undefined if its filter has no such member. */
function candidatesOf(list: WorkList, add: AddValue): Candidates | undefined {
  const { scope, filter, inbox } = list;
  if (filter.text != null && isOfWords(filter.text)) {
    const words = hasWords(scope.audience, add(filter.text.trim()));
    return {
      statement: `SELECT s.annotation_id FROM annotation_search s WHERE ${words}`,
      isOne: `EXISTS (SELECT FROM annotation_search s WHERE s.annotation_id = a.id AND ${words})`,
      few: 5_000,
      // The index on words is slow for frequent ones, which are soon found without it.
      probed: list.order === 'priority' ? 500 : 2_000,
      others: { ...list, filter: { ...filter, text: null } },
    };
  }
  const isUnread = filter.unread || inbox === 'unread';
  if (!isUnread && !filter.watchedByMe && inbox !== 'watching') return undefined;
  const threads = isUnread ? unreadThreads : watchedThreads;
  const statement = threads(`${add(scope.organizationId)}::uuid`, `${add(scope.userId)}::uuid`);
  return {
    statement,
    // A condition that PostgreSQL cannot turn into a join.
    isOne: `(a.id IN (${statement})) IS TRUE`,
    few: 3_000,
    probed: 0,
    others: {
      ...list,
      filter: { ...filter, unread: null, ...(isUnread ? {} : { watchedByMe: null }) },
      inbox: inbox === 'unread' || (inbox === 'watching' && !isUnread) ? null : inbox,
    },
  };
}

/** Part of a list. */
interface Range {
  /** SQL conditions on its annotations `a`. */
  bounds: string[];
  /** `ORDER BY` of the list. */
  order: string;
  /** Number of rows, or its parameter. */
  rows: string;
}

/**
 * Statement that selects the rows of a page. PostgreSQL cannot estimate how many candidates there
 * are, so the statement counts them: it reads all if they are few, and otherwise looks for them in
 * the order of the list.
 */
export function pageStatement(list: WorkList, range: Range, add: AddValue): string {
  const candidates = candidatesOf(list, add);
  if (!candidates) return inOrder(list, workListConditions(list, add), range);
  const { statement, isOne, few, probed, others } = candidates;
  const conditions = workListConditions(others, add);
  const orderAndLimit = `${range.order} LIMIT ${range.rows}`;
  const first = inOrder(list, conditions, { ...range, rows: String(probed) });
  const isOpen = probed === 0 ? [] : [`(SELECT count(*) FROM probed) < ${range.rows}`];
  const count = '(SELECT count(*) FROM found)';
  const isFew = [...isOpen, `${count} <= ${few}`, 'a.id = ANY(ARRAY(SELECT annotation_id FROM found))'];
  const isMany = [...isOpen, `${count} > ${few}`, isOne];
  // PostgreSQL evaluates a part of WITH once a branch needs it.
  return `WITH ${probed === 0 ? '' : `probed AS MATERIALIZED (SELECT a.* FROM (${first}) AS a WHERE ${isOne} ${orderAndLimit}), `}
      found AS MATERIALIZED (${statement} LIMIT ${few + 1})
    SELECT * FROM (
      ${probed === 0 ? '' : `(SELECT * FROM probed WHERE (SELECT count(*) FROM probed) >= ${range.rows}) UNION ALL `}
      (SELECT a.* FROM annotations a WHERE ${[...isFew, ...conditions, ...range.bounds].join(' AND ')} ${orderAndLimit})
      UNION ALL (${inOrder(list, [...isMany, ...conditions], range)})) AS a ${orderAndLimit}`;
}

/**
 * Statement that reads rows in the order of an index. For the order by priority it reads the first
 * rows of each priority.
 */
function inOrder(list: WorkList, conditions: string[], { bounds, order, rows }: Range): string {
  const orderAndLimit = `${order} LIMIT ${rows}`;
  const select = (also: string[]) =>
    `SELECT a.* FROM annotations a WHERE ${[...conditions, ...bounds, ...also].join(' AND ')} ${orderAndLimit}`;
  if (list.order !== 'priority') return select([]);
  return `SELECT a.* FROM unnest(enum_range(NULL::"Priority")) AS level
    CROSS JOIN LATERAL (${select(['a.priority = level'])}) AS a ${orderAndLimit}`;
}
