import type pg from 'pg';
import { lockName } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { DAY_MS } from '../../../lib/durations.ts';

const NAME = /^collected_batches_(\d{4})(\d\d)(\d\d)$/;

/** UTC day of a Unix time in milliseconds, `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== latest.number) latest = { number, day: new Date(ms).toISOString().slice(0, 10) };
  return latest.day;
}

/** Last result of `dayOf`, which is called for every event and nearly always for today. */
let latest = { number: Number.NaN, day: '' };

const partitionOf = (day: string) => `collected_batches_${day.replaceAll('-', '')}`;

/** Creates the missing partitions of these days. */
export async function makePartitions(pool: pg.Pool, days: string[]): Promise<void> {
  await withLock(pool, async (sql) => {
    for (const day of days) {
      const next = dayOf(Date.parse(day) + DAY_MS);
      await sql.query(
        `CREATE TABLE IF NOT EXISTS ${partitionOf(day)} PARTITION OF collected_batches FOR VALUES FROM ('${day}') TO ('${next}')`,
      );
    }
  });
}

const PARTITIONS = statement(
  'partitions/partitions',
  "SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'collected_batches'::regclass",
);

/**
 * Drops the partitions of all days before this one.
 *
 * @returns number of dropped partitions
 */
export async function dropPartitions(pool: pg.Pool, before: string): Promise<number> {
  const rows = await PARTITIONS.rows(pool);
  const old = rows.filter(({ name }) => name.replace(NAME, '$1-$2-$3') < before);
  // One by one: each takes a lock that writers wait for.
  for (const { name } of old) await withLock(pool, (sql) => sql.query(`DROP TABLE IF EXISTS ${name}`));
  return old.length;
}

/**
 * Runs work under the partition lock. The short lock timeout keeps writers from queueing behind it;
 * a later run retries.
 */
async function withLock(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<unknown>): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.query("SET LOCAL lock_timeout = '3s'");
    await lockName(sql, 'pinbound partitions');
    await work(sql);
  });
}

/** Creates the partitions that a write needs, and remembers them. */
export function createPartitionKeeper(pool: pg.Pool) {
  const made = new Set<string>();
  return {
    async ensure(days: Iterable<string>): Promise<void> {
      const missing = [...new Set(days)].filter((day) => !made.has(day));
      if (missing.length === 0) return;
      await makePartitions(pool, missing);
      for (const day of missing) made.add(day);
    },
    /** Call after a write failed because its partition was missing. */
    forget(): void {
      made.clear();
    },
  };
}
