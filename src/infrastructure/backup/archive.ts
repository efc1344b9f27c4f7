import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { CommandError } from '../../errors.ts';
import { syncDirectory } from '../system/sync-directory.ts';

/** One file of an archive. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** Adds a file to the archive. */
export type AddEntry = (name: string, bytes: Buffer) => Promise<void>;

/**
 * Writes a tar archive, readable by its owner only. The file appears under its name once it is
 * complete and durable.
 * @throws CommandError if the file cannot be written; nothing is left of it
 */
export async function writeArchive<T>(file: string, fill: (add: AddEntry) => Promise<T>): Promise<T> {
  const draft = `${file}.part`;
  let failure: unknown;
  try {
    const handle = await open(draft, 'w', 0o600);
    const tar = pack();
    const written = pipeline(tar, handle.createWriteStream({ flush: true }));
    written.catch((error: unknown) => {
      failure = error;
    });
    try {
      const result = await fill(async (name, bytes) => {
        const entry = tar.entry({ name, size: bytes.length, mode: 0o600 });
        entry.end(bytes);
        await finished(entry);
      });
      tar.finalize();
      await written;
      await rename(draft, file);
      await syncDirectory(dirname(file));
      return result;
    } finally {
      tar.destroy();
    }
  } catch (error) {
    await rm(draft, { force: true });
    // After a failed write, the next entry fails for another reason.
    const cause = failure ?? error;
    const { code, syscall, message } = cause as NodeJS.ErrnoException;
    // PostgreSQL's errors have a code as well, but name no system call.
    throw code && syscall ? new CommandError(`Cannot write ${file}: ${message}`, { cause }) : cause;
  }
}

/** Reads the files of a tar archive in their order, one at a time. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file);
  const entries = extract();
  const read = pipeline(source, entries);
  read.catch(() => undefined);
  try {
    for await (const entry of entries) {
      yield { name: entry.header.name, bytes: await buffer(entry) };
    }
    await read;
  } finally {
    source.destroy();
    entries.destroy();
  }
}
