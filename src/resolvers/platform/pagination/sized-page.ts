import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { MAX_PAGE_BYTES } from '../../pagination/answer-size.ts';
import { inReadingOrder, type Page, type PageRows, pageClause } from './cursor-page.ts';

/** A list whose rows may be large. */
export interface SizedList {
  /** Select list of `FROM <table> a`. */
  columns: string;
  table: string;
  where: string;
  /** Of the parameters of `where`. */
  values: unknown[];
  direction: 'asc' | 'desc';
  /** Columns of the table that make its rows large. */
  texts?: string[];
  jsons?: string[];
}

/**
 * Reads one page, which ends early where its rows come to MAX_PAGE_BYTES: the database sends no more of them. A page that is
 * not the list's last has one row at least.
 * @throws as `take` of the answer's room
 */
export async function readSizedPage<T extends pg.QueryResultRow>(
  ctx: Context,
  { columns, table, where, values, direction, texts = [], jsons = [] }: SizedList,
  page: Page,
): Promise<PageRows<T>> {
  const clause = pageClause(page, direction, values.length + 1);
  const bytes = [...texts.map((name) => `octet_length(${name})`), ...jsons.map(jsonBytes)].join(' + ');
  const { rows } = await ctx.services.pool.query<T & { foundRows: number; readBytes: number }>(
    `SELECT ${columns}, a.found_rows::int AS "foundRows", a.read_bytes::int AS "readBytes" FROM (
       SELECT *, count(*) OVER () AS found_rows, sum(row_bytes) OVER (${clause.order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM (SELECT *, ${bytes} AS row_bytes FROM ${table} WHERE ${where} ${clause.where} ${clause.orderAndLimit}) a
     ) a WHERE a.read_bytes - a.row_bytes < ${MAX_PAGE_BYTES} ${clause.order}`,
    [...values, ...clause.values],
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  if (last) ctx.answer?.take(last.readBytes);
  return { rows: inReadingOrder<T>(shown, page), hasMore: last !== undefined && last.foundRows > shown.length };
}

/** What is stored as it is costs nothing to measure; what is compressed may be many times as large. */
const jsonBytes = (name: string): string =>
  `(CASE WHEN pg_column_compression(${name}) IS NULL THEN coalesce(pg_column_size(${name}), 0) ELSE octet_length(${name}::text) END)`;
