import type pg from 'pg';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { DAY_MS } from '../../../lib/durations.ts';

/** Two processes that make or drop partitions do so one after the other. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('pinbound partitions'))";
const NAME = /^collected_batches_(\d{4})(\d\d)(\d\d)$/;

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== latest.number) latest = { number, day: new Date(ms).toISOString().slice(0, 10) };
  return latest.day;
}

/** Asked of every event, and nearly always today. */
let latest = { number: Number.NaN, day: '' };

const partitionOf = (day: string) => `collected_batches_${day.replaceAll('-', '')}`;

/** Makes the partitions of these days, where they are missing. */
export async function makePartitions(pool: pg.Pool, days: string[]): Promise<void> {
  await alone(pool, async (sql) => {
    for (const day of days) {
      const next = dayOf(Date.parse(day) + DAY_MS);
      await sql.query(
        `CREATE TABLE IF NOT EXISTS ${partitionOf(day)} PARTITION OF collected_batches FOR VALUES FROM ('${day}') TO ('${next}')`,
      );
    }
  });
}

/** Drops the partitions of days before this one. @returns how many */
export async function dropPartitions(pool: pg.Pool, before: string): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'collected_batches'::regclass",
  );
  const old = rows.filter(({ name }) => name.replace(NAME, '$1-$2-$3') < before);
  // One by one: each takes a lock that writers wait for.
  for (const { name } of old) await alone(pool, (sql) => sql.query(`DROP TABLE IF EXISTS ${name}`));
  return old.length;
}

/** Waits a short time for the table's lock, so that nobody waits long behind us; a later try finds a quieter moment. */
async function alone(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<unknown>): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.query("SET LOCAL lock_timeout = '3s'");
    await sql.query(LOCK);
    await work(sql);
  });
}

/** Remembers which days have a partition, and makes those that are missing before something is written there. */
export function createPartitionKeeper(pool: pg.Pool) {
  const made = new Set<string>();
  return {
    async ensure(days: Iterable<string>): Promise<void> {
      const missing = [...new Set(days)].filter((day) => !made.has(day));
      if (missing.length === 0) return;
      await makePartitions(pool, missing);
      for (const day of missing) made.add(day);
    },
    /** After a write that found its partition gone. */
    forget(): void {
      made.clear();
    },
  };
}
