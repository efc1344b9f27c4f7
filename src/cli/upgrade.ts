import { applyMigrations } from '../infrastructure/database/apply-migrations.ts';
import { listPending, type PendingMigration } from '../infrastructure/database/pending-migrations.ts';
import { createLogger } from '../infrastructure/telemetry/logger.ts';
import { type Command, UsageError } from './command.ts';
import { MIGRATIONS_DIR, withUnmigratedDatabase } from './with-context.ts';

/** Applies pending migrations, or lists them and what they block. */
export const upgrade: Command = {
  options: { check: { type: 'boolean' } },
  prepare(positionals, { check }) {
    if (positionals.length > 0) throw new UsageError('expected: pinbound upgrade [--check]');
    return (config) => withUnmigratedDatabase(config, check ? describePending : migrate);
  },
};

async function migrate(connectionString: string): Promise<string> {
  const logger = createLogger('silent');
  const applied = await applyMigrations({ connectionString, migrationsDir: MIGRATIONS_DIR, logger });
  if (applied.length === 0) return 'The database is up to date.\n';
  return `Applied ${applied.length} migrations:\n${applied.map((name) => `  ${name}\n`).join('')}`;
}

async function describePending(connectionString: string): Promise<string> {
  const pending = await listPending({ connectionString, migrationsDir: MIGRATIONS_DIR });
  if (pending.length === 0) return 'The database is up to date.\n';
  return `${pending.length} migrations are pending:\n${pending.map(describe).join('')}`;
}

const describe = ({ name, effects }: PendingMigration) =>
  `  ${name}\n${effects.map((effect) => `    ${effect}\n`).join('')}`;
