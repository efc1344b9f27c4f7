import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { TestApp } from '../../support/test-app.ts';
import { waitUntilRelayed } from './sql-statements.ts';

const TABLES = `SELECT tablename AS name FROM pg_tables
  WHERE schemaname = 'public' AND tablename NOT IN ('hourly_bytes', 'script_sightings', 'sent_mails') ORDER BY 1`;

/**
 * Reads the row count and a checksum of each table. Equal results before and after a call prove
 * that it wrote nothing. Excludes values written asynchronously: the relay time of events, and the
 * hourly bytes of visitors and the sightings of scripts, which each process writes up to a second
 * later, and records of mails.
 */
export async function databaseContent(app: TestApp): Promise<Record<string, string>> {
  const { pool } = app.services;
  const known = lastRead.get(pool);
  if (!known) await countWrites(pool);
  const writes = await writesTo(pool);
  if (known?.writes === writes) return known.content;
  // Consumers of events write notifications.
  await waitUntilRelayed(app);
  const settled = await writesTo(pool);
  const content = await readContent(pool);
  lastRead.set(pool, { writes: settled, content });
  return content;
}

/** Content as of so many writes; without a write since then it is not read again. */
const lastRead = new WeakMap<pg.Pool, { writes: string; content: Record<string, string> }>();

/** Counts rows written, of every table and by every process, as their transactions commit. */
async function countWrites(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS observed;
    CREATE SEQUENCE IF NOT EXISTS observed.writes;
    CREATE OR REPLACE FUNCTION observed.count_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('observed.writes'); RETURN NULL; END $$;`);
  // Partitions get the triggers of their table.
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'hourly_bytes'`,
  );
  // One statement per transaction: locks of several tables could deadlock with those of the app.
  for (const { name } of rows) {
    await pool.query(`CREATE CONSTRAINT TRIGGER count_write AFTER INSERT OR UPDATE OR DELETE ON "${name}"
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION observed.count_write()`);
  }
}

async function writesTo(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ writes: string }>(
    'SELECT last_value || is_called::text AS writes FROM observed.writes',
  );
  return rows[0]?.writes ?? '';
}

async function readContent(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES);
  const text = tables
    .map(
      ({ name }) => `SELECT '${name}' AS name, count(*) || ' rows, ' ||
           coalesce(md5(string_agg(row::text, ',' ORDER BY row::text)), 'empty') AS content
         FROM (SELECT to_jsonb(t) - 'relayed_at' AS row FROM "${name}" t) AS ${name}`,
    )
    .join(' UNION ALL ');
  // Prepared: planning takes longer than execution.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const { rows } = await pool.query<{ name: string; content: string }>({ name, text });
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** Reads the events of a project or annotation, oldest first, with parsed data. */
export async function eventsOf(
  { services: { db } }: TestApp,
  where: { projectId?: string; annotationId?: string },
): Promise<Record<string, unknown>[]> {
  const events = await db.event.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return events.map(({ type, organizationId, projectId, annotationId, commentId, data }) => ({
    type,
    organizationId,
    projectId,
    annotationId,
    commentId,
    data: JSON.parse(data) as unknown,
  }));
}
