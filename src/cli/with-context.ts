import { type Context, systemContext } from '../context.ts';
import { connectDatabase } from '../infrastructure/database/connect-database.ts';
import { openDatabaseForCommand } from '../infrastructure/database/open-database.ts';
import { createLogger } from '../infrastructure/telemetry/logger.ts';
import type { CommandConfig } from './command.ts';

/** Runs a command on the migrated database of the installation. */
export async function withContext<T>(
  config: CommandConfig,
  use: (ctx: Context<'config' | 'db'>) => Promise<T>,
): Promise<T> {
  const logger = createLogger('silent');
  const database = await openDatabaseForCommand({ ...config, logger });
  try {
    const { prisma, close } = connectDatabase({ connectionString: database.connectionString, logger, poolSize: 1 });
    return await use(systemContext({ config, db: prisma, logger })).finally(close);
  } finally {
    await database.close();
  }
}

/** Runs a command on the database of the installation as it is. */
export async function withUnmigratedDatabase<T>(
  config: CommandConfig,
  use: (connectionString: string) => Promise<T>,
): Promise<T> {
  const logger = createLogger('silent');
  const database = await openDatabaseForCommand({ ...config, logger, migrate: false });
  return use(database.connectionString).finally(database.close);
}
