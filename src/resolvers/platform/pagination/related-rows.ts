import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { type Page, type PageRows, pageClause, pageRows } from './cursor-page.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from './response-size.ts';
import { rowBytes, type SizedColumns } from './sized-page.ts';

/** A list that each of several rows has, such as the replies of annotations. */
export interface RelatedList<T> extends SizedColumns {
  /** Select list of `FROM <table> <alias>`. */
  columns: string;
  table: string;
  alias: string;
  /** SQL condition on a row of the table; `related_to` is the id of the row that has the list. */
  where: string;
  /** Values of the parameters of `where`, from `$2`. */
  values?: unknown[];
  direction: 'asc' | 'desc';
  /** Adds what other tables have, with a constant number of statements. */
  complete?: (rows: T[]) => Promise<T[]>;
}

type Read<T> = (id: string) => Promise<PageRows<T>>;

/** Batched readers of a request, by list and page. */
const readersOf = oncePer((_ctx: Context<'pool'>) => new Map<string, Read<never>>());

/**
 * Reads one page of the list of a row. The lists of all rows of one execution step are read by one
 * statement with a limit per row; Prisma reads whole lists as soon as there are two.
 *
 * @throws BAD_USER_INPUT if they would exceed the maximum response size
 * @throws the errors of the response budget
 */
export function relatedRows<T extends pg.QueryResultRow>(
  ctx: Context<'pool'>,
  list: RelatedList<T>,
  id: string,
  page: Page,
): Promise<PageRows<T>> {
  const ofLists = readersOf(ctx);
  const key = JSON.stringify([list.columns, list.table, list.where, list.values, page]);
  const existing = ofLists.get(key) as Read<T> | undefined;
  if (existing) return existing(id);
  const read: Read<T> = createBatcher((ids: string[]) => selectPages(ctx, list, ids, page), Infinity);
  ofLists.set(key, read as Read<never>);
  return read(id);
}

/** Pages in the order of the ids; an id may occur more than once. */
async function selectPages<T extends pg.QueryResultRow>(
  ctx: Context<'pool'>,
  list: RelatedList<T>,
  ids: string[],
  page: Page,
): Promise<PageRows<T>[]> {
  const { columns, table, alias, where, values = [], direction, complete } = list;
  const clause = pageClause(page, direction, values.length + 2);
  const { rows } = await ctx.services.pool.query<T & { relatedTo: string; readBytes: number }>(
    `SELECT ${columns}, related_to AS "relatedTo", read_bytes::int AS "readBytes" FROM (
       SELECT item.*, related_to, sum(row_bytes) OVER (${clause.order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM unnest($1::uuid[]) AS having_list (related_to)
        CROSS JOIN LATERAL (
          SELECT ${alias}.*, ${rowBytes(list)} AS row_bytes FROM ${table} ${alias}
           WHERE ${where} ${clause.where} ${clause.orderAndLimit}
        ) AS item
     ) AS ${alias} WHERE read_bytes - row_bytes <= ${MAX_RESPONSE_BYTES} ${clause.order}`,
    [[...new Set(ids)], ...values, ...clause.values],
  );
  const bytes = rows.at(-1)?.readBytes ?? 0;
  if (bytes > MAX_RESPONSE_BYTES) throw responseTooLarge();
  ctx.responseBudget?.reserve(bytes);
  const items = complete ? await complete(rows) : rows;
  const lists = new Map<string, T[]>();
  for (const [index, { relatedTo }] of rows.entries()) {
    const item = items[index] as T;
    const found = lists.get(relatedTo);
    if (found) found.push(item);
    else lists.set(relatedTo, [item]);
  }
  return ids.map((id) => pageRows(lists.get(id) ?? [], page));
}
