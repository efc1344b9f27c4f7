import type pg from 'pg';
import { DAY_MS } from '../../infrastructure/durations.ts';
import { dayOf, dropPartitions, makePartitions } from './partitions.ts';
import { STORED_BYTES } from './structure-room.ts';

/** How many days ahead partitions are made. */
const AHEAD = 3;
/** Structures of one page that are kept: on some, no two visits see the same. */
const STRUCTURES_OF_A_PAGE = 100;
/** Structures of one project that are kept, bytes as the database keeps them; of more, those seen last. */
const STRUCTURE_BYTES = 1024 ** 3;
/** Rows removed by one statement. */
const BATCH = 1_000;

/** Of what is seen no more, the newest structure of each page stays, as far as there is room. */
const purges = (retentionDays: number, structureBytes: number): string[] => [
  `DELETE FROM page_session_structures WHERE (project_id, session_id, page_id) IN
     (SELECT project_id, session_id, page_id FROM page_session_structures WHERE seen_at < now() - interval '1 day' LIMIT ${BATCH})`,
  `DELETE FROM page_sightings WHERE (project_id, page_id, hash) IN
     (SELECT s.project_id, s.page_id, s.hash FROM page_sightings s
       WHERE s.last_seen_at < now() - make_interval(days => ${retentionDays})
         AND EXISTS (SELECT 1 FROM page_sightings n WHERE n.project_id = s.project_id AND n.page_id = s.page_id
                        AND (n.last_seen_at, n.hash) > (s.last_seen_at, s.hash)) LIMIT ${BATCH})`,
  `DELETE FROM page_sightings WHERE (project_id, page_id, hash) IN
     (SELECT project_id, page_id, hash FROM (SELECT *, row_number() OVER
        (PARTITION BY project_id, page_id ORDER BY last_seen_at DESC, hash DESC) AS place FROM page_sightings) AS s
       WHERE place > ${STRUCTURES_OF_A_PAGE} LIMIT ${BATCH})`,
  `DELETE FROM page_sightings WHERE (project_id, page_id, hash) IN
     (SELECT project_id, page_id, hash FROM (SELECT s.*, sum(${STORED_BYTES}) OVER
        (PARTITION BY project_id ORDER BY s.last_seen_at DESC, s.page_id, hash) AS upto
         FROM page_sightings s JOIN page_structures p USING (project_id, hash)) AS s
       WHERE upto > ${structureBytes} LIMIT ${BATCH})`,
  // Whoever told of it lately may be about to say where it was seen.
  `DELETE FROM page_structures WHERE told_at < now() - interval '15 minutes' AND (project_id, hash) IN
     (SELECT p.project_id, p.hash FROM page_structures p
       WHERE p.told_at < now() - interval '15 minutes'
         AND NOT EXISTS (SELECT 1 FROM page_sightings s WHERE s.project_id = p.project_id AND s.hash = p.hash)
         AND NOT EXISTS (SELECT 1 FROM page_session_structures s WHERE s.project_id = p.project_id AND s.hash = p.hash)
         AND NOT EXISTS (SELECT 1 FROM collected_uncounted u WHERE u.project_id = p.project_id AND u.structure = p.hash)
       LIMIT ${BATCH})`,
];

/** Makes the partitions of the days to come, drops those past their time, and forgets structures seen no more. */
export async function maintainCollected(
  pool: pg.Pool,
  retentionDays: number,
  { now = Date.now(), structureBytes = STRUCTURE_BYTES } = {},
): Promise<void> {
  const days = Array.from({ length: AHEAD + 1 }, (_none, ahead) => dayOf(now + ahead * DAY_MS));
  await makePartitions(pool, days);
  // One day more: a batch that was accepted on the last day may be under way.
  await dropPartitions(pool, dayOf(now - (retentionDays + 1) * DAY_MS));
  for (const statement of purges(retentionDays, structureBytes)) {
    let removed: number;
    do {
      removed = (await pool.query(statement)).rowCount ?? 0;
    } while (removed === BATCH);
  }
}
