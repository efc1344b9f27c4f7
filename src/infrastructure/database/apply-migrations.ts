import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type DatabaseError } from 'pg';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';

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

type Migration = { name: string; file: string; sql: string };
type HistoryRow = { migration_name: string; checksum: string; finished_at: Date | null };

const OLDEST_SERVER = 140_000;
/** Prisma's, as its schema engine 7.10 has them. */
const LOCK_KEY = 72_707_369;
const HISTORY_TABLE = `CREATE TABLE _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

async function readMigrations(directory: string): Promise<Migration[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return await Promise.all(
      names.sort().map(async (name) => {
        const file = join(directory, name, 'migration.sql');
        return { name, file, sql: await readFile(file, 'utf8') };
      }),
    );
  } catch (cause) {
    throw new StartupError(`Cannot read the database migrations: ${(cause as Error).message}`, { cause });
  }
}

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

/** Looks first: a role that may not create tables can still start on a database that is up to date. */
async function makeHistoryTable(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('_prisma_migrations') AS found");
  if (!rows[0]?.found) await client.query(HISTORY_TABLE);
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<HistoryRow>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) refuseDivergence(row, known.get(row.migration_name));
  const applied = new Set(rows.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

function refuseDivergence(row: HistoryRow, migration: Migration | undefined): void {
  const name = row.migration_name;
  if (!row.finished_at) {
    throw new StartupError(
      `Migration ${name} was begun on this database by another tool and did not finish. Repair the database, then run ` +
        `"npx prisma migrate resolve --rolled-back ${name}" (or --applied).`,
    );
  }
  if (!migration) {
    throw new StartupError(
      `The database is newer than this Pinbound: it has the migration ${name}, which this version does not know. ` +
        'Start the version that made it, or restore the backup from before that upgrade.',
    );
  }
  if (!checksumsOf(migration.sql).includes(row.checksum)) {
    throw new StartupError(
      `${migration.file} has changed since it was applied to this database. Restore the file as it was ` +
        '(for instance with git checkout) and put the change into a new migration.',
    );
  }
}

/** The file's own, then with either line ending, because git may have converted them; Prisma compares likewise. */
function checksumsOf(sql: string): string[] {
  return [sql, sql.replaceAll('\r\n', '\n'), sql.replaceAll('\n', '\r\n')].map(checksum);
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

async function apply(client: Client, { name, file, sql }: Migration): Promise<void> {
  try {
    await client.query('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum(sql), name],
    );
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
