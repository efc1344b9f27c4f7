import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../errors.ts';

export type Migration = { name: string; file: string; sql: string };

/**
 * Reads the migrations of a directory, `<time>_<name>/migration.sql`, in name order.
 * @throws StartupError
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return await Promise.all(
      names.sort().map(async (name) => {
        const file = join(directory, name, 'migration.sql');
        return { name, file, sql: await readFile(file, 'utf8') };
      }),
    );
  } catch (cause) {
    throw new StartupError(`Cannot read the database migrations: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Returns the checksums of a file as is and with either line ending (git may convert them), like
 * Prisma.
 */
export function checksumsOf(sql: string): string[] {
  return [sql, sql.replaceAll('\r\n', '\n'), sql.replaceAll('\n', '\r\n')].map(checksum);
}

/** Returns Prisma's checksum. */
export function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
