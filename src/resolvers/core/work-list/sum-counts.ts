import type { Context } from '../../../context.ts';

/** Keys whose rows one statement adds up. */
const BATCH = 1_000;

/** Replaces all rows of a key that got new ones by their sum. */
const SUM = `WITH keys AS (
    SELECT DISTINCT project_id, status, visibility, assignee_id FROM annotation_counts WHERE NOT is_sum LIMIT ${BATCH}
  ), removed AS (
    DELETE FROM annotation_counts c USING keys k
     WHERE c.project_id = k.project_id AND c.status = k.status AND c.visibility = k.visibility
       AND c.assignee_id IS NOT DISTINCT FROM k.assignee_id
    RETURNING c.project_id, c.status, c.visibility, c.assignee_id, c.added
  ), summed AS (
    INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, added, is_sum)
    SELECT project_id, status, visibility, assignee_id, sum(added), true FROM removed
     GROUP BY 1, 2, 3, 4 HAVING sum(added) <> 0
  )
  SELECT count(*)::int AS count FROM keys`;

/**
 * Adds up the counts of annotations that changed. Concurrent calls remain right: each adds what it
 * removes.
 */
export async function sumCounts({ services: { pool, stopping } }: Context<'pool' | 'stopping'>): Promise<void> {
  let isFull = true;
  while (isFull && !stopping.aborted) {
    const { rows } = await pool.query<{ count: number }>(SUM);
    isFull = rows[0]?.count === BATCH;
  }
}
