import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsPath, unwritable } from './credentials.ts';
import { readIfPresent } from './read-if-present.ts';
import type { World } from './world.ts';

/** Age of a lock whose program is gone, ms: longer than a request may take. */
const STALE_MS = 90_000;
const PAUSE_MS = 50;

/**
 * Runs one change of the stored logins at a time: the second use of a refresh token ends the login,
 * and a refresh must not store what a logout has removed.
 *
 * @throws UsageError
 */
export async function withLock<Value>(world: World, work: () => Value | Promise<Value>): Promise<Value> {
  const path = `${credentialsPath(world)}.lock`;
  const owner = randomUUID();
  const isOwn = () => readIfPresent(path) === owner;
  while (!acquire(path, owner)) {
    replaceStale(path, owner);
    await sleep(PAUSE_MS);
    if (isOwn()) break;
  }
  try {
    return await work();
  } finally {
    // Another program may have taken over a lock that was held for too long.
    if (isOwn()) rmSync(path, { force: true });
  }
}

function acquire(path: string, owner: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(path.replace(/\.lock$/, ''), error);
  }
}

/**
 * Replaces a lock whose program is gone. Of programs that do so at the same time, the last one owns
 * the lock.
 */
function replaceStale(path: string, owner: string): void {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - made <= STALE_MS) return;
  const draft = `${path}.${owner}`;
  writeFileSync(draft, owner, { mode: 0o600 });
  renameSync(draft, path);
}
