import type pg from 'pg';
import type { Context } from '../../../context.ts';
import type { Statements } from '../../../generated/statements.ts';
import {
  type Arguments,
  type Narrower,
  type Statement,
  statement,
} from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { type Direction, type Page, type PageRows, pageFragments, pageRows, pageSlots } from './cursor-page.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from './response-size.ts';
import { rowBytes, type SizedColumns } from './sized-page.ts';

/** Texts of a list that each of several rows has, such as the replies of annotations. */
interface ListTexts extends SizedColumns {
  /** Select list of `FROM <table> <alias>`. */
  columns: string;
  table: string;
  alias: string;
  /** SQL condition on a row of the table; `related_to` is the id of the row that has the list. */
  where: string;
  direction: Direction;
}

/** Columns by which the rows of several lists are told apart and limited. */
interface Related {
  relatedTo: string;
  readBytes: number;
}

type Values = Readonly<Record<string, unknown>>;

/** A list that each of several rows has. */
export class RelatedList<Parameters, Row extends pg.QueryResultRow, Item = Row> {
  readonly statement: Statement<Values, Row & Related>;
  readonly direction: Direction;
  readonly complete: ((ctx: Context<'pool'>, rows: Row[]) => Promise<Item[]>) | undefined;
  /** Types of the parameters of its condition; there is no value. */
  declare readonly parameters?: Parameters;

  constructor({
    statement,
    direction,
    complete,
  }: Pick<RelatedList<Parameters, Row, Item>, 'statement' | 'direction' | 'complete'>) {
    this.statement = statement;
    this.direction = direction;
    this.complete = complete;
  }

  /** List whose columns have narrower types, as those of a statement. */
  narrow<Narrowed extends Narrower<Row>>(): RelatedList<Parameters, Omit<Row, keyof Narrowed> & Narrowed> {
    return this as unknown as RelatedList<Parameters, Omit<Row, keyof Narrowed> & Narrowed>;
  }

  /** List whose rows get what other tables have, with a constant number of statements. */
  completedBy<Completed>(
    complete: (ctx: Context<'pool'>, rows: Row[]) => Promise<Completed[]>,
  ): RelatedList<Parameters, Row, Completed> {
    return new RelatedList({ ...this, complete });
  }
}

type RowOf<Name extends keyof Statements> = Omit<Statements[Name]['row'], keyof Related>;

/** Declares a list and its statement; types as of `statement`. */
export const relatedList = <Name extends keyof Statements>(name: Name, list: ListTexts) =>
  new RelatedList<Omit<Statements[Name]['parameters'], 'ids'>, RowOf<Name>>({
    statement: statement(name, textOf(list)) as unknown as Statement<Values, RowOf<Name> & Related>,
    direction: list.direction,
    complete: undefined,
  });

function textOf({ columns, table, alias, where, direction, ...sized }: ListTexts): string {
  const { page, order } = pageSlots(direction);
  return `SELECT ${columns}, related_to AS "relatedTo!", read_bytes::int AS "readBytes!" FROM (
       SELECT item.*, related_to, sum(row_bytes) OVER (${order} ROWS UNBOUNDED PRECEDING) AS read_bytes
         FROM unnest($ids::uuid[]) AS having_list (related_to)
        CROSS JOIN LATERAL (SELECT ${alias}.*, ${rowBytes(sized)} AS row_bytes FROM ${table} ${alias} WHERE ${where} ${page}) AS item
     ) AS ${alias} WHERE read_bytes - row_bytes <= ${MAX_RESPONSE_BYTES} ${order}`;
}

type Read<Item> = (id: string) => Promise<PageRows<Item>>;

/** Batched readers of a request, by list, parameters and page. */
const readersOf = oncePer((_ctx: Context<'pool'>) => new Map<unknown, Map<string, Read<never>>>());

/**
 * Reads one page of the list of a row. The lists of all rows of one execution step are read by one
 * statement with a limit per row; Prisma reads whole lists as soon as there are two.
 *
 * @throws BAD_USER_INPUT if they would exceed the maximum response size
 * @throws the errors of the response budget
 */
export function relatedRows<Parameters, Row extends pg.QueryResultRow, Item>(
  ctx: Context<'pool'>,
  list: RelatedList<Parameters, Row, Item>,
  id: string,
  page: Page,
  ...[parameters]: Arguments<Parameters>
): Promise<PageRows<Item>> {
  const values: Values = { ...parameters };
  const readers = readersOf(ctx);
  const ofList = readers.get(list) ?? new Map<string, Read<never>>();
  readers.set(list, ofList);
  const key = JSON.stringify([values, page]);
  const existing = ofList.get(key) as Read<Item> | undefined;
  if (existing) return existing(id);
  const read: Read<Item> = createBatcher((ids: string[]) => selectPages(ctx, list, ids, page, values), Infinity);
  ofList.set(key, read as Read<never>);
  return read(id);
}

/** Pages in the order of the ids; an id may occur more than once. */
async function selectPages<Parameters, Row extends pg.QueryResultRow, Item>(
  ctx: Context<'pool'>,
  { statement: read, direction, complete }: RelatedList<Parameters, Row, Item>,
  ids: string[],
  page: Page,
  values: Values,
): Promise<PageRows<Item>[]> {
  const select = read.with(pageFragments(page, direction));
  const rows = await select.rows(ctx.services.pool, { ...values, ids: [...new Set(ids)] });
  const bytes = rows.at(-1)?.readBytes ?? 0;
  if (bytes > MAX_RESPONSE_BYTES) throw responseTooLarge();
  ctx.responseBudget?.reserve(bytes);
  const items = complete ? await complete(ctx, rows) : (rows as unknown as Item[]);
  const lists = new Map<string, Item[]>();
  for (const [index, { relatedTo }] of rows.entries()) {
    const item = items[index] as Item;
    const found = lists.get(relatedTo);
    if (found) found.push(item);
    else lists.set(relatedTo, [item]);
  }
  return ids.map((id) => pageRows(lists.get(id) ?? [], page));
}
