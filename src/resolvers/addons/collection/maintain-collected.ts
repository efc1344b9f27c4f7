import type pg from 'pg';
import { DAY_MS } from '../../../lib/durations.ts';
import { dayOf, dropPartitions, makePartitions } from './partitions.ts';
import { purgeStructures } from './structures/purge-structures.ts';

/** How many days ahead partitions are made. */
const AHEAD = 3;
/** Structures of one project that are kept, bytes as the database keeps them; of more, those seen last. */
const STRUCTURE_BYTES = 1024 ** 3;
/** Rows removed by one statement. */
const BATCH = 1_000;

const FORGET_SESSIONS = `DELETE FROM page_session_structures WHERE (project_id, session_id, page_id) IN
  (SELECT project_id, session_id, page_id FROM page_session_structures WHERE seen_at < now() - interval '1 day' LIMIT ${BATCH})`;

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
  let removed: number;
  do {
    removed = (await pool.query(FORGET_SESSIONS)).rowCount ?? 0;
  } while (removed === BATCH);
  await purgeStructures(pool, retentionDays, structureBytes);
}
