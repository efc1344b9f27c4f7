import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { isForeignKeyViolation } from '../sql/database-errors.ts';
import { IS_UNUSED } from './uses.ts';

/** The row stays locked until the file has gone: who stores the same bytes meanwhile waits, and writes it anew. */
const REMOVE_UNUSED = `DELETE FROM stored_objects o WHERE o.key = $1 AND ${IS_UNUSED}`;

/** Each holds a connection while the storage answers: one that is slow shall not hold all. */
const inTurn = createConcurrencyLimit({
  atOnce: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  refusal: () => new Error('too many objects are being removed'),
});

/** After so many failures the storage itself is what fails. */
const MAX_FAILURES = 5;

/**
 * Removes those of the objects that nothing uses any more, until the process stops or the storage has failed a few times.
 * @returns how many
 * @throws the first failure, at the end
 */
export async function freeObjects(ctx: Context, keys: (string | null)[]): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  for (const key of new Set(keys)) {
    if (ctx.services.stopping.aborted || failures.length === MAX_FAILURES) break;
    try {
      if (key !== null && (await inTurn(() => freeObject(ctx, key)))) removed += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return removed;
}

async function freeObject(ctx: Context, key: string): Promise<boolean> {
  const { pool, objects } = ctx.services;
  try {
    return await inTransaction(pool, async (sql) => {
      const { rowCount } = await sql.query(REMOVE_UNUSED, [key]);
      if (!rowCount) return false;
      await objects.remove(key);
      return true;
    });
  } catch (error) {
    // Somebody has begun to use it since the statement looked.
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}
