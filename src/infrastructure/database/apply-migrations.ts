import { Client, type DatabaseError } from 'pg';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { findPending, makeHistoryTable, recordApplied } from './migration-history.ts';

/** What {@link applyMigrations} needs. */
export type MigrationOptions = {
  /** Of a direct connection: a pooler in transaction mode would lose the lock between two statements. */
  connectionString: string;
  /** Holds `<time>_<name>/migration.sql`, as Prisma lays them out. */
  migrationsDir: string;
  logger: Pick<Logger, 'info'>;
};

/**
 * Applies the migrations that the database lacks, in the order of their names, and returns those names. Keeps Prisma's
 * own table, under the lock that `prisma migrate deploy` takes. Several processes may call it at once: one applies,
 * the others wait for it and find nothing left to do.
 */
export async function applyMigrations({
  connectionString,
  migrationsDir,
  logger,
}: MigrationOptions): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  const client = await connect(connectionString);
  try {
    await refuseOldServer(client);
    await takeLock(client, logger);
    await makeHistoryTable(client);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration);
      logger.info({ migration: migration.name }, 'Migration applied');
    }
    return pending.map(({ name }) => name);
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`Cannot migrate the database at ${client.host}:${client.port}: ${describeFailure(cause)}`, {
      cause,
    });
  } finally {
    // The lock belongs to the connection and ends with it.
    await client.end().catch(() => undefined);
  }
}

const OLDEST_SERVER = 140_000;
/** Prisma's, as its schema engine 7.10 has it. */
const LOCK_KEY = 72_707_369;

async function connect(connectionString: string): Promise<Client> {
  let target = 'the server that DATABASE_URL names';
  try {
    const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
    target = `${client.host}:${client.port}`;
    // Failures reach us through the query in progress; without a listener they would end the process instead.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (cause) {
    throw new StartupError(
      `Cannot connect to PostgreSQL at ${target}: ${describeFailure(cause)}. Check that it runs, and DATABASE_URL.`,
      { cause },
    );
  }
}

/** A host name with several addresses gives one error for each of them, and no message of its own. */
function describeFailure(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map((error: Error) => error.message).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
  );
  const [version] = rows;
  if (version && version.number >= OLDEST_SERVER) return;
  throw new StartupError(
    `The server at ${client.host}:${client.port} is PostgreSQL ${version?.name}; Pinbound needs 14 or later.`,
  );
}

async function takeLock(client: Client, logger: Pick<Logger, 'info'>): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY]);
  if (rows[0]?.taken) return;
  logger.info({}, 'Another process is migrating the database, waiting for it');
  // The role may have limits meant for requests.
  await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
  await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { file, sql } = migration;
  try {
    await client.query('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
    await client.query(sql);
    await recordApplied(client, migration);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    const { message, detail, position } = cause as DatabaseError;
    const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
    throw new StartupError(
      `Migration ${file} failed${line}: ${[message, detail].filter(Boolean).join('. ')}. The database is as it was before it.`,
      { cause },
    );
  }
}
