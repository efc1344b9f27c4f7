import { Client, type DatabaseError } from 'pg';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { ensureHistoryTable, findPending, recordApplied } from './migration-history.ts';

/** Options of {@link applyMigrations}. */
export type MigrationOptions = {
  /** Direct connection: a pooler in transaction mode would lose the lock between statements. */
  connectionString: string;
  /** Directory of `<time>_<name>/migration.sql`, Prisma's layout. */
  migrationsDir: string;
  logger: Pick<Logger, 'info'>;
};

/**
 * Applies pending migrations in name order. Uses Prisma's own history table and the lock of
 * `prisma migrate deploy`. Safe in several processes at once: one applies, the others wait.
 * @returns names of the applied migrations
 */
export async function applyMigrations({
  connectionString,
  migrationsDir,
  logger,
}: MigrationOptions): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  const client = await connect(connectionString);
  try {
    await assertServerVersion(client);
    await acquireLock(client, logger);
    await ensureHistoryTable(client);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration);
      logger.info({ migration: migration.name }, 'migration applied');
    }
    return pending.map(({ name }) => name);
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`Cannot migrate the database at ${client.host}:${client.port}: ${describeFailure(cause)}`, {
      cause,
    });
  } finally {
    // Closing the connection releases the lock.
    await client.end().catch(() => undefined);
  }
}

const OLDEST_SERVER = 140_000;
/** Advisory lock of Prisma's schema engine 7.10. */
const LOCK_KEY = 72_707_369;

async function connect(connectionString: string): Promise<Client> {
  let target = 'the server that DATABASE_URL names';
  try {
    const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
    target = `${client.host}:${client.port}`;
    // The running query reports failures; without a listener they would also end the process.
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

/** Joins the errors of a host with several addresses: its AggregateError has no message. */
function describeFailure(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map((error: Error) => error.message).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

async function assertServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
  );
  const [version] = rows;
  if (version && version.number >= OLDEST_SERVER) return;
  throw new StartupError(
    `The server at ${client.host}:${client.port} is PostgreSQL ${version?.name}; Pinbound needs 14 or later.`,
  );
}

async function acquireLock(client: Client, logger: Pick<Logger, 'info'>): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY]);
  if (rows[0]?.taken) return;
  logger.info({}, 'another process is migrating the database; waiting');
  // The role may have timeouts that are meant for requests.
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
      `Migration ${file} failed${line}: ${[message, detail].filter(Boolean).join('. ')}. It was rolled back.`,
      { cause },
    );
  }
}
