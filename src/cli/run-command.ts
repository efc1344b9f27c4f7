import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { AppError, CommandError, StartupError } from '../errors.ts';
import { VERSION } from '../lib/version.ts';
import { admin } from './admin.ts';
import { backup, restore } from './backup.ts';
import { type Command, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { upgrade } from './upgrade.ts';

const usage = (peopleLines: string): string => `Usage: pinbound <COMMAND>

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
  doctor                       Check mail, storage and the browser of captures; fail if one does not work.

${peopleLines && `For people and pipelines, also as one file at BASE_URL/cli/pinbound.mjs, which needs Node.js only:\n${peopleLines}\n`}Options:
  --help     Print this text; behind a command for people and pipelines, that of the command.
  --version  Print the version.

The settings of the first two groups are those of the service: DATABASE_URL or DATA_DIR, S3_BUCKET, AUTH_SECRET and BASE_URL.
BACKUP_PASSPHRASE encrypts the secrets of an archive; without it, a terminal asks.
`;

const COMMANDS: Record<string, Command> = { admin, backup, restore, upgrade, doctor };

function readCommand([name = '', ...args]: string[], help: string) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const options = { ...command?.options, help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: command ? args : [name, ...args],
      options,
      allowPositionals: true,
    });
    if (values.help || values.version) return { print: values.help ? help : `${VERSION}\n` };
    if (!command) throw new UsageError(`expected a command: ${Object.keys(COMMANDS).join(', ')}`);
    return { run: command.prepare(positionals, values) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

/** Texts to print, and the exit code: 0, 1 for a failure, 2 for wrong arguments. */
interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command. Never rejects.
 *
 * @param environment the settings of the installation
 * @param peopleLines lines of the help about the commands for people and pipelines
 */
export async function runCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  migrationsDir: string,
  peopleLines = '',
): Promise<CommandResult> {
  const help = usage(peopleLines);
  try {
    const { print, run } = readCommand(args, help);
    const stdout = run ? await run({ ...readConfig(environment), migrationsDir }) : print;
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, stdout: '', stderr: `${error.message}\n\n${help}` };
    const { message, stack } = error as Error;
    const isExpected = [AppError, CommandError, StartupError].some((expected) => error instanceof expected);
    return { code: 1, stdout: '', stderr: `${isExpected ? message : `the command failed: ${stack}`}\n` };
  }
}
