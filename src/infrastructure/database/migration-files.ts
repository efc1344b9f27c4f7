import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../errors.ts';

export type Migration = {
  name: string;
  file: string;
  sql: string;
  /** Statements of a migration that creates or drops indexes without a transaction. */
  concurrent: { statement: string; index: string }[];
  /** Backfills that must be complete before the migration. */
  requiredBackfills: string[];
};

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
        return parseMigration(name, file, await readFile(file, 'utf8'));
      }),
    );
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`Cannot read the database migrations: ${(cause as Error).message}`, { cause });
  }
}

const REQUIRED_BACKFILL = /^-- Requires backfill: (\S+)\s*$/gm;
/** A statement that runs outside a transaction, and can be repeated after a crash. */
const CONCURRENT_INDEX =
  /^(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS|DROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS)\s+"?(\w+)"?/i;

function parseMigration(name: string, file: string, sql: string): Migration {
  const requiredBackfills = [...sql.matchAll(REQUIRED_BACKFILL)].map(([, backfill]) => String(backfill));
  const code = sql.replaceAll(/--.*$/gm, '');
  if (!/\bCONCURRENTLY\b/i.test(code)) return { name, file, sql, concurrent: [], requiredBackfills };
  const statements = code.split(';').flatMap((text) => text.trim() || []);
  const concurrent = statements.map((statement) => {
    const index = CONCURRENT_INDEX.exec(statement)?.[1];
    if (index) return { statement, index };
    throw new StartupError(
      `${file} uses CONCURRENTLY. Each statement of such a migration must start with ` +
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS or DROP INDEX CONCURRENTLY IF EXISTS. Move other statements to other migrations.',
    );
  });
  return { name, file, sql, concurrent, requiredBackfills };
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
