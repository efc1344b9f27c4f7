import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { lockDataDir } from '../system/data-dir-lock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { applyMigrations } from './apply-migrations.ts';

export interface OpenDatabase {
  connectionString: string;
  embedded: boolean;
  close(): Promise<void>;
}

/**
 * The database of the settings, migrated: the one at databaseUrl, or an embedded PostgreSQL under dataDir, which then
 * belongs to this process alone. @throws StartupError
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  migrationsDir: string;
  logger: Logger;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, migrationsDir, logger } = options;
  if (databaseUrl) {
    await applyMigrations({ connectionString: databaseUrl, migrationsDir, logger });
    return { connectionString: databaseUrl, embedded: false, close: async () => undefined };
  }
  const unlock = await lockDataDir(dataDir, logger);
  try {
    const { connectionString, keepRunning, stop } = await startEmbeddedPostgres({ dataDir, logger });
    const close = async () => {
      await stop();
      await unlock();
    };
    try {
      await applyMigrations({ connectionString, migrationsDir, logger });
    } catch (error) {
      await stop();
      throw error;
    }
    keepRunning();
    return { connectionString, embedded: true, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}
