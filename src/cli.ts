#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from './config/config.ts';
import { type Context, systemContext } from './context.ts';
import { AppError, StartupError } from './errors.ts';
import { connectDatabase } from './infrastructure/database/connect-database.ts';
import { openDatabaseForCommand } from './infrastructure/database/open-database.ts';
import { createLogger } from './infrastructure/telemetry/logger.ts';
import { VERSION } from './lib/version.ts';
import {
  createAdministrator,
  createResetLink,
  demoteAdministrator,
  listAdministrators,
  promoteAdministrator,
} from './resolvers/core/auth/administrators.ts';

const USAGE = `Usage: pinbound admin <COMMAND>

Commands, for administrators of the installation:
  create <EMAIL> [--name <NAME>]  Create an account and print a link to set its password.
  reset <EMAIL>                   Print a link to set a new password for any account.
  promote <EMAIL>                 Make an account with a verified address an administrator.
  demote <EMAIL>                  Take the rights of an administrator from an account.
  list                            List the administrators.

Options:
  --help     Print this text.
  --version  Print the version.

The settings are those of the service: DATABASE_URL or DATA_DIR, and BASE_URL.
`;

type AdminContext = Context<'config' | 'db'>;

/** Commands by name. Each returns the text to print. */
const COMMANDS: Record<string, (ctx: AdminContext, email: string, name: string | undefined) => Promise<string>> = {
  async create(ctx, email, name) {
    const link = await createAdministrator(ctx, { email, name: name ?? email.replace(/@.*/s, '') });
    return `${email} is an administrator. Set the password by this link within one hour; it works once:\n${link}\n`;
  },
  reset: async (ctx, email) =>
    `Set a new password for ${email} by this link within one hour; it works once:\n${await createResetLink(ctx, { email })}\n`,
  async promote(ctx, email) {
    await promoteAdministrator(ctx, { email });
    return `${email} is an administrator.\n`;
  },
  async demote(ctx, email) {
    await demoteAdministrator(ctx, { email });
    return `${email} is not an administrator.\n`;
  },
  async list(ctx) {
    const administrators = await listAdministrators(ctx);
    if (administrators.length === 0) return 'There are no administrators. Create one: pinbound admin create <EMAIL>\n';
    return administrators
      .map(({ email, administratorSince }) => `${email}  ${administratorSince?.toISOString() ?? 'by ADMIN_EMAIL'}\n`)
      .join('');
  },
};

/** Wrong arguments of the command. */
class UsageError extends Error {}

function readCommand(args: string[]) {
  const options = { name: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help || values.version) return { print: values.help ? USAGE : `${VERSION}\n` };
    const [area, command = '', email = '', ...rest] = positionals;
    const run = area === 'admin' && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!run) throw new UsageError('expected: pinbound admin create, reset, promote, demote or list');
    if (rest.length > 0 || (email === '') !== (command === 'list')) {
      throw new UsageError(
        command === 'list' ? 'list takes no address' : `expected: pinbound admin ${command} <EMAIL>`,
      );
    }
    if (values.name !== undefined && command !== 'create') throw new UsageError('--name is an option of create');
    return { run: (ctx: AdminContext) => run(ctx, email, values.name) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

async function withDatabase<T>(config: Config, use: (ctx: AdminContext) => Promise<T>): Promise<T> {
  const logger = createLogger('silent');
  const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
  const database = await openDatabaseForCommand({ ...config, migrationsDir, logger });
  try {
    const { prisma, close } = connectDatabase({ connectionString: database.connectionString, logger, poolSize: 1 });
    return await use(systemContext({ config, db: prisma, logger })).finally(close);
  } finally {
    await database.close();
  }
}

/** @returns the exit code: 0, 1 for a failure, 2 for wrong arguments */
async function main(): Promise<number> {
  try {
    const { print, run } = readCommand(process.argv.slice(2));
    process.stdout.write(print ?? (await withDatabase(readConfig(), run)));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    const isExpected = error instanceof AppError || error instanceof StartupError;
    process.stderr.write(`${isExpected ? error.message : `the command failed: ${(error as Error).stack}`}\n`);
    return 1;
  }
}

process.exitCode = await main();
