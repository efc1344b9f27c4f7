import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.ts';
import type { Logger } from '../telemetry/logger.ts';
import { traceStatements } from '../telemetry/tracing.ts';

const TIMESTAMPTZ = 1184;
const DATE = 1082;

/** Format of a session in UTC: `2026-11-21 09:30:00.123+00`, without trailing zeros. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

/** Parses with `Date` where the format allows: pg's parser takes five times as long. */
function parseTimestamp(text: string): Date {
  if (IN_UTC.test(text)) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return pg.types.getTypeParser(TIMESTAMPTZ, 'text')(text) as unknown as Date;
}

/** Parses a date as midnight in UTC, like Prisma. pg would take midnight of the local time zone. */
const parseDate = (text: string): Date => new Date(`${text}T00:00:00Z`);

/** Type parsers for `types` of a pg.Pool. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === TIMESTAMPTZ) return parseTimestamp;
    if (format !== 'binary' && oid === DATE) return parseDate;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export type Database = PrismaClient;
/** Prisma client, or the client of an interactive transaction. */
export type Transaction = Omit<Database, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** Maximum wait for a free connection, ms. */
const CONNECTION_TIMEOUT_MS = 5_000;
/**
 * Query timeout, ms. The connection is closed with the query: the network may have failed silently.
 */
const QUERY_TIMEOUT_MS = 60_000;

export interface DatabaseConnections {
  prisma: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Connects one pool for Prisma and for hand-written statements. */
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
    onConnect: applySessionSettings,
  });
  traceStatements(pool);
  pool.on('error', (error) => options.logger.warn({ err: error }, 'idle database connection failed'));
  // A connection that breaks between two statements has no other listener and would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Prisma returns connections even if their ROLLBACK timed out; later statements would run in the
  // open transaction.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() !== 'I') void client.end();
  });
  // Prisma's query compiler is WebAssembly; V8's optimized code for it takes 60 MB and gains
  // nothing.
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
 * Settings of each session. Days start at midnight UTC, and Prisma omits time zone offsets.
 * Statements are short: a parallel worker or a compilation takes longer to start than most of them
 * to run, and PostgreSQL overestimates the cost of searches for words.
 */
const SESSION_SETTINGS = "SET TimeZone = 'UTC'; SET max_parallel_workers_per_gather = 0; SET jit = off";

/** By a statement, because poolers reject startup options and DATABASE_URL could override them. */
const applySessionSettings = async (client: pg.ClientBase): Promise<void> => {
  await client.query({ text: SESSION_SETTINGS, query_timeout: CONNECTION_TIMEOUT_MS } as pg.QueryConfig);
};
