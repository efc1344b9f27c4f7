import { applyMigrations } from '../infrastructure/database/apply-migrations.ts';
import { listPending, type PendingMigration } from '../infrastructure/database/pending-migrations.ts';
import { createLogger } from '../infrastructure/telemetry/logger.ts';
import { type Command, UsageError } from './command.ts';
import { withUnmigratedDatabase } from './with-context.ts';

interface MigratedDatabase {
  connectionString: string;
  migrationsDir: string;
}

/** Applies pending migrations, or lists them and what they block. */
export const upgrade: Command = {
  options: { check: { type: 'boolean' } },
  prepare(positionals, { check }) {
    if (positionals.length > 0) throw new UsageError('expected: pinbound upgrade [--check]');
    const act = check ? describePending : migrate;
    return (config) => {
      const { migrationsDir } = config;
      return withUnmigratedDatabase(config, (connectionString) => act({ connectionString, migrationsDir }));
    };
  },
};

async function migrate(database: MigratedDatabase): Promise<string> {
  const logger = createLogger('silent');
  const applied = await applyMigrations({ ...database, logger });
  if (applied.length === 0) return 'The database is up to date.\n';
  return `Applied ${applied.length} migrations:\n${applied.map((name) => `  ${name}\n`).join('')}`;
}

async function describePending(database: MigratedDatabase): Promise<string> {
  const pending = await listPending(database);
  if (pending.length === 0) return 'The database is up to date.\n';
  const count = pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`;
  return `${count} pending:\n${pending.map(describe).join('')}`;
}

const describe = ({ name, effects }: PendingMigration) =>
  `  ${name}\n${effects.map((effect) => `    ${effect}\n`).join('')}`;
