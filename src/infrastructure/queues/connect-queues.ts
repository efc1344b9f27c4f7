import { createPostgresBackend, type Job, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import { createInFlightTracker } from '../../lib/in-flight-tracker.ts';
import type { Logger } from '../telemetry/logger.ts';
import { closeRedisQueue } from './close-redis-queue.ts';
import { QUEUES } from './jobs.ts';

/** Schema of BullMQ's tables. */
export const QUEUE_SCHEMA = 'bullmq';
/** Pool size; each queue and worker listens on one connection. */
const POOL_SIZE = 6;
/**
 * Pause of a worker after an error of its connection, milliseconds; BullMQ's default is 15 s. No
 * stop cuts it short, so it must end well before the deadline of a stop.
 */
const RETRY_MS = 1_000;

export interface Queues {
  queue(name: string): Queue;
  worker(name: string, process: (job: Job) => Promise<void>, options?: { concurrency?: number }): Worker;
  /** Rejects if the queues' database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects the queues to Redis if its URL is given, else to PostgreSQL. */
export async function connectQueues(options: {
  connectionString: string;
  redisUrl: string | undefined;
  logger: Logger;
}): Promise<Queues> {
  const { redisUrl, logger } = options;
  const pool = redisUrl ? undefined : await migratedPool(options.connectionString, logger);
  const connection = redisUrl ? redisConnection(redisUrl) : pool;
  const backend = redisUrl ? undefined : createPostgresBackend;
  /** In the order of opening. */
  const closers: (() => Promise<void>)[] = [];
  const names = new Map<string, Queue>();

  const onError = (error: Error) => logger.warn({ err: error }, 'queue connection failed');

  function keep(made: Queue | Worker, jobsEnded: () => Promise<void>): void {
    closers.push(() => (redisUrl ? closeRedisQueue(made, jobsEnded) : made.close()));
  }

  function queue(name: string): Queue {
    const known = names.get(name);
    if (known) return known;
    const made = new Queue(name, { connection: connection as never }, backend as never);
    made.on('error', onError);
    keep(made, async () => undefined);
    names.set(name, made);
    return made;
  }

  return {
    queue,
    worker(name, process, workerOptions) {
      const jobs = createInFlightTracker();
      const run = (job: Job) => jobs.track(process(job));
      const options = { connection: connection as never, runRetryDelay: RETRY_MS, ...workerOptions };
      const made = new Worker(name, run, options, backend as never);
      made.on('error', onError);
      keep(made, jobs.drained);
      return made;
    },
    async ping() {
      if (pool) await pool.query('SELECT 1');
      else await queue(QUEUES.maintenance).getJobCounts('waiting');
    },
    async close() {
      // Workers first, so that none starts a job while its queue closes.
      for (const close of closers.toReversed()) await close();
      await pool?.end();
    },
  };
}

async function migratedPool(connectionString: string, logger: Logger): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'pinbound queues',
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'idle queue connection failed'));
  // As in connect-database.ts: a connection in use that breaks between two statements would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect();
  try {
    await runMigrations(client as never, QUEUE_SCHEMA);
  } finally {
    client.release();
  }
  return pool;
}

/** Workers wait for Redis without a limit. */
const redisConnection = (url: string) => ({ url, maxRetriesPerRequest: null });
