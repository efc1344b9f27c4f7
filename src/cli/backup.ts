import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { CommandError } from '../errors.ts';
import { createBackup } from '../infrastructure/backup/create-backup.ts';
import { type ReadBackup, readBackup } from '../infrastructure/backup/read-backup.ts';
import { restoreBackup } from '../infrastructure/backup/restore-backup.ts';
import { openStorage } from '../infrastructure/storage/open-storage.ts';
import { makeDataDir } from '../infrastructure/system/data-dir-lock.ts';
import { createLogger } from '../infrastructure/telemetry/logger.ts';
import { type Command, type CommandConfig, UsageError } from './command.ts';
import { createProgress, readPassphrase } from './terminal.ts';
import { withUnmigratedDatabase } from './with-context.ts';

/** Writes an archive of the installation, or checks one. */
export const backup: Command = {
  options: { check: { type: 'boolean' } },
  prepare(positionals, { check }) {
    const file = onlyFile('backup', positionals);
    return (config) => (check ? checkArchive(config, file) : writeArchive(config, file));
  },
};

/** Replaces the installation with that of an archive. */
export const restore: Command = {
  options: { replace: { type: 'boolean' } },
  prepare(positionals, { replace = false }) {
    const file = onlyFile('restore', positionals);
    return (config) => restoreArchive(config, file, replace === true);
  },
};

function onlyFile(command: string, [file, ...rest]: string[]): string {
  if (file === undefined || rest.length > 0) throw new UsageError(`expected: pinbound ${command} <FILE>`);
  return resolve(file);
}

async function writeArchive(config: CommandConfig, file: string): Promise<string> {
  const passphrase = await readPassphrase(config.backupPassphrase);
  const secrets = config.authSecrets ?? (await readSecret(config.dataDir));
  const objects = await openStorage(config);
  const progress = createProgress();
  const summary = await withUnmigratedDatabase(config, (connectionString) =>
    createBackup({ file, connectionString, objects, secrets, passphrase, report: progress.report }),
  ).finally(progress.end);
  return `${file} has ${describe(summary)}.\n`;
}

async function readSecret(dataDir: string): Promise<string[]> {
  try {
    return [(await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim()];
  } catch (cause) {
    throw new CommandError(
      `There is no AUTH_SECRET and no ${join(dataDir, 'auth-secret')}. Set AUTH_SECRET or DATA_DIR as for the service.`,
      { cause },
    );
  }
}

async function checkArchive(config: Config, file: string): Promise<string> {
  const { manifest, summary } = await readBackup(file, await readPassphrase(config.backupPassphrase));
  return `${file} is complete: ${describe(summary)}, made by version ${manifest.version} at ${manifest.createdAt}.\n`;
}

async function restoreArchive(config: CommandConfig, file: string, replace: boolean): Promise<string> {
  const passphrase = await readPassphrase(config.backupPassphrase);
  const objects = await openStorage(config);
  const progress = createProgress();
  let note = '';
  const storeSecrets = async (secrets: string[]) => {
    note = await keepSecrets(config, secrets);
  };
  const options = { file, migrationsDir: config.migrationsDir, objects, passphrase, replace, storeSecrets };
  const { summary } = await withUnmigratedDatabase(config, (connectionString) =>
    restoreBackup({ ...options, connectionString, logger: createLogger('silent'), report: progress.report }),
  ).finally(progress.end);
  return `Restored ${describe(summary)}.\n${note}`;
}

/**
 * Stores the secret of an installation that had one file for it.
 * @returns what the operator has to do
 */
async function keepSecrets({ authSecrets, dataDir }: Config, secrets: string[]): Promise<string> {
  const [first, ...others] = secrets;
  if (first === undefined) return '';
  if (authSecrets) {
    if (secrets.every((secret) => authSecrets.includes(secret))) return '';
    return `The backup has another AUTH_SECRET. Set it before the start:\nAUTH_SECRET=${secrets.join(',')}\n`;
  }
  if (others.length > 0) return `Set the secrets of the backup before the start:\nAUTH_SECRET=${secrets.join(',')}\n`;
  await makeDataDir(dataDir);
  const draft = join(dataDir, 'auth-secret.part');
  await rm(draft, { force: true });
  await writeFile(draft, first, { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, 'auth-secret'));
  return '';
}

function describe({ rows, objects, missingObjects }: ReadBackup['summary']): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const missing = missingObjects === 0 ? '' : ` (${missingObjects} were deleted or damaged)`;
  return `${total} rows of ${Object.keys(rows).length} tables and ${objects} objects${missing}`;
}
