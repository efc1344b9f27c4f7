import { chmod, cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../errors.ts';
import { makeTraversableDirectory } from './permissions.ts';

/**
 * Copies the binaries once to `<baseDir>/postgres-<version>-<platform>`, readable by every user.
 * The directory is created atomically.
 */
export async function stageBinaries(
  source: { nativeDir: string; version: string },
  baseDir: string,
  platform: string,
  makeLinks: (nativeDir: string) => Promise<boolean>,
): Promise<string> {
  const target = join(baseDir, `postgres-${source.version}-${platform}`);
  if (await isDirectory(target)) return target;
  let temporary: string | undefined;
  try {
    await makeTraversableDirectory(baseDir);
    temporary = await mkdtemp(`${target}.copy-`);
    await cp(source.nativeDir, temporary, { recursive: true, verbatimSymlinks: true });
    await makeWorldReadable(temporary);
    await makeLinks(temporary);
    await rename(temporary, target);
  } catch (cause) {
    if (temporary) await rm(temporary, { recursive: true, force: true });
    // A concurrent start has created it.
    if (await isDirectory(target)) return target;
    throw new StartupError(
      `Cannot copy PostgreSQL's programs to ${target}: ${(cause as Error).message}. ` +
        'Make that directory writable, or set DATABASE_URL to a PostgreSQL server (14 or later).',
      { cause },
    );
  }
  return target;
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

async function makeWorldReadable(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, entry.parentPath === join(root, 'bin') ? 0o755 : 0o644);
  }
}
