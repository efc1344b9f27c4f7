import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../system/data-dir-lock.ts';

/**
 * Returns the configured secrets, or a generated one that is stored under DATA_DIR with mode 0600.
 */
export async function authSecrets(given: string[] | undefined, dataDir: string): Promise<string[]> {
  if (given) return given;
  const file = join(dataDir, 'auth-secret');
  const secret = (await read(file)) ?? (await make(file, dataDir));
  return [secret];
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a draft and links it, so that the file is created atomically by exactly one process. */
async function make(file: string, dataDir: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await makeDataDir(dataDir);
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
