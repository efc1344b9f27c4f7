import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

/** Keys whose rows one statement adds up. */
const BATCH = 1_000;

/**
 * Statement that replaces all rows of a key that got new ones by their sum.
 *
 * @param columns the key
 * @param nullable a column of the key that may be null
 */
function sumOf(table: string, columns: readonly string[], nullable?: string): string {
  const isSame = (column: string) =>
    column === nullable ? `c.${column} IS NOT DISTINCT FROM k.${column}` : `c.${column} = k.${column}`;
  const key = columns.join(', ');
  return `WITH keys AS (
    SELECT DISTINCT ${key} FROM ${table} WHERE NOT is_sum LIMIT ${BATCH}
  ), removed AS (
    DELETE FROM ${table} c USING keys k WHERE ${columns.map(isSame).join(' AND ')}
    RETURNING ${columns.map((column) => `c.${column}`).join(', ')}, c.added
  ), summed AS (
    INSERT INTO ${table} (${key}, added, is_sum)
    SELECT ${key}, sum(added), true FROM removed GROUP BY ${key} HAVING sum(added) <> 0
  )
  SELECT count(*)::int AS count FROM keys`;
}

const SUMS = [
  statement(
    'sum-counts/annotations',
    sumOf('annotation_counts', ['project_id', 'status', 'visibility', 'assignee_id', 'priority'], 'assignee_id'),
  ),
  statement('sum-counts/labels', sumOf('annotation_label_counts', ['project_id', 'label_id', 'status', 'visibility'])),
];

/**
 * Adds up the counts of annotations that changed. Concurrent calls remain right: each adds what it
 * removes.
 */
export async function sumCounts({ services: { pool, stopping } }: Context<'pool' | 'stopping'>): Promise<void> {
  for (const sum of SUMS) {
    let isFull = true;
    while (isFull && !stopping.aborted) {
      isFull = (await sum.one(pool)).count === BATCH;
    }
  }
}
