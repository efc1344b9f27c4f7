import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.ts';
import type { Logger } from '../telemetry/logger.ts';
import { columnTypes } from './timestamps.ts';

export type Database = PrismaClient;
/** A Prisma client or the client of an interactive transaction. */
export type Transaction = Omit<Database, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** How long a caller waits for a free connection before the call fails, milliseconds. */
const CONNECTION_TIMEOUT_MS = 5_000;
/** A statement without an answer for so long is given up with its connection: the way to the server may be gone without a word. */
const QUERY_TIMEOUT_MS = 60_000;

export interface DatabaseConnections {
  prisma: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** One pool for Prisma and for the few statements that are written by hand. */
export function connectDatabase(options: {
  connectionString: string;
  logger: Logger;
  poolSize?: number;
  queryTimeoutMs?: number;
}) {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: columnTypes,
    application_name: 'pinbound',
    onConnect: inUtc,
  });
  pool.on('error', (error) => options.logger.warn({ err: error }, 'an idle database connection failed'));
  // In use but between two statements, a connection that breaks has no other listener, and would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Prisma gives its connections back even when their ROLLBACK had no answer: later statements would be part of what is open.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() !== 'I') void client.end();
  });
  // Prisma's query compiler is WebAssembly. V8's optimised code for it takes 60 MB and makes no query faster.
  setFlagsFromString('--liftoff-only');
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: CONNECTION_TIMEOUT_MS, timeout: 10_000 },
  });
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  } satisfies DatabaseConnections;
}

/**
 * Days begin at midnight UTC, and Prisma leaves offsets out of the times that it writes and reads. A statement, because
 * poolers refuse startup options, and those of a DATABASE_URL would be set instead of ours.
 */
const inUtc = async (client: pg.ClientBase): Promise<void> => {
  await client.query({ text: "SET TimeZone = 'UTC'", query_timeout: CONNECTION_TIMEOUT_MS } as pg.QueryConfig);
};
