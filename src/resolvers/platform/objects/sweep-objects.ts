import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { assertOwnStorage } from './assert-own-storage.ts';
import { flagMissing } from './flag-missing.ts';
import { freeObjects } from './free-objects.ts';
import { isStored } from './is-stored.ts';
import { IS_UNUSED } from './uses.ts';

/** Younger objects may belong to a transaction in progress, milliseconds. */
const GRACE_MS = HOUR_MS;

/** Prefixes of keys: the first two hexadecimal digits. */
const PREFIXES = 256;

export interface SweepResult {
  /** Unused rows that were removed with their objects. */
  unused: number;
  /** Objects without a row that were removed. */
  strays: number;
  /** Rows with a missing object; their users were updated. */
  lost: number;
}

const UNUSED = statement('sweep-objects/unused', `SELECT key FROM stored_objects o WHERE ${IS_UNUSED} LIMIT 10000`);

/**
 * Reconciles rows and storage in both directions, until the process stops.
 *
 * @param graceMs age below which objects are ignored
 * @throws UNAVAILABLE if the storage belongs to another installation
 */
export async function sweepObjects(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  graceMs = GRACE_MS,
): Promise<SweepResult> {
  const { pool, stopping } = ctx.services;
  await assertOwnStorage(ctx);
  const before = new Date(Date.now() - graceMs);
  const unused = await UNUSED.rows(pool);
  const swept: SweepResult = {
    unused: await freeObjects(
      ctx,
      unused.map(({ key }) => key),
    ),
    strays: 0,
    lost: 0,
  };
  for (let prefix = 0; prefix < PREFIXES && !stopping.aborted; prefix += 1)
    await sweepPrefix(ctx, prefix, before, swept);
  if (swept.unused + swept.strays + swept.lost > 0) ctx.logger.info(swept, 'object sweep finished');
  return swept;
}

const WITH_PREFIX = statement(
  'sweep-objects/with-prefix',
  'SELECT key FROM stored_objects WHERE key >= $start AND ($end?::text IS NULL OR key < $end?) AND created_at < $before',
);

/** Processes one prefix, to bound memory. Keys are hashes, so prefixes have equal shares. */
async function sweepPrefix(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  prefix: number,
  before: Date,
  swept: SweepResult,
): Promise<void> {
  const { pool, objects, stopping } = ctx.services;
  const start = digitsOf(prefix);
  const rows = await WITH_PREFIX.rows(pool, {
    start,
    end: prefix + 1 < PREFIXES ? digitsOf(prefix + 1) : null,
    before,
  });
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

const digitsOf = (prefix: number): string => prefix.toString(16).padStart(2, '0');

const DELETE = statement('sweep-objects/delete', 'DELETE FROM stored_objects WHERE key = $key');

const INSERT = statement(
  'sweep-objects/insert',
  `INSERT INTO stored_objects (key, size, content_type) VALUES ($key, 0, '') ON CONFLICT DO NOTHING`,
);

/** Inserts and locks a row first, so that no concurrent store uses the same object. */
function removeStray(ctx: Context<'objects' | 'pool'>, key: string): Promise<boolean> {
  const { pool, objects } = ctx.services;
  return inTransaction(pool, async (sql) => {
    const claimed = await INSERT.run(sql, { key });
    if (claimed.rowCount === 0) return false;
    await objects.remove(key);
    await DELETE.run(sql, { key });
    return true;
  });
}

const FIND = statement('sweep-objects/find', 'SELECT FROM stored_objects WHERE key = $key');

async function isLost(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  key: string,
): Promise<boolean> {
  const { rowCount } = await FIND.run(ctx.services.pool, { key });
  if (rowCount === 0 || (await isStored(ctx, key))) return false;
  await flagMissing(ctx, key);
  await freeObjects(ctx, [key]);
  return true;
}
