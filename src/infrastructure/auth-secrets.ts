import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secrets of the settings, or one that is made once and kept under DATA_DIR, readable by its owner alone. */
export async function authSecrets(given: string[] | undefined, dataDir: string): Promise<string[]> {
  if (given) return given;
  const file = join(dataDir, 'auth-secret');
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return [(await readFile(file, 'utf8')).trim()];
}
