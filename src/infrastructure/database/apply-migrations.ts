import { setTimeout as delay } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { completeBackfill } from './backfills.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { ensureHistoryTable, findPending, recordApplied } from './migration-history.ts';
import { statement } from './statement.ts';

/** Options of {@link applyMigrations}. */
export type MigrationOptions = {
  /** Direct connection: a pooler in transaction mode would lose the lock between statements. */
  connectionString: string;
  /** Directory of `<time>_<name>/migration.sql`, Prisma's layout. */
  migrationsDir: string;
  logger: Pick<Logger, 'info'>;
  /** Names of the migrations to apply; all by default. */
  only?: readonly string[];
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
  only,
}: MigrationOptions): Promise<string[]> {
  const migrations = (await readMigrations(migrationsDir)).filter(({ name }) => only?.includes(name) ?? true);
  const client = await connect(connectionString);
  try {
    await assertServerVersion(client);
    await acquireLock(client, logger);
    await ensureHistoryTable(client);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await completeRequiredBackfills(client, logger, migration);
      await (migration.concurrent.length > 0 ? applyConcurrently : applyInTransaction)(client, migration);
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

const SERVER_VERSION = statement(
  'apply-migrations/server-version',
  `SELECT current_setting('server_version_num')::int AS "number!", current_setting('server_version') AS name`,
);

async function assertServerVersion(client: Client): Promise<void> {
  const version = await SERVER_VERSION.one(client);
  if (version.number >= OLDEST_SERVER) return;
  throw new StartupError(
    `The server at ${client.host}:${client.port} is PostgreSQL ${version.name}; Pinbound needs 14 or later.`,
  );
}

const TRY_LOCK = statement('apply-migrations/try-lock', 'SELECT pg_try_advisory_lock($key) AS "isTaken!"');

/** Pause before a process tries again to lock, ms. */
const LOCK_RETRY_MS = 200;

/**
 * Tries again until it succeeds. A statement that waits for the lock would hold a snapshot, for
 * which CREATE INDEX CONCURRENTLY in turn waits: a deadlock.
 */
async function acquireLock(client: Client, logger: Pick<Logger, 'info'>): Promise<void> {
  const isLocked = async () => (await TRY_LOCK.one(client, { key: LOCK_KEY })).isTaken;
  if (await isLocked()) return;
  logger.info({}, 'another process is migrating the database; waiting');
  do await delay(LOCK_RETRY_MS);
  while (!(await isLocked()));
}

async function completeRequiredBackfills(
  client: Client,
  logger: Pick<Logger, 'info'>,
  { file, requiredBackfills }: Migration,
): Promise<void> {
  for (const name of requiredBackfills) {
    if (await completeBackfill(client, logger, name)) continue;
    throw new StartupError(`${file} requires the backfill ${name}, which no earlier migration adds.`);
  }
}

/**
 * Max time that a migration waits for a lock, ms: less than PostgreSQL waits before it ends a
 * deadlock, so that a migration gives way and no request of a running process fails.
 */
const MIGRATION_LOCK_MS = 500;
/** SQLSTATE of a lock that was not available in time, and of a deadlock. */
const BLOCKED = ['55P03', '40P01'];

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  while (!(await tryToApply(client, migration))) await delay(LOCK_RETRY_MS);
}

/** Applies a migration, or returns false if it would have to wait for a lock for too long. */
async function tryToApply(client: Client, migration: Migration): Promise<boolean> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}; SET LOCAL statement_timeout = 0`);
    await client.query(migration.sql);
    await recordApplied(client, migration);
    await client.query('COMMIT');
    return true;
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (BLOCKED.includes((cause as DatabaseError).code ?? '')) return false;
    throw migrationFailed(migration, cause, 'It was rolled back.');
  }
}

/**
 * Creates or drops indexes without blocking writes. After a crash the next start repeats the
 * statements, and drops the invalid index that the crash left.
 */
async function applyConcurrently(client: Client, migration: Migration): Promise<void> {
  // The role may have timeouts that are meant for requests.
  await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
  for (const { statement, index } of migration.concurrent) {
    try {
      await dropInvalidIndex(client, index);
      await client.query(statement);
    } catch (cause) {
      await dropInvalidIndex(client, index).catch(() => undefined);
      throw migrationFailed(migration, cause, 'The next start repeats it.');
    }
  }
  await recordApplied(client, migration);
  await client.query('RESET lock_timeout; RESET statement_timeout');
}

const INVALID_INDEXES = statement(
  'apply-migrations/invalid-indexes',
  `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indexrelid = to_regclass($index) AND NOT indisvalid`,
);

async function dropInvalidIndex(client: Client, index: string): Promise<void> {
  const rows = await INVALID_INDEXES.rows(client, { index: `"${index}"` });
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

function migrationFailed({ file, sql }: Migration, cause: unknown, consequence: string): StartupError {
  const { message, detail, position } = cause as DatabaseError;
  const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return new StartupError(
    `Migration ${file} failed${line}: ${[message, detail].filter(Boolean).join('. ')}. ${consequence}`,
    { cause },
  );
}
