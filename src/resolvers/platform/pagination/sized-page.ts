import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { type Arguments, type Fragment, type Statement, slot } from '../../../infrastructure/database/statement.ts';
import { type Direction, inReadingOrder, type Page, type PageRows, pageFragments, pageSlots } from './cursor-page.ts';
import { MAX_PAGE_BYTES } from './response-size.ts';

/** Columns that make the rows of a table large. */
export interface SizedColumns {
  texts?: readonly string[];
  jsons?: readonly string[];
}

/** Columns by which a page is limited. */
interface Sized {
  foundRows: number;
  readBytes: number;
}

/** A list of potentially large rows in the order of creation. */
interface SizedList extends SizedColumns {
  /** Select list of `FROM <table> a`. */
  columns: string;
  table: string;
  where: string;
  direction: Direction;
}

/** Texts of a page whose rows and order depend on the call. */
interface SizedSource extends SizedColumns {
  /** Select list of `FROM <rows> a`. */
  columns: string;
  /** Statement that selects all columns of the rows. */
  source: string;
  /** `ORDER BY` on `a`, as in `source`. */
  order: string;
}

/** Text of a statement that returns the rows of a page until they reach MAX_PAGE_BYTES. */
const sizedRows = (columns: string, bytes: string, source: string, order: string): string =>
  `SELECT ${columns}, a.found_rows::int AS "foundRows!", a.read_bytes::int AS "readBytes!" FROM (
       SELECT *, count(*) OVER () AS found_rows, sum(row_bytes) OVER (${order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM (SELECT *, ${bytes} AS row_bytes FROM (${source}) a) a
     ) a WHERE a.read_bytes - a.row_bytes < ${MAX_PAGE_BYTES} ${order}`;

/** Text of a statement for `readSizedPage`. */
export function sizedPage({ columns, table, where, direction, ...sized }: SizedList): string {
  const { page, order } = pageSlots(direction);
  return sizedRows(columns, rowBytes(sized), `SELECT * FROM ${table} WHERE ${where} ${page}`, order);
}

/** Text of a statement for `readSizedRows`, with a sample. */
export const sizedSource = ({ columns, source, order, ...sized }: SizedSource): string =>
  sizedRows(slot('columns', columns), slot('bytes', rowBytes(sized)), slot('source', source), slot('order', order));

/** Fragments of a statement of `sizedSource`. */
export function sizedFragments({
  columns,
  source,
  order,
  ...sized
}: Omit<SizedSource, 'source'> & { source: Fragment }) {
  const fixed = (text: string): Fragment => ({ text, values: {} });
  return { columns: fixed(columns), bytes: fixed(rowBytes(sized)), source, order: fixed(order) };
}

/**
 * Reads one page of a list ordered by creation; the limits are those of `readSizedRows`.
 *
 * @throws the errors of `readSizedRows`
 */
export const readSizedPage = <Parameters, Row extends pg.QueryResultRow & Sized>(
  ctx: Context<'pool'>,
  list: Statement<Parameters, Row>,
  direction: Direction,
  page: Page,
  ...parameters: Arguments<Parameters>
): Promise<PageRows<Row>> => readSizedRows(ctx, list.with(pageFragments(page, direction)), page, ...parameters);

/**
 * Reads one page, which ends early once its rows reach MAX_PAGE_BYTES; the database sends no more
 * rows. Every page but the last has at least one row.
 *
 * @throws BAD_USER_INPUT or UNAVAILABLE from the response budget
 */
export async function readSizedRows<Parameters, Row extends pg.QueryResultRow & Sized>(
  ctx: Context<'pool'>,
  select: Statement<Parameters, Row>,
  page: Pick<Page, 'limit' | 'fromEnd'>,
  ...parameters: Arguments<Parameters>
): Promise<PageRows<Row>> {
  const rows = await select.rows(ctx.services.pool, ...parameters);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  if (last) ctx.responseBudget?.reserve(last.readBytes);
  return { rows: inReadingOrder(shown, page), hasMore: last !== undefined && last.foundRows > shown.length };
}

/** SQL expression for the bytes of a row. */
export const rowBytes = ({ texts = [], jsons = [] }: SizedColumns): string =>
  [...texts.map((name) => `coalesce(octet_length(${name}), 0)`), ...jsons.map(jsonBytes)].join(' + ') || '0';

/** Size of a jsonb value as text: its stored size is cheap to read but too small if compressed. */
const jsonBytes = (name: string): string =>
  `(CASE WHEN pg_column_compression(${name}) IS NULL THEN coalesce(pg_column_size(${name}), 0) ELSE octet_length(${name}::text) END)`;
