import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { keepLeftElements } from '../../core/reanchoring/keep-element-crops.ts';
import { assertOwnStorage } from './assert-own-storage.ts';
import { markLost } from './flag-missing.ts';
import { freeObjects } from './free-objects.ts';
import { isStored } from './is-stored.ts';
import { IS_UNUSED } from './uses.ts';

/** What is younger may be on its way, milliseconds. */
const GRACE_MS = HOUR_MS;

/** Of the first two digits of keys. */
const SHELVES = 256;

export interface Swept {
  /** Rows that nothing used, removed with their objects. */
  unused: number;
  /** Objects without a row, removed. */
  strays: number;
  /** Rows whose object is missing; what used it was marked. */
  lost: number;
}

/** Brings rows and storage to agree, both ways, until the process stops. @param graceMs for tests @throws UNAVAILABLE when the storage is not ours */
export async function sweepObjects(ctx: Context, graceMs = GRACE_MS): Promise<Swept> {
  const { pool, stopping } = ctx.services;
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
  for (let shelf = 0; shelf < SHELVES && !stopping.aborted; shelf += 1) await sweepShelf(ctx, shelf, before, swept);
  if (swept.unused + swept.strays + swept.lost > 0) ctx.logger.info(swept, 'objects were swept');
  return swept;
}

/** Keys are hashes, so that each shelf has its share of them; no more than one shelf's are in memory. */
async function sweepShelf(ctx: Context, shelf: number, before: Date, swept: Swept): Promise<void> {
  const { pool, objects, stopping } = ctx.services;
  const start = digitsOf(shelf);
  const { rows } = await pool.query<{ key: string }>(
    'SELECT key FROM stored_objects WHERE key >= $1 AND ($2::text IS NULL OR key < $2) AND created_at < $3',
    [start, shelf + 1 < SHELVES ? digitsOf(shelf + 1) : null, before],
  );
  const expected = new Set(rows.map(({ key }) => key));
  const missing = new Set(expected);
  for await (const { key, modifiedAt } of objects.list(start)) {
    if (stopping.aborted) return;
    missing.delete(key);
    if (!expected.has(key) && modifiedAt < before && (await removeStray(ctx, key))) swept.strays += 1;
  }
  for (const key of missing) {
    if (stopping.aborted) return;
    if (await isLost(ctx, key)) swept.lost += 1;
  }
}

const digitsOf = (shelf: number): string => shelf.toString(16).padStart(2, '0');

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
