import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a directory with its absent parents. Replaces `mkdir` with `recursive`, which in Node 20
 * loops forever if an existing directory returns ENOENT, as /proc does.
 * @returns whether it was absent
 */
export async function makeDirectory(path: string, mode?: number): Promise<boolean> {
  const failure = await tryToMake(path, mode);
  if (!failure) return true;
  if (await isDirectory(path)) return false;
  if (failure.code !== 'ENOENT' || dirname(path) === path) throw failure;
  await makeDirectory(dirname(path), mode);
  const second = await tryToMake(path, mode);
  if (second && !(await isDirectory(path))) throw second;
  return true;
}

const tryToMake = (path: string, mode?: number): Promise<NodeJS.ErrnoException | undefined> =>
  mkdir(path, { mode }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
