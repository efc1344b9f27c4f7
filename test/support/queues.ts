import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** A deadlock with a worker, which locks rows of the same tables, aborts one of the two. */
const MAX_ATTEMPTS = 50;

/** Deletes all jobs of all queues: in Redis if its URL is given, otherwise in this database. */
export async function emptyQueues(sql: Pick<pg.Client, 'query'>, redisUrl: string | undefined): Promise<void> {
  if (redisUrl) {
    const redis = new Redis(redisUrl);
    await redis.flushdb();
    redis.disconnect();
    return;
  }
  const { rows } = await sql.query<{ name: string }>(
    "SELECT 'bullmq.' || tablename AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename <> 'migration'",
  );
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
      return;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS) throw error;
      await delay(100);
    }
  }
}
