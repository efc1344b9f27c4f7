import { Client } from 'pg';
import { CommandError } from '../../errors.ts';
import { applyMigrations } from '../database/apply-migrations.ts';
import { readMigrations } from '../database/migration-files.ts';
import { statement } from '../database/statement.ts';
import { QUEUE_SCHEMA } from '../queues/connect-queues.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ReportProgress } from './create-backup.ts';
import type { Manifest } from './format.ts';
import { RESTORED_SCHEMA, startLoading, type TableLoader } from './load-tables.ts';
import { type ReadBackup, readBackup } from './read-backup.ts';

interface RestoreOptions {
  file: string;
  connectionString: string;
  migrationsDir: string;
  objects: Pick<ObjectStorage, 'put' | 'writeInstallationId'>;
  passphrase: string;
  /** Replaces an installation that has accounts. */
  replace: boolean;
  /** Stores the secrets of the archive; called once everything else is restored. */
  storeSecrets(secrets: string[]): Promise<void>;
  logger: Pick<Logger, 'info'>;
  report: ReportProgress;
}

/**
 * Restores an archive. The tables are filled in a schema of their own and then replace those of the
 * database in one transaction, so a failure leaves the present installation as it is. Migrations
 * that the archive lacks are applied.
 * @throws CommandError
 */
export async function restoreBackup(options: RestoreOptions): Promise<ReadBackup> {
  const { file, connectionString, objects, passphrase, logger, report } = options;
  const { migrationsDir } = options;
  const client = new Client({ connectionString, application_name: 'pinbound restore' });
  client.on('error', () => undefined);
  await client.connect();
  let loader: TableLoader | undefined;
  try {
    await assertReplaceable(client, options.replace);
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await client.query(`DROP SCHEMA IF EXISTS ${RESTORED_SCHEMA} CASCADE; CREATE SCHEMA ${RESTORED_SCHEMA}`);
    await client.query(`SET search_path = ${RESTORED_SCHEMA}`);
    const migrate = { connectionString: withSearchPath(connectionString), migrationsDir, logger };
    let reported = '';
    const restored = await readBackup(file, passphrase, {
      async start(manifest) {
        await assertKnown(manifest, migrationsDir);
        report(`backup of ${manifest.createdAt}, made by version ${manifest.version}`);
        await applyMigrations({ ...migrate, only: manifest.migrations });
        loader = await startLoading(client, manifest);
      },
      async part(table, text) {
        if (table !== reported) report(`table ${table}`);
        reported = table;
        await loader?.add(table, text);
      },
      async object(key, bytes) {
        if (reported !== 'objects') report('objects');
        reported = 'objects';
        await objects.put(key, bytes);
      },
    });
    report('foreign keys and migrations');
    await loader?.finish();
    await applyMigrations(migrate);
    await client.query('ANALYZE');
    await client.query(
      `BEGIN; DROP SCHEMA IF EXISTS public, ${QUEUE_SCHEMA} CASCADE; ALTER SCHEMA ${RESTORED_SCHEMA} RENAME TO public; COMMIT`,
    );
    await client.query('SET search_path = public');
    const installation = await INSTALLATION.first(client);
    if (installation) await objects.writeInstallationId(installation.mark);
    await options.storeSecrets(restored.secrets);
    return restored;
  } finally {
    loader?.abort();
    await client.query(`ROLLBACK; DROP SCHEMA IF EXISTS ${RESTORED_SCHEMA} CASCADE`).catch(() => undefined);
    await client.end();
  }
}

const INSTALLATION = statement('restore-backup/installation', 'SELECT mark FROM storage_marks WHERE is_written');
const CONNECTED = statement(
  'restore-backup/connected',
  `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'pinbound%' AND pid <> pg_backend_pid()`,
);
const FIND_USERS = statement('restore-backup/find-users', "SELECT to_regclass('public.users')::text AS found");
const COUNT_USERS = statement('restore-backup/count-users', 'SELECT count(*)::int AS count FROM public.users');

/** @throws CommandError if the service runs, or has accounts that must not be replaced */
async function assertReplaceable(client: Client, replace: boolean): Promise<void> {
  if ((await CONNECTED.one(client)).count > 0) {
    throw new CommandError('Pinbound is connected to the database. Stop all of its processes, then restore.');
  }
  const { found } = await FIND_USERS.one(client);
  if (!found || replace) return;
  const { count } = await COUNT_USERS.one(client);
  if (count === 0) return;
  throw new CommandError(
    `The installation has ${count} accounts. Restore into an empty one, or replace everything with --replace.`,
  );
}

/** @throws CommandError */
async function assertKnown({ migrations, version }: Manifest, migrationsDir: string): Promise<void> {
  const known = new Set((await readMigrations(migrationsDir)).map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CommandError(
    `The backup was made by version ${version}, which has the migration ${unknown}. Restore it with that version or a newer one.`,
  );
}

/** Makes the connections of a URL use the schema that is being restored. */
function withSearchPath(connectionString: string): string {
  const url = new URL(connectionString);
  const options = [url.searchParams.get('options'), `-c search_path=${RESTORED_SCHEMA}`].filter(Boolean).join(' ');
  url.searchParams.set('options', options);
  return url.href;
}
