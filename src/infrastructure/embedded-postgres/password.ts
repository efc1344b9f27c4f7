import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../errors.ts';

/** Creates a password and stores it durably before use. Hexadecimal, hence safe in a URL. */
export async function createPassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const temporary = `${passwordFile(dataDir)}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(password);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, passwordFile(dataDir));
  return password;
}

/** Reads the password of an existing cluster. */
export async function readPassword(dataDir: string, clusterDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  const password = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(
      `Cannot read the password of the database in ${clusterDir} from ${file} (${cause.code}). ` +
        'Restore that file, or move the database away to start with an empty one.',
      { cause },
    );
  });
  return password.trim();
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}
