import type { Context } from '../../context.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { isForeignKeyViolation } from '../database-errors.ts';
import { IS_UNUSED } from './uses.ts';

/** The row stays locked until the file has gone: who stores the same bytes meanwhile waits, and writes it anew. */
const REMOVE_UNUSED = `DELETE FROM stored_objects o WHERE o.key = $1 AND ${IS_UNUSED}`;

/** Removes those of the objects that nothing uses any more. @returns how many */
export async function freeObjects(ctx: Context, keys: (string | null)[]): Promise<number> {
  const { pool, objects } = ctx.services;
  let removed = 0;
  for (const key of new Set(keys)) {
    if (key === null) continue;
    try {
      await inTransaction(pool, async (sql) => {
        const { rowCount } = await sql.query(REMOVE_UNUSED, [key]);
        if (!rowCount) return;
        await objects.remove(key);
        removed += 1;
      });
    } catch (error) {
      // Somebody has begun to use it since the statement looked.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }
  return removed;
}
