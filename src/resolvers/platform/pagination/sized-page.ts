import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { inReadingOrder, type Page, type PageRows, pageClause } from './cursor-page.ts';
import { MAX_PAGE_BYTES } from './response-size.ts';

/** Columns that make the rows of a table large. */
export interface SizedColumns {
  texts?: readonly string[];
  jsons?: readonly string[];
}

/** A list with potentially large rows. */
export interface SizedList extends SizedColumns {
  /** Select list of `FROM <table> a`. */
  columns: string;
  table: string;
  where: string;
  /** Values of the parameters of `where`. */
  values: unknown[];
  direction: 'asc' | 'desc';
}

/** Rows of one page, in the order of reading, with one extra row. */
export interface SizedRows extends SizedColumns {
  /** Select list of `FROM <rows> a`. */
  columns: string;
  /** Statement that selects all columns of the rows. */
  source: string;
  /** `ORDER BY` on `a`, as in `source`. */
  order: string;
  values: unknown[];
}

/**
 * Reads one page of a list ordered by creation; the limits are those of `readSizedRows`.
 *
 * @throws the errors of `readSizedRows`
 */
export function readSizedPage<T extends pg.QueryResultRow>(
  ctx: Context<'pool'>,
  { table, where, values, direction, ...columns }: SizedList,
  page: Page,
): Promise<PageRows<T>> {
  const clause = pageClause(page, direction, values.length + 1);
  return readSizedRows<T>(
    ctx,
    {
      ...columns,
      source: `SELECT * FROM ${table} WHERE ${where} ${clause.where} ${clause.orderAndLimit}`,
      order: clause.order,
      values: [...values, ...clause.values],
    },
    page,
  );
}

/**
 * Reads one page, which ends early once its rows reach MAX_PAGE_BYTES; the database sends no more
 * rows. Every page but the last has at least one row.
 *
 * @throws BAD_USER_INPUT or UNAVAILABLE from the response budget
 */
export async function readSizedRows<T extends pg.QueryResultRow>(
  ctx: Context<'pool'>,
  { columns, source, order, values, ...sized }: SizedRows,
  page: Pick<Page, 'limit' | 'fromEnd'>,
): Promise<PageRows<T>> {
  const { rows } = await ctx.services.pool.query<T & { foundRows: number; readBytes: number }>(
    `SELECT ${columns}, a.found_rows::int AS "foundRows", a.read_bytes::int AS "readBytes" FROM (
       SELECT *, count(*) OVER () AS found_rows, sum(row_bytes) OVER (${order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM (SELECT *, ${rowBytes(sized)} AS row_bytes FROM (${source}) a) a
     ) a WHERE a.read_bytes - a.row_bytes < ${MAX_PAGE_BYTES} ${order}`,
    values,
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  if (last) ctx.responseBudget?.reserve(last.readBytes);
  return { rows: inReadingOrder<T>(shown, page), hasMore: last !== undefined && last.foundRows > shown.length };
}

/** SQL expression for the bytes of a row. */
export const rowBytes = ({ texts = [], jsons = [] }: SizedColumns): string =>
  [...texts.map((name) => `coalesce(octet_length(${name}), 0)`), ...jsons.map(jsonBytes)].join(' + ') || '0';

/** Size of a jsonb value as text: its stored size is cheap to read but too small if compressed. */
const jsonBytes = (name: string): string =>
  `(CASE WHEN pg_column_compression(${name}) IS NULL THEN coalesce(pg_column_size(${name}), 0) ELSE octet_length(${name}::text) END)`;
