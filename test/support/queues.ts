import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** A deadlock with a worker, which holds rows of the same tables, ends one of the two. */
const TRIES = 50;

/** Takes everything that queues know, on Redis when its URL is given, else in this database. */
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
  for (let tried = 1; ; tried += 1) {
    try {
      await sql.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
      return;
    } catch (error) {
      if (tried >= TRIES) throw error;
      await delay(100);
    }
  }
}
