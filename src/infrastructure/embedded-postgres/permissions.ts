import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../system/make-directory.ts';
import type { ServerAccount } from './account.ts';

const READ = 4;
const ENTER_OR_EXECUTE = 1;

/**
 * The first directory, from the root down to `directory`, that the account cannot enter; undefined when it can enter
 * all. Reads mode bits only: an access control list that grants more is not seen.
 */
export async function closedDirectory(directory: string, account: ServerAccount): Promise<string | undefined> {
  const parent = dirname(directory);
  if (parent !== directory) {
    const closed = await closedDirectory(parent, account);
    if (closed) return closed;
  }
  return allowed(await stat(directory), account) & ENTER_OR_EXECUTE ? undefined : directory;
}

/** Whether the account may read and execute the file, given that it can enter its directory. */
export async function mayExecute(file: string, account: ServerAccount): Promise<boolean> {
  const needed = READ | ENTER_OR_EXECUTE;
  return (allowed(await stat(file), account) & needed) === needed;
}

/**
 * Lets the account pass through a directory that only its owner could enter, by way of the group: not list it, and
 * nothing for other users. False, and nothing changed, where the directory is already shared with somebody.
 */
export async function letPass(directory: string, account: ServerAccount): Promise<boolean> {
  const { mode, uid } = await stat(directory);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return false;
  await chown(directory, uid, account.gid);
  await chmod(directory, (mode & 0o700) | 0o010);
  return true;
}

/** Makes the directory, if it is absent, so that every user can enter it whatever the umask. */
export async function makeOpenDirectory(path: string): Promise<void> {
  if (await makeDirectory(path)) await chmod(path, 0o755);
}

function allowed({ mode, uid, gid }: { mode: number; uid: number; gid: number }, account: ServerAccount): number {
  if (uid === account.uid) return (mode >> 6) & 7;
  if (gid === account.gid) return (mode >> 3) & 7;
  return mode & 7;
}
