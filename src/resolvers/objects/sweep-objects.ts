import type { Context } from '../../context.ts';
import { HOUR_MS } from '../../infrastructure/durations.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { keepLeftElements } from '../rebinding/keep-elements.ts';
import { freeObjects } from './free-objects.ts';
import { isStored } from './is-stored.ts';
import { markLost } from './lost-object.ts';
import { assertOwnStorage } from './own-storage.ts';
import { IS_UNUSED } from './uses.ts';

/** What is younger may be on its way, milliseconds. */
const GRACE_MS = HOUR_MS;

export interface Swept {
  /** Rows that nothing used, removed with their objects. */
  unused: number;
  /** Objects without a row, removed. */
  strays: number;
  /** Rows whose object is missing; what used it was marked. */
  lost: number;
}

/** Brings rows and storage to agree, both ways. @param graceMs for tests @throws UNAVAILABLE when the storage is not ours */
export async function sweepObjects(ctx: Context, graceMs = GRACE_MS): Promise<Swept> {
  const { pool, objects } = ctx.services;
  await assertOwnStorage(ctx);
  await keepLeftElements(ctx);
  const before = new Date(Date.now() - graceMs);
  const { rows: unused } = await pool.query<{ key: string }>(
    `SELECT key FROM stored_objects o WHERE ${IS_UNUSED} LIMIT 10000`,
  );
  const swept: Swept = {
    unused: await freeObjects(
      ctx,
      unused.map(({ key }) => key),
    ),
    strays: 0,
    lost: 0,
  };
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM stored_objects WHERE created_at < $1', [before]);
  const expected = new Set(rows.map(({ key }) => key));
  const missing = new Set(expected);
  for await (const { key, modifiedAt } of objects.list()) {
    missing.delete(key);
    if (!expected.has(key) && modifiedAt < before && (await removeStray(ctx, key))) swept.strays += 1;
  }
  for (const key of missing) if (await isLost(ctx, key)) swept.lost += 1;
  if (swept.unused + swept.strays + swept.lost > 0) ctx.logger.info(swept, 'objects were swept');
  return swept;
}

/** Under a row of its own, so that nobody stores the same bytes meanwhile. */
function removeStray(ctx: Context, key: string): Promise<boolean> {
  const { pool, objects } = ctx.services;
  return inTransaction(pool, async (sql) => {
    const claimed = await sql.query(
      `INSERT INTO stored_objects (key, size, content_type) VALUES ($1, 0, '') ON CONFLICT DO NOTHING`,
      [key],
    );
    if (claimed.rowCount === 0) return false;
    await objects.remove(key);
    await sql.query('DELETE FROM stored_objects WHERE key = $1', [key]);
    return true;
  });
}

async function isLost(ctx: Context, key: string): Promise<boolean> {
  const { rowCount } = await ctx.services.pool.query('SELECT FROM stored_objects WHERE key = $1', [key]);
  if (rowCount === 0 || (await isStored(ctx, key))) return false;
  await markLost(ctx, key);
  await freeObjects(ctx, [key]);
  return true;
}
