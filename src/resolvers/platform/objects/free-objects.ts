import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { isForeignKeyViolation } from '../sql/database-errors.ts';
import { IS_UNUSED } from './uses.ts';

/**
 * Locks the row until the file is removed: a concurrent store of the same bytes waits and writes it
 * again.
 */
const REMOVE_UNUSED = statement(
  'free-objects/remove-unused',
  `DELETE FROM stored_objects o WHERE o.key = $key AND ${IS_UNUSED}`,
);

/**
 * Each removal holds a connection while the storage responds; a slow storage must not occupy all.
 */
const limitRemovals = createConcurrencyLimit({
  atOnce: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  rejection: () => new Error('too many objects are being removed'),
});

/** Failures after which the storage itself is considered down. */
const MAX_FAILURES = 5;

/**
 * Removes unused objects until the process stops or the storage has failed several times.
 *
 * @returns number of removed objects
 * @throws the first failure, at the end
 */
export async function freeObjects(
  ctx: Context<'objects' | 'pool' | 'stopping'>,
  keys: (string | null)[],
): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  for (const key of new Set(keys)) {
    if (ctx.services.stopping.aborted || failures.length === MAX_FAILURES) break;
    try {
      if (key !== null && (await limitRemovals(() => freeObject(ctx, key)))) removed += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return removed;
}

async function freeObject(ctx: Context<'objects' | 'pool'>, key: string): Promise<boolean> {
  const { pool, objects } = ctx.services;
  try {
    return await inTransaction(pool, async (sql) => {
      const { rowCount } = await REMOVE_UNUSED.run(sql, { key });
      if (!rowCount) return false;
      await objects.remove(key);
      return true;
    });
  } catch (error) {
    // Another transaction started to use the object after the statement's snapshot.
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}
