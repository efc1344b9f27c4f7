import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, opendir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HOUR_MS } from '../../lib/durations.ts';
import { makeDirectory } from '../system/make-directory.ts';
import { syncDirectory } from '../system/sync-directory.ts';
import {
  assertIntact,
  type ByteRange,
  INSTALLATION_KEY,
  kindOf,
  type ListedObject,
  ObjectMissing,
  type ObjectStorage,
  StorageUnavailable,
} from './object-storage.ts';

/** Older drafts were left by a process that died, ms. */
const DRAFT_LIFE_MS = HOUR_MS;

/**
 * Stores objects as files `<directory>/<first two digits>/<key>`, readable by their owner only.
 * @param sync for tests, which cannot detect missing syncs otherwise
 */
export function createFileStorage(directory: string, sync = syncDirectory): ObjectStorage {
  const fileOf = (key: string) => join(directory, key.slice(0, 2), checked(key));
  const makeRoot = async () => {
    if (await makeDirectory(directory, 0o700)) await sync(dirname(directory));
  };

  return {
    location: directory,

    async put(key, bytes) {
      const file = fileOf(key);
      try {
        if (!(await hasContent(file, bytes))) {
          await makeRoot();
          await makeDirectory(dirname(file), 0o700);
          await replace(file, bytes);
        }
        // Also for an existing file: its writer may not have synced yet.
        for (const each of [dirname(file), directory]) await sync(each);
      } catch (error) {
        throw isFull(error) ? new StorageUnavailable(error) : error;
      }
    },

    get: async (key) => assertIntact(key, await readFile(fileOf(key)).catch((error: unknown) => missing(error, key))),

    async open(key, range?: ByteRange): Promise<Readable> {
      const handle = await open(fileOf(key)).catch((error: unknown) => missing(error, key));
      return createReadStream('', { fd: handle, ...range });
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    readInstallationId: () =>
      readFile(join(directory, INSTALLATION_KEY), 'utf8').catch((error: unknown) => {
        if (isAbsence(error)) return undefined;
        throw error;
      }),

    async writeInstallationId(mark) {
      await makeRoot();
      await replace(join(directory, INSTALLATION_KEY), mark);
      await sync(directory);
    },

    async *list(start = ''): AsyncIterable<ListedObject> {
      for await (const shelf of entriesOf(directory)) {
        if (!shelf.isDirectory() || !shelf.name.startsWith(start.slice(0, 2))) continue;
        for await (const { name } of entriesOf(join(directory, shelf.name))) {
          const file = join(directory, shelf.name, name);
          const modifiedAt = (await stat(file).catch(() => undefined))?.mtime;
          if (!modifiedAt) continue;
          if (kindOf(name)) {
            if (name.startsWith(start)) yield { key: name, modifiedAt };
          } else if (isLeftDraft(name, modifiedAt)) await unlink(file).catch(() => undefined);
        }
      }
    },
  };
}

/** Checks the key before it becomes part of a path. */
function checked(key: string): string {
  if (!kindOf(key)) throw new Error(`"${key}" is not an object key`);
  return key;
}

/** Replaces a file atomically. The change is durable once its directory is synced. */
async function replace(file: string, content: Uint8Array | string): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeDurably(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDurably(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Compares contents, so that a damaged file is replaced. */
async function hasContent(file: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.size === bytes.length && (await readFile(file)).equals(bytes);
}

const isLeftDraft = (name: string, modifiedAt: Date) =>
  name.endsWith('.part') && modifiedAt.getTime() < Date.now() - DRAFT_LIFE_MS;

async function* entriesOf(directory: string) {
  try {
    yield* await opendir(directory);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

/** Whether the disk, or the quota of the user on it, has no space left. */
const isFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

const isAbsence = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function missing(error: unknown, key: string): never {
  throw isAbsence(error) ? new ObjectMissing(key) : error;
}
