import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { StartupError } from '../../errors.ts';
import { checksum, checksumsOf, type Migration } from './migration-files.ts';
import { statement } from './statement.ts';

/** Whether the database has a history. */
export const FIND_HISTORY = statement(
  'migration-history/find',
  "SELECT to_regclass('_prisma_migrations')::text AS found",
);

const APPLIED = statement(
  'migration-history/applied',
  `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
  WHERE rolled_back_at IS NULL ORDER BY migration_name`,
);
const RECORD = statement(
  'migration-history/record',
  `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($id, $checksum, $name, clock_timestamp(), 1)`,
);

type HistoryRow = { migration_name: string; checksum: string; finished_at: Date | null };

/** History table of Prisma's schema engine 7.10. */
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

/**
 * Creates the table only if missing, so that a role without CREATE can start on a current database.
 */
export async function ensureHistoryTable(client: Client): Promise<void> {
  const { found } = await FIND_HISTORY.one(client);
  if (!found) await client.query(HISTORY_TABLE);
}

/**
 * Returns the migrations that the database lacks.
 * @throws StartupError if the applied migrations differ from the known ones
 */
export async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const rows = await APPLIED.rows(client);
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) assertNotDiverged(row, known.get(row.migration_name));
  const applied = new Set(rows.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Records an applied migration. */
export async function recordApplied(client: Client, { name, sql }: Migration): Promise<void> {
  await RECORD.run(client, { id: randomUUID(), checksum: checksum(sql), name });
}

function assertNotDiverged(row: HistoryRow, migration: Migration | undefined): void {
  const name = row.migration_name;
  if (!row.finished_at) {
    throw new StartupError(
      `Migration ${name} was started on this database by another tool and did not finish. Repair the database, then run ` +
        `"npx prisma migrate resolve --rolled-back ${name}" (or --applied).`,
    );
  }
  if (!migration) {
    throw new StartupError(
      `The database is newer than this Pinbound: it has the migration ${name}, which this version does not know. ` +
        'Start the newer version, or restore the backup from before the upgrade.',
    );
  }
  if (!checksumsOf(migration.sql).includes(row.checksum)) {
    throw new StartupError(
      `${migration.file} has changed since it was applied to this database. Restore the file as it was ` +
        '(for instance with git checkout) and put the change into a new migration.',
    );
  }
}
