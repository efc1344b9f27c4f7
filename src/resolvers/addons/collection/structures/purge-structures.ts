import type pg from 'pg';
import { STORED_BYTES } from './structure-quota.ts';

/** Structures of one page that are kept: on some, no two visits see the same. */
const STRUCTURES_OF_A_PAGE = 100;
/** Rows removed by one statement. */
const BATCH = 1_000;

/** Below every id. */
const NO_PROJECT = '00000000-0000-0000-0000-000000000000';
const NEXT_PROJECT = (table: string) =>
  `SELECT project_id AS id FROM ${table} WHERE project_id > $1 ORDER BY 1 LIMIT 1`;

/** One pass over the sightings of a project. */
const OLD_SIGHTINGS = `SELECT page_id, encode(hash, 'hex') AS hash, last_seen_at FROM (
    SELECT s.page_id, hash, s.last_seen_at,
           row_number() OVER (PARTITION BY s.page_id ORDER BY s.last_seen_at DESC, hash DESC) AS place,
           sum(${STORED_BYTES}) OVER (ORDER BY s.last_seen_at DESC, s.page_id, hash) AS upto
      FROM page_sightings s JOIN page_structures p USING (project_id, hash) WHERE project_id = $1) AS s
   WHERE place > ${STRUCTURES_OF_A_PAGE} OR upto > $3::float8
      OR (place > 1 AND last_seen_at < now() - make_interval(days => $2::int))`;

/** Those that were seen again meanwhile stay. */
const DELETE_SIGHTINGS = `DELETE FROM page_sightings AS s
  USING json_to_recordset($2) AS old(page_id uuid, hash text, last_seen_at timestamptz)
  WHERE s.project_id = $1 AND s.page_id = old.page_id AND s.hash = decode(old.hash, 'hex') AND s.last_seen_at = old.last_seen_at`;

/** Whoever told of it lately may be about to say where it was seen. */
const IS_UNSEEN = `p.project_id = $1 AND p.told_at < now() - interval '15 minutes'
  AND NOT EXISTS (SELECT 1 FROM page_sightings s WHERE s.project_id = p.project_id AND s.hash = p.hash)
  AND NOT EXISTS (SELECT 1 FROM page_session_structures s WHERE s.project_id = p.project_id AND s.hash = p.hash)
  AND NOT EXISTS (SELECT 1 FROM collected_uncounted u WHERE u.project_id = p.project_id AND u.structure = p.hash)`;
const UNSEEN = `SELECT encode(p.hash, 'hex') AS hash FROM page_structures p WHERE ${IS_UNSEEN}`;
const DELETE_UNSEEN = `DELETE FROM page_structures p USING json_to_recordset($2) AS old(hash text)
  WHERE p.hash = decode(old.hash, 'hex') AND ${IS_UNSEEN}`;

/**
 * Removes what of each project is seen no more, or too much; the newest structure of each page stays, as far as there is room.
 * Each project is looked through once, however much of it goes.
 * @param bytes of structures that a project keeps
 */
export async function purgeStructures(pool: pg.Pool, retentionDays: number, bytes: number): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    for await (const id of projectsOf(client, 'page_sightings')) {
      await purge(client, [id, retentionDays, bytes], OLD_SIGHTINGS, DELETE_SIGHTINGS);
    }
    for await (const id of projectsOf(client, 'page_structures')) await purge(client, [id], UNSEEN, DELETE_UNSEEN);
    broken = false;
  } finally {
    // With the connection goes what it may have open.
    client.release(broken);
  }
}

/** The projects that a table has rows of. */
async function* projectsOf(sql: pg.PoolClient, table: string): AsyncGenerator<string> {
  let last = NO_PROJECT;
  for (;;) {
    const { rows }: pg.QueryResult<{ id: string }> = await sql.query(NEXT_PROJECT(table), [last]);
    const [next] = rows;
    if (!next) return;
    last = next.id;
    yield next.id;
  }
}

/** Deletes what a query finds, in parts, so that nobody waits long for a row. @param values of the query; the first is the project */
async function purge(sql: pg.PoolClient, values: unknown[], found: string, deletion: string): Promise<void> {
  await sql.query('BEGIN');
  await sql.query(`DECLARE found NO SCROLL CURSOR WITH HOLD FOR ${found}`, values);
  await sql.query('COMMIT');
  for (;;) {
    const { rows } = await sql.query(`FETCH ${BATCH} FROM found`);
    if (rows.length === 0) break;
    await sql.query(deletion, [values[0], JSON.stringify(rows)]);
  }
  await sql.query('CLOSE found');
}
