import { findRunningServer } from '../embedded-postgres/reattach.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { lockDataDir } from '../system/data-dir-lock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { applyMigrations } from './apply-migrations.ts';

export interface DatabaseHandle {
  connectionString: string;
  embedded: boolean;
  close(): Promise<void>;
}

interface DatabaseOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  migrationsDir: string;
  logger: Logger;
  /** Aborts when the database is no longer needed: it is returned without being migrated. */
  signal?: AbortSignal;
  /** Whether to migrate the database; true by default. */
  migrate?: boolean;
}

/**
 * Opens the configured database for a command: an embedded PostgreSQL that the service is running
 * is used beside it, and otherwise started, and migrated unless `migrate` is false.
 * @throws StartupError
 */
export async function openDatabaseForCommand(options: DatabaseOptions): Promise<DatabaseHandle> {
  const connectionString = options.databaseUrl ? undefined : await findRunningServer(options.dataDir);
  if (connectionString) return { connectionString, embedded: true, close: async () => undefined };
  return openDatabase(options);
}

/**
 * Opens and migrates the configured database: databaseUrl, or an embedded PostgreSQL under dataDir,
 * which this process then locks.
 * @throws StartupError
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  const { databaseUrl, dataDir, migrationsDir, logger, signal, migrate = true } = options;
  if (databaseUrl) {
    if (migrate) await applyMigrations({ connectionString: databaseUrl, migrationsDir, logger });
    return { connectionString: databaseUrl, embedded: false, close: async () => undefined };
  }
  const unlock = await lockDataDir(dataDir, logger);
  try {
    const { connectionString, supervise, stop } = await startEmbeddedPostgres({ dataDir, logger });
    const close = async () => {
      await stop();
      await unlock();
    };
    if (signal?.aborted || !migrate) return { connectionString, embedded: true, close };
    try {
      await applyMigrations({ connectionString, migrationsDir, logger });
    } catch (error) {
      await stop();
      throw error;
    }
    supervise();
    return { connectionString, embedded: true, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}
