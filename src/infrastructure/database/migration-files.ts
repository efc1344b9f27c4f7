import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../errors.ts';

export type Migration = { name: string; file: string; sql: string };

/** Those of a directory, `<time>_<name>/migration.sql` as Prisma lays them out, in the order of their names. @throws StartupError */
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

/** Of the file as it is, then with either line ending, because git may have converted them; Prisma compares likewise. */
export function checksumsOf(sql: string): string[] {
  return [sql, sql.replaceAll('\r\n', '\n'), sql.replaceAll('\n', '\r\n')].map(checksum);
}

/** As Prisma makes it. */
export function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
