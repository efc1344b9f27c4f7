import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../system/make-directory.ts';
import type { ServerAccount } from './account.ts';

const READ = 4;
const ENTER_OR_EXECUTE = 1;

/**
 * Returns the first directory on the path to `directory` that the account cannot enter, or
 * undefined. Reads mode bits only, not access control lists.
 */
export async function findInaccessibleDirectory(
  directory: string,
  account: ServerAccount,
): Promise<string | undefined> {
  const parent = dirname(directory);
  if (parent !== directory) {
    const closed = await findInaccessibleDirectory(parent, account);
    if (closed) return closed;
  }
  return permissionBits(await stat(directory), account) & ENTER_OR_EXECUTE ? undefined : directory;
}

/** Returns whether the account may read and execute the file, given access to its directory. */
export async function canExecute(file: string, account: ServerAccount): Promise<boolean> {
  const needed = READ | ENTER_OR_EXECUTE;
  return (permissionBits(await stat(file), account) & needed) === needed;
}

/**
 * Lets the account traverse, but not list, an owner-only directory through its group. Other users
 * get no access.
 * @returns false, without a change, if the directory is already shared
 */
export async function grantTraversal(directory: string, account: ServerAccount): Promise<boolean> {
  const { mode, uid } = await stat(directory);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return false;
  await chown(directory, uid, account.gid);
  await chmod(directory, (mode & 0o700) | 0o010);
  return true;
}

/** Creates the directory if absent; every user can traverse it, whatever the umask. */
export async function makeTraversableDirectory(path: string): Promise<void> {
  if (await makeDirectory(path)) await chmod(path, 0o755);
}

function permissionBits(
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
  account: ServerAccount,
): number {
  if (uid === account.uid) return (mode >> 6) & 7;
  if (gid === account.gid) return (mode >> 3) & 7;
  return mode & 7;
}
