import type pg from 'pg';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { STORED_BYTES } from './structure-quota.ts';

/** Maximum number of structures per page; some pages are different at every visit. */
const STRUCTURES_OF_A_PAGE = 100;
/** Rows deleted by one statement. */
const BATCH = 1_000;

/** Sorts before every id. */
const NO_PROJECT = '00000000-0000-0000-0000-000000000000';
/** Statements that find the next project with rows in a table. */
const NEXT_SIGHTED = statement(
  'purge-structures/next-sighted',
  'SELECT project_id AS id FROM page_sightings WHERE project_id > $last ORDER BY 1 LIMIT 1',
);
const NEXT_STORED = statement(
  'purge-structures/next-stored',
  'SELECT project_id AS id FROM page_structures WHERE project_id > $last ORDER BY 1 LIMIT 1',
);

/** Reads a project's sightings in one pass. */
const OLD_SIGHTINGS = `SELECT page_id, encode(hash, 'hex') AS hash, last_seen_at FROM (
    SELECT s.page_id, hash, s.last_seen_at,
           row_number() OVER (PARTITION BY s.page_id ORDER BY s.last_seen_at DESC, hash DESC) AS recency_rank,
           sum(${STORED_BYTES}) OVER (ORDER BY s.last_seen_at DESC, s.page_id, hash) AS upto
      FROM page_sightings s JOIN page_structures p USING (project_id, hash) WHERE project_id = $1) AS s
   WHERE recency_rank > ${STRUCTURES_OF_A_PAGE} OR upto > $3::float8
      OR (recency_rank > 1 AND last_seen_at < now() - make_interval(days => $2::int))`;

/** Keeps sightings that were renewed meanwhile. */
const DELETE_SIGHTINGS = `DELETE FROM page_sightings AS s
  USING json_to_recordset($2) AS old(page_id uuid, hash text, last_seen_at timestamptz)
  WHERE s.project_id = $1 AND s.page_id = old.page_id AND s.hash = decode(old.hash, 'hex') AND s.last_seen_at = old.last_seen_at`;

/** Recently sent structures stay, because their sighting may not be stored yet. */
const IS_UNUSED = `p.project_id = $1 AND p.told_at < now() - interval '15 minutes'
  AND NOT EXISTS (SELECT 1 FROM page_sightings s WHERE s.project_id = p.project_id AND s.hash = p.hash)
  AND NOT EXISTS (SELECT 1 FROM page_session_structures s WHERE s.project_id = p.project_id AND s.hash = p.hash)
  AND NOT EXISTS (SELECT 1 FROM collected_uncounted u WHERE u.project_id = p.project_id AND u.structure = p.hash)`;
const UNUSED = `SELECT encode(p.hash, 'hex') AS hash FROM page_structures p WHERE ${IS_UNUSED}`;
const DELETE_UNUSED = `DELETE FROM page_structures p USING json_to_recordset($2) AS old(hash text)
  WHERE p.hash = decode(old.hash, 'hex') AND ${IS_UNUSED}`;

/**
 * Deletes each project's expired structures and those over its quota; the newest structure of every
 * page stays if the quota allows. Reads each project once.
 *
 * @param bytes quota of structures per project
 */
export async function purgeStructures(pool: pg.Pool, retentionDays: number, bytes: number): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    for await (const id of projectsOf(client, NEXT_SIGHTED)) {
      await purge(client, [id, retentionDays, bytes], OLD_SIGHTINGS, DELETE_SIGHTINGS);
    }
    for await (const id of projectsOf(client, NEXT_STORED)) await purge(client, [id], UNUSED, DELETE_UNUSED);
    broken = false;
  } finally {
    // Closing a broken connection closes its cursor and transaction.
    client.release(broken);
  }
}

/** Iterates over the projects that have rows in a table. */
async function* projectsOf(
  sql: pg.PoolClient,
  following: typeof NEXT_SIGHTED | typeof NEXT_STORED,
): AsyncGenerator<string> {
  let last = NO_PROJECT;
  for (;;) {
    const next: { id: string } | undefined = await following.first(sql, { last });
    if (!next) return;
    last = next.id;
    yield next.id;
  }
}

/**
 * Deletes the rows that a query finds in batches, so that no lock is held for long.
 *
 * @param values parameters of the query; the first is the project
 */
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
