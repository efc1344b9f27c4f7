import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, opendir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HOUR_MS } from '../../lib/durations.ts';
import { makeDirectory } from '../system/make-directory.ts';
import { syncDirectory } from '../system/sync-directory.ts';
import {
  type ByteRange,
  intact,
  kindOf,
  type ListedObject,
  MARK_NAME,
  ObjectMissing,
  type ObjectStorage,
} from './object-storage.ts';

/** A draft that is older was left behind by a process that died, milliseconds. */
const DRAFT_LIFE_MS = HOUR_MS;

/**
 * Objects as files `<directory>/<first two digits>/<key>`, readable by their owner alone.
 * @param sync for tests: nothing short of a power cut shows what was not synced
 */
export function createFileStorage(directory: string, sync = syncDirectory): ObjectStorage {
  const fileOf = (key: string) => join(directory, key.slice(0, 2), checked(key));
  const makeRoot = async () => {
    if (await makeDirectory(directory, 0o700)) await sync(dirname(directory));
  };

  return {
    place: directory,

    async put(key, bytes) {
      const file = fileOf(key);
      if (!(await holds(file, bytes))) {
        await makeRoot();
        await makeDirectory(dirname(file), 0o700);
        await replace(file, bytes);
      }
      // Also what is there: whoever put it there may not have come so far.
      for (const each of [dirname(file), directory]) await sync(each);
    },

    get: async (key) => intact(key, await readFile(fileOf(key)).catch((error: unknown) => missing(error, key))),

    async open(key, range?: ByteRange): Promise<Readable> {
      const handle = await open(fileOf(key)).catch((error: unknown) => missing(error, key));
      return createReadStream('', { fd: handle, ...range });
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    readMark: () =>
      readFile(join(directory, MARK_NAME), 'utf8').catch((error: unknown) => {
        if (isAbsence(error)) return undefined;
        throw error;
      }),

    async writeMark(mark) {
      await makeRoot();
      await replace(join(directory, MARK_NAME), mark);
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

/** A key comes from our rows; a path never comes from anything else. */
function checked(key: string): string {
  if (!kindOf(key)) throw new Error(`"${key}" is no key of an object`);
  return key;
}

/** Whole or not at all. It outlives a power cut once its directory is synced. */
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

/** One that is damaged is written anew. */
async function holds(file: string, bytes: Uint8Array): Promise<boolean> {
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

const isAbsence = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function missing(error: unknown, key: string): never {
  throw isAbsence(error) ? new ObjectMissing(key) : error;
}
