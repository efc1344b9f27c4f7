import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../system/process-alive.ts';
import { PROFILE_PREFIX } from './browser-process.ts';

/** Removes profile directories of killed processes. */
export async function removeStaleProfiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(PROFILE_PREFIX) ? Number(/^(\d+)-/.exec(name.slice(PROFILE_PREFIX.length))?.[1]) : 0;
    if (!owner || isAlive(owner)) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
