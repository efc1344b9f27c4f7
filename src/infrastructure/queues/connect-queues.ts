import { createPostgresBackend, type Job, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { QUEUES } from './names.ts';

/** BullMQ keeps to a schema of its own. */
const SCHEMA = 'bullmq';
/** Each queue and worker listens on one connection of this pool. */
const POOL_SIZE = 6;

export interface Queues {
  queue(name: string): Queue;
  worker(name: string, process: (job: Job) => Promise<void>, options?: { concurrency?: number }): Worker;
  /** Rejects when the queues' database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Queues on Redis when its URL is given, else on PostgreSQL. */
export async function connectQueues(options: {
  connectionString: string;
  redisUrl: string | undefined;
  logger: Logger;
}): Promise<Queues> {
  const { redisUrl, logger } = options;
  const pool = redisUrl ? undefined : await migratedPool(options.connectionString, logger);
  const connection = redisUrl ? redisConnection(redisUrl) : pool;
  const backend = redisUrl ? undefined : createPostgresBackend;
  const opened: { close(): Promise<void> }[] = [];
  const names = new Map<string, Queue>();

  const onError = (error: Error) => logger.warn({ err: error }, 'a queue lost its connection');

  function queue(name: string): Queue {
    const known = names.get(name);
    if (known) return known;
    const made = new Queue(name, { connection: connection as never }, backend as never);
    made.on('error', onError);
    opened.push(made);
    names.set(name, made);
    return made;
  }

  return {
    queue,
    worker(name, process, workerOptions) {
      const made = new Worker(name, process, { connection: connection as never, ...workerOptions }, backend as never);
      made.on('error', onError);
      opened.push(made);
      return made;
    },
    async ping() {
      if (pool) await pool.query('SELECT 1');
      else await queue(QUEUES.maintenance).getJobCounts('waiting');
    },
    async close() {
      // Workers first, so that none takes a job while its queue goes.
      for (const each of opened.reverse()) await each.close();
      await pool?.end();
    },
  };
}

async function migratedPool(connectionString: string, logger: Logger): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    options: `-c search_path=${SCHEMA}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'pinbound queues',
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection of the queues failed'));
  // As in connect-database.ts: a connection in use that breaks between two statements would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect();
  try {
    await runMigrations(client as never, SCHEMA);
  } finally {
    client.release();
  }
  return pool;
}

/** Workers wait for Redis for as long as it takes. */
const redisConnection = (url: string) => ({ url, maxRetriesPerRequest: null });
