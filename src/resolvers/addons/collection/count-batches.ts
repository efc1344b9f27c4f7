import type pg from 'pg';
import { tryLockName } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { MIB } from '../../../lib/bytes.ts';
import { COUNTED_AS, DISTINCT_CTES } from './distinct-limits.ts';

/** Maximum number of rows counted in one transaction. */
const BATCH = 500;
/** Maximum size of their counts and changes, unless a single row is larger. */
const BATCH_BYTES = 8 * MIB;

/**
 * Removes batches from the pending list, oldest first, and adds up their counts in the same
 * statement. Page changes move to a list of their own, because merging them is slow.
 */
const COUNT = statement(
  'count-batches/count',
  `WITH waiting AS (
    SELECT batch_id, octet_length(counts::text) + coalesce(octet_length(changes::text), 0) AS bytes
      FROM collected_uncounted ORDER BY batch_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), chosen AS (
    SELECT batch_id, sum(bytes) OVER (ORDER BY batch_id) - bytes AS before, sum(bytes) OVER (ORDER BY batch_id) AS upto FROM waiting
  ), taken AS (
    DELETE FROM collected_uncounted
     WHERE batch_id IN (SELECT batch_id FROM chosen WHERE before = 0 OR upto <= ${BATCH_BYTES})
    RETURNING *
  ), living AS (
    SELECT t.* FROM taken t JOIN projects p ON p.id = t.project_id
  ), sums AS (
    SELECT t.project_id, c.day, t.page_id, md5(c.selector)::uuid AS element_id, min(t.url) AS url, min(c.selector) AS selector,
           min(t.received_at) AS first_at, max(t.received_at) AS last_at, coalesce(sum(c.views), 0) AS views,
           coalesce(sum(c.clicks), 0) AS clicks, coalesce(sum(c.hovers), 0) AS hovers, coalesce(sum(c.inputs), 0) AS inputs
      FROM living t, json_to_recordset(t.counts)
             AS c(day date, selector text, views bigint, clicks bigint, hovers bigint, inputs bigint)
     GROUP BY 1, 2, 3, 4
  ), ${DISTINCT_CTES}, pages AS (
    INSERT INTO collected_pages (project_id, id, url, first_seen_at, last_seen_at)
    SELECT project_id, page_id, min(url), min(first_at), max(last_at) FROM apart WHERE is_page_apart GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (project_id, id) DO UPDATE SET last_seen_at = greatest(collected_pages.last_seen_at, excluded.last_seen_at)
  ), daily AS (
    INSERT INTO collected_daily AS d (project_id, day, page_id, element_id, selector, views, clicks, hovers, inputs)
    SELECT project_id, day, ${COUNTED_AS.page}, ${COUNTED_AS.element}, min(${COUNTED_AS.selector}),
           sum(views), sum(clicks), sum(hovers), sum(inputs)
      FROM apart GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, day, page_id, element_id) DO UPDATE
       SET views = d.views + excluded.views, clicks = d.clicks + excluded.clicks,
           hovers = d.hovers + excluded.hovers, inputs = d.inputs + excluded.inputs
  ), sightings AS (
    INSERT INTO page_sightings AS s (project_id, page_id, hash, first_seen_at, last_seen_at)
    SELECT project_id, page_id, structure, min(received_at), max(received_at)
      FROM living WHERE structure IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (project_id, page_id, hash) DO UPDATE
       SET first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
           last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
  ), sessions AS (
    INSERT INTO page_session_structures AS s (project_id, session_id, page_id, hash, structure_at, seen_at)
    SELECT DISTINCT ON (project_id, session_id, page_id) project_id, session_id, page_id, structure, structure_at, received_at
      FROM living WHERE structure IS NOT NULL ORDER BY project_id, session_id, page_id, batch_id DESC
    ON CONFLICT (project_id, session_id, page_id) DO UPDATE
       SET hash = excluded.hash, structure_at = excluded.structure_at, seen_at = excluded.seen_at
  ), changed AS (
    INSERT INTO page_changes (batch_id, project_id, session_id, page_id, received_at, bytes, changes)
    SELECT batch_id, project_id, session_id, page_id, received_at, octet_length(changes::text), changes
      FROM living WHERE changes IS NOT NULL
  )
  SELECT counted AS "counted!", counted = seen AND seen < ${BATCH} AS "isAll!"
    FROM (SELECT (SELECT count(*)::int FROM taken) AS counted, (SELECT count(*)::int FROM waiting) AS seen) AS sums`,
  { prepared: true },
);

const NOTHING = { counted: 0, isAll: true };

/**
 * Counts every pending batch exactly once: it leaves the pending list in the transaction that
 * counts it. Returns at once while another process counts.
 *
 * @returns number of counted rows
 */
export async function countBatches(pool: pg.Pool): Promise<number> {
  let total = 0;
  for (;;) {
    const { counted, isAll } = await inTransaction(pool, async (sql) => {
      // One process counts at a time, because all of them update the same daily rows.
      if (!(await tryLockName(sql, 'pinbound counting'))) return NOTHING;
      return COUNT.one(sql);
    });
    total += counted;
    if (isAll) return total;
  }
}
