import { Client } from 'pg';
import { type Migration, readMigrations } from './migration-files.ts';
import { FIND_HISTORY, findPending } from './migration-history.ts';
import { statement } from './statement.ts';

/** A migration that the database lacks. */
export interface PendingMigration {
  name: string;
  /** Sentences about the tables that it blocks, and for how long. */
  effects: string[];
}

/**
 * Returns the migrations that the database lacks, without changing it.
 * @throws StartupError if the database is newer
 */
export async function listPending(options: {
  connectionString: string;
  migrationsDir: string;
}): Promise<PendingMigration[]> {
  const migrations = await readMigrations(options.migrationsDir);
  const client = new Client({ connectionString: options.connectionString });
  await client.connect();
  try {
    const pending = await findPendingIn(client, migrations);
    const rows = await estimateRows(client);
    return pending.map(({ name, sql }) => ({ name, effects: effectsOf(sql, rows) }));
  } finally {
    await client.end();
  }
}

async function findPendingIn(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { found } = await FIND_HISTORY.one(client);
  return found ? findPending(client, migrations) : migrations;
}

/** Rows by table, as PostgreSQL estimates them. */
type RowEstimates = ReadonlyMap<string, number>;

const ESTIMATES = statement(
  'pending-migrations/estimates',
  `SELECT relname AS name, greatest(reltuples, 0)::float8 AS "rows!" FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
);

async function estimateRows(client: Client): Promise<RowEstimates> {
  const rows = await ESTIMATES.rows(client);
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

/** Statements and their effect, first match first; the first group is the table or the name. */
const EFFECTS: [statement: RegExp, effect: (name: string, rows: string) => string][] = [
  [
    /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY .*?ON "?(\w+)/i,
    (table, rows) => `Builds an index of ${table}${rows} beside reads and writes.`,
  ],
  [/^DROP INDEX CONCURRENTLY IF EXISTS "?(\w+)/i, (index) => `Drops the index ${index} beside reads and writes.`],
  [
    /^CREATE (?:UNIQUE )?INDEX .*?ON "?(\w+)/i,
    (table, rows) => `Blocks writes to ${table}${rows} while an index is built.`,
  ],
  [
    /^ALTER TABLE "?(\w+)"? .*\b(?:SET NOT NULL|TYPE|VALIDATE CONSTRAINT)\b/i,
    (table, rows) => `Blocks ${table}${rows} while its rows are read.`,
  ],
  [
    /^ALTER TABLE "?(\w+)"? .*\bADD CONSTRAINT\b(?!.*NOT VALID)/i,
    (table, rows) => `Blocks writes to ${table}${rows} while its rows are checked.`,
  ],
  [/^ALTER TABLE "?(\w+)/i, (table) => `Blocks ${table} for a moment.`],
  [/^(?:CREATE|DROP) TRIGGER .*? ON "?(\w+)/i, (table) => `Blocks writes to ${table} for a moment.`],
  [/^(?:UPDATE|DELETE FROM) "?(\w+)/i, (table, rows) => `Locks the rows of ${table}${rows} that it changes.`],
  [
    /^INSERT INTO "?backfills"? .*?VALUES \('([\w-]+)'/i,
    (name) => `Adds the backfill ${name}, which runs in batches after the start.`,
  ],
];

/**
 * States what a migration blocks. New tables are not named: nobody waits for them.
 */
export function effectsOf(sql: string, rows: RowEstimates): string[] {
  const statements = splitStatements(sql);
  const created = new Set(
    statements.flatMap((text) => /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)/i.exec(text)?.[1] ?? []),
  );
  const effects = statements.flatMap((text) => {
    for (const [statement, effect] of EFFECTS) {
      const name = statement.exec(text)?.[1];
      if (name === undefined) continue;
      if (created.has(name)) return [];
      const count = rows.get(name) ?? 0;
      return [effect(name, count > 0 ? ` (about ${Math.round(count)} rows)` : '')];
    }
    return [];
  });
  return effects.length > 0 ? [...new Set(effects)] : ['Blocks nothing.'];
}

/** Statements without comments, on one line each; bodies in dollar quotes stay whole. */
function splitStatements(sql: string): string[] {
  const tokens = sql.matchAll(/--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|[^;'$-]+|[;$-]/g);
  const statements = [''];
  for (const [token] of tokens) {
    if (token === ';') statements.push('');
    else if (!token.startsWith('--')) statements.push(`${statements.pop()}${token}`);
  }
  return statements.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}
