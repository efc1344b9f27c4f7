import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { dayOf, dropPartitions, makePartitions } from './partitions.ts';
import { purgeStructures } from './structures/purge-structures.ts';

/** Number of days for which partitions are created in advance. */
const DAYS_AHEAD = 3;
/** Quota of structures per project, bytes as stored; the most recently seen ones stay. */
const STRUCTURE_BYTES = 1024 ** 3;
/** Rows deleted by one statement. */
const BATCH = 1_000;

const DELETE_SESSIONS = statement(
  'maintain-collected/delete-sessions',
  `DELETE FROM page_session_structures WHERE (project_id, session_id, page_id) IN
  (SELECT project_id, session_id, page_id FROM page_session_structures WHERE seen_at < now() - interval '1 day' LIMIT ${BATCH})`,
);

/**
 * Creates partitions for the next days, drops expired ones and deletes structures that visitors no
 * longer see.
 */
export async function maintainCollected(
  pool: pg.Pool,
  retentionDays: number,
  { now = Date.now(), structureBytes = STRUCTURE_BYTES } = {},
): Promise<void> {
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_none, ahead) => dayOf(now + ahead * DAY_MS));
  await makePartitions(pool, days);
  // One extra day: a batch accepted on the last day may still be in progress.
  await dropPartitions(pool, dayOf(now - (retentionDays + 1) * DAY_MS));
  let removed: number;
  do {
    removed = (await DELETE_SESSIONS.run(pool)).rowCount ?? 0;
  } while (removed === BATCH);
  await purgeStructures(pool, retentionDays, structureBytes);
}
