import type pg from 'pg';
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { indexById } from '../../../lib/index-by-id.ts';
import { oncePer } from '../../../lib/once-per.ts';

/** Parameter of statements that read rows by their ids. */
interface Ids {
  ids: readonly (string | null | undefined)[];
}

/**
 * Reads rows by their ids; one statement for an execution step.
 *
 * @param select selects the rows of the ids $ids
 * @param others its other parameters
 * @returns reader of one row; null if it does not exist
 */
export function rowReader<Parameters extends Ids, Row extends pg.QueryResultRow & { id: string }>(
  select: Statement<Parameters, Row>,
  ...[others]: keyof Parameters extends 'ids' ? [] : [others: (ctx: Context<'pool'>) => Omit<Parameters, 'ids'>]
) {
  const read = select as unknown as Statement<Ids, Row>;
  const readerOf = oncePer((ctx: Context<'pool'>) =>
    createBatcher(async (ids: string[]): Promise<(Row | null)[]> => {
      const rows = await read.rows(ctx.services.pool, { ...others?.(ctx), ids: [...new Set(ids)] });
      const found = indexById(rows);
      return ids.map((each) => found.get(each) ?? null);
    }, Infinity),
  );
  return (ctx: Context<'pool'>, id: string): Promise<Row | null> => readerOf(ctx)(id);
}
