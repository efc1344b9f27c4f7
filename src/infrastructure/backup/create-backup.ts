import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { VERSION } from '../../lib/version.ts';
import { ObjectMissing, type ObjectStorage } from '../storage/object-storage.ts';
import { type AddEntry, writeArchive } from './archive.ts';
import { copyTable, describeTables } from './copy-tables.ts';
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  objectName,
  partName,
  SECRETS,
  SUMMARY,
  type Summary,
  sealSecrets,
} from './format.ts';

/** Reports what is being copied. */
export type ReportProgress = (text: string) => void;

export interface BackupOptions {
  file: string;
  connectionString: string;
  objects: Pick<ObjectStorage, 'list' | 'get'>;
  secrets: string[];
  /** Encrypts the secrets. */
  passphrase: string;
  report: ReportProgress;
}

/** Objects between two reports. */
const REPORTED_OBJECTS = 500;

/**
 * Writes tables, objects and secrets of an installation into one archive, while the service runs.
 * The tables are those of one moment. Objects are copied afterwards, so that every object that a
 * row names is in the archive unless it was deleted meanwhile.
 *
 * @throws CommandError if the archive cannot be written
 */
export async function createBackup(options: BackupOptions): Promise<Summary> {
  const { file, connectionString, secrets, passphrase, ...source } = options;
  const client = new Client({ connectionString, application_name: 'pinbound backup' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The role may have timeouts that are meant for requests.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const described = await describeTables(client);
    return await writeArchive(file, async (add) => {
      const manifest: Manifest = {
        format: FORMAT,
        version: VERSION,
        createdAt: new Date().toISOString(),
        ...described,
      };
      await add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
      await add(SECRETS, sealSecrets(secrets, passphrase, randomBytes(16)));
      const rows = await addTables(client, manifest, add, source.report);
      await client.query('COMMIT');
      const summary: Summary = { rows, ...(await addObjects(source, add)) };
      await add(SUMMARY, Buffer.from(JSON.stringify(summary)));
      return summary;
    });
  } finally {
    await client.end();
  }
}

async function addTables(client: Client, { tables }: Manifest, add: AddEntry, report: ReportProgress) {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    report(`table ${table.name}`);
    let part = 0;
    rows[table.name] = await copyTable(client, table, (bytes) => add(partName(table.name, ++part), bytes));
  }
  return rows;
}

async function addObjects({ objects, report }: Pick<BackupOptions, 'objects' | 'report'>, add: AddEntry) {
  const counts = { objects: 0, missingObjects: 0 };
  for await (const { key } of objects.list()) {
    if (counts.objects % REPORTED_OBJECTS === 0) report(`object ${counts.objects + 1}`);
    try {
      await add(objectName(key), await objects.get(key));
      counts.objects += 1;
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      counts.missingObjects += 1;
    }
  }
  return counts;
}
