import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { indexById } from '../../../lib/index-by-id.ts';
import { oncePer } from '../../../lib/once-per.ts';

/**
 * Reads rows by their ids; one statement for an execution step.
 *
 * @param statement selects the rows of the ids $1
 * @returns reader of one row; null if it does not exist
 */
export function rowReader<T extends pg.QueryResultRow & { id: string }>(statement: (ctx: Context<'pool'>) => string) {
  const readerOf = oncePer((ctx: Context<'pool'>) =>
    createBatcher(async (ids: string[]): Promise<(T | null)[]> => {
      const { rows } = await ctx.services.pool.query<T>(statement(ctx), [[...new Set(ids)]]);
      const found = indexById(rows);
      return ids.map((each) => found.get(each) ?? null);
    }, Infinity),
  );
  return (ctx: Context<'pool'>, id: string): Promise<T | null> => readerOf(ctx)(id);
}
