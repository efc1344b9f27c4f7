#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { admin } from './cli/admin.ts';
import { backup, restore } from './cli/backup.ts';
import { type Command, UsageError } from './cli/command.ts';
import { upgrade } from './cli/upgrade.ts';
import { readConfig } from './config/config.ts';
import { AppError, CommandError, StartupError } from './errors.ts';
import { VERSION } from './lib/version.ts';

const USAGE = `Usage: pinbound <COMMAND>

Administrators of the installation:
  admin create <EMAIL> [--name <NAME>]  Create an account and print a link to set its password.
  admin reset <EMAIL>                   Print a link to set a new password for any account.
  admin promote <EMAIL>                 Make an account with a verified address an administrator.
  admin demote <EMAIL>                  Take the rights of an administrator from an account.
  admin list                            List the administrators.

Data:
  backup <FILE>                Write tables, objects and secrets to an archive, also while the service runs.
  backup --check <FILE>        Read an archive to its end and check it.
  restore <FILE> [--replace]   Restore an archive into an empty installation, or replace the present one.
  upgrade                      Apply the migrations of this version.
  upgrade --check              List the pending migrations and what they block.

Options:
  --help     Print this text.
  --version  Print the version.

The settings are those of the service: DATABASE_URL or DATA_DIR, S3_BUCKET, AUTH_SECRET and BASE_URL.
BACKUP_PASSPHRASE encrypts the secrets of an archive; without it, a terminal asks.
`;

const COMMANDS: Record<string, Command> = { admin, backup, restore, upgrade };

function readCommand([name = '', ...args]: string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const options = { ...command?.options, help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: command ? args : [name, ...args],
      options,
      allowPositionals: true,
    });
    if (values.help || values.version) return { print: values.help ? USAGE : `${VERSION}\n` };
    if (!command) throw new UsageError(`expected a command: ${Object.keys(COMMANDS).join(', ')}`);
    return { run: command.prepare(positionals, values) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

/** @returns the exit code: 0, 1 for a failure, 2 for wrong arguments */
async function main(): Promise<number> {
  try {
    const { print, run } = readCommand(process.argv.slice(2));
    process.stdout.write(run ? await run(readConfig()) : print);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    const { message, stack } = error as Error;
    const isExpected = [AppError, CommandError, StartupError].some((expected) => error instanceof expected);
    process.stderr.write(`${isExpected ? message : `the command failed: ${stack}`}\n`);
    return 1;
  }
}

process.exitCode = await main();
