import type pg from 'pg';
import { DAY_MS } from '../../infrastructure/durations.ts';
import { dayOf, dropPartitions, makePartitions } from './partitions.ts';

/** How many days ahead partitions are made. */
const AHEAD = 3;
/** Structures of one page that are kept: on some, no two visits see the same. */
const STRUCTURES_OF_A_PAGE = 100;
/** Rows removed by one statement. */
const BATCH = 1_000;

/** Of what is seen no more, the newest structure of each page stays. */
const PURGES = [
  `DELETE FROM page_session_structures WHERE (project_id, session_id, page_id) IN
     (SELECT project_id, session_id, page_id FROM page_session_structures WHERE seen_at < now() - interval '1 day' LIMIT ${BATCH})`,
  `DELETE FROM page_sightings WHERE (project_id, page_id, hash) IN
     (SELECT s.project_id, s.page_id, s.hash FROM page_sightings s
       WHERE s.last_seen_at < now() - make_interval(days => $1)
         AND EXISTS (SELECT 1 FROM page_sightings n WHERE n.project_id = s.project_id AND n.page_id = s.page_id
                        AND (n.last_seen_at, n.hash) > (s.last_seen_at, s.hash)) LIMIT ${BATCH})`,
  `DELETE FROM page_sightings WHERE (project_id, page_id, hash) IN
     (SELECT project_id, page_id, hash FROM (SELECT *, row_number() OVER
        (PARTITION BY project_id, page_id ORDER BY last_seen_at DESC, hash DESC) AS place FROM page_sightings) AS s
       WHERE place > ${STRUCTURES_OF_A_PAGE} LIMIT ${BATCH})`,
  // A day old: whoever is about to tell of it has done so.
  `DELETE FROM page_structures WHERE (project_id, hash) IN
     (SELECT p.project_id, p.hash FROM page_structures p
       WHERE p.created_at < now() - interval '1 day'
         AND NOT EXISTS (SELECT 1 FROM page_sightings s WHERE s.project_id = p.project_id AND s.hash = p.hash)
         AND NOT EXISTS (SELECT 1 FROM page_session_structures s WHERE s.project_id = p.project_id AND s.hash = p.hash)
         AND NOT EXISTS (SELECT 1 FROM collected_uncounted u WHERE u.project_id = p.project_id AND u.structure = p.hash)
       LIMIT ${BATCH})`,
];

/** Makes the partitions of the days to come, drops those past their time, and forgets structures seen no more. */
export async function maintainCollected(pool: pg.Pool, retentionDays: number, now = Date.now()): Promise<void> {
  const days = Array.from({ length: AHEAD + 1 }, (_none, ahead) => dayOf(now + ahead * DAY_MS));
  await makePartitions(pool, days);
  // One day more: a batch that was accepted on the last day may be under way.
  await dropPartitions(pool, dayOf(now - (retentionDays + 1) * DAY_MS));
  for (const statement of PURGES) {
    const values = statement.includes('$1') ? [retentionDays] : [];
    let removed: number;
    do {
      removed = (await pool.query(statement, values)).rowCount ?? 0;
    } while (removed === BATCH);
  }
}
