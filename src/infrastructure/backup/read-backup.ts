import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CommandError } from '../../errors.ts';
import { assertIntact } from '../storage/object-storage.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import {
  MANIFEST,
  type Manifest,
  notBackup,
  OBJECT_NAME,
  openSecrets,
  PART_NAME,
  parseManifest,
  parseSummary,
  SECRETS,
  SUMMARY,
  type Summary,
} from './format.ts';

/** Receives the contents of an archive, in their order. */
export interface BackupReader {
  start?(manifest: Manifest): Promise<void>;
  /** Receives a part of the text that COPY reads; the parts of a table follow one another. */
  part?(table: string, text: Buffer): Promise<void>;
  object?(key: string, bytes: Buffer): Promise<void>;
}

export interface ReadBackup {
  manifest: Manifest;
  summary: Summary;
  secrets: string[];
}

/**
 * Reads an archive to its end and checks it: every part can be unpacked and has the stated rows,
 * every object has the hash that its name states, and the passphrase opens the secrets.
 * @throws CommandError
 */
export async function readBackup(file: string, passphrase: string, reader: BackupReader = {}): Promise<ReadBackup> {
  let manifest: Manifest | undefined;
  let secrets: string[] | undefined;
  let summary: Summary | undefined;
  const rows: Record<string, number> = {};
  let objects = 0;

  async function take({ name, bytes }: ArchiveEntry): Promise<void> {
    if (!manifest) {
      if (name !== MANIFEST) throw notBackup();
      manifest = parseManifest(bytes);
      for (const table of manifest.tables) rows[table.name] = 0;
      return;
    }
    if (name === SECRETS) {
      secrets = openSecrets(bytes, passphrase);
      await reader.start?.(manifest);
      return;
    }
    const [, table] = PART_NAME.exec(name) ?? [];
    const [, key] = OBJECT_NAME.exec(name) ?? [];
    if (table !== undefined && table in rows) {
      const text = await promisify(gunzip)(bytes);
      rows[table] = (rows[table] ?? 0) + countLines(text);
      await reader.part?.(table, text);
    } else if (key !== undefined) {
      const intact = assertIntact(key, bytes);
      await reader.object?.(key, intact);
      objects += 1;
    } else if (name === SUMMARY) summary = parseSummary(bytes);
    else throw new Error(`it has an unknown file ${name}`);
  }

  try {
    for await (const entry of readArchive(file)) await take(entry);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new CommandError(`There is no file ${file}.`, { cause });
    }
    if (!manifest) throw notBackup(cause);
    throw new CommandError(`The backup cannot be read: ${(cause as Error).message}`, { cause });
  }
  if (!manifest) throw notBackup();
  if (!summary || !secrets) throw new CommandError('The archive is incomplete: its end is missing.');
  const wrong = Object.keys(rows).find((table) => rows[table] !== summary?.rows[table]);
  if (wrong !== undefined) {
    throw new CommandError(
      `The archive is damaged: table ${wrong} has ${rows[wrong]} rows and should have ${summary.rows[wrong]}.`,
    );
  }
  if (objects !== summary.objects) {
    throw new CommandError(`The archive is damaged: it has ${objects} objects and should have ${summary.objects}.`);
  }
  return { manifest, summary, secrets };
}

/** Number of rows in text of COPY, which ends each row with a line feed and escapes others. */
function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}
