import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { EventConsumer } from '../../../platform/events/relay-events.ts';
import { showsAll } from '../verdicts/load-sightings.ts';
import { acceptLooks } from './accept-looks.ts';
import { placeOfVerdict, scopeOf } from './guard-scope.ts';

/** SQL: the annotation is resolved as fixed. */
export const isFixed = (alias: string): string =>
  `(${alias}.deleted_at IS NULL AND ${alias}.status = 'resolved' AND coalesce(${alias}.resolution, 'fixed') = 'fixed')`;

/** SQL: a guard has a look of the place `place` since a resolution, or was retired since then. */
export const isGuardedSince = (annotationId: string, resolvedAt: string, place: string): string =>
  `EXISTS (SELECT FROM guards g WHERE g.annotation_id = ${annotationId} AND (${scopeOf('g')}) = (${scopeOf(place)})
      AND (g.state = 'active' AND g.accepted_at >= ${resolvedAt} OR g.state = 'retired' AND g.ended_at > ${resolvedAt}))`;

/**
 * The looks that annotations resolved as fixed had when they were resolved, or at the next capture:
 * in each place, the verdict of the last deployment or check before, else that of the next one. The
 * guard of an earlier resolution gets the new look; one that was retired since this resolution
 * stays retired.
 */
const SHOWN = statement(
  'accept-resolved/shown',
  `SELECT DISTINCT ON (n.annotation_id, ${scopeOf('n')}) n.id FROM (
    SELECT v.id, v.verdict, a.id AS annotation_id, a.resolved_at, at.seen_at > a.resolved_at AS is_later, ${scopeOf('at')},
           row_number() OVER (PARTITION BY a.id, ${scopeOf('at')}, at.seen_at > a.resolved_at
             ORDER BY CASE WHEN at.seen_at > a.resolved_at THEN at.seen_at END, at.seen_at DESC, v.id DESC) AS rank
      FROM annotations a
      JOIN deployment_verdicts v ON v.annotation_id = a.id AND v.verdict <> 'unknown'
      JOIN ${placeOfVerdict('v')} at ON at.environment_id IS NOT NULL
     WHERE a.id = ANY($annotationIds::uuid[]) AND ${isFixed('a')}) n
  WHERE n.rank = 1 AND n.verdict IN ('changed', 'gone') AND NOT ${isGuardedSince('n.annotation_id', 'n.resolved_at', 'n')}
  ORDER BY n.annotation_id, ${scopeOf('n')}, n.is_later`,
);

/** Accepts the looks that resolved annotations show where no guard has one since the resolution. */
export async function acceptResolved(sql: Queryable, annotationIds: readonly string[]): Promise<void> {
  if (annotationIds.length === 0) return;
  const rows = await SHOWN.rows(sql, { annotationIds });
  await acceptLooks(
    sql,
    rows.map(({ id }) => id),
  );
}

/**
 * The annotations resolved as fixed that one of the snapshots shows first since then, in a place
 * without a guard; and those that it showed last before, if they were resolved meanwhile.
 */
const SHOWN_FIRST = statement(
  'accept-resolved/shown-first',
  `SELECT DISTINCT a.id
    FROM snapshots s
    JOIN snapshot_pins p ON p.series_id = s.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
    JOIN annotations a ON a.id = p.annotation_id AND ${isFixed('a')}
   WHERE s.id = ANY($snapshotIds::uuid[]) AND s.environment_id IS NOT NULL AND ${showsAll('s')}
     AND NOT ${isGuardedSince('a.id', 'a.resolved_at', 's')}
     AND NOT EXISTS (
       SELECT FROM snapshot_pins q
         JOIN snapshots e ON e.series_id = q.series_id AND e.series_number BETWEEN q.first_number AND q.last_number
        WHERE q.annotation_id = a.id AND ${showsAll('e')} AND (${scopeOf('e')}) = (${scopeOf('s')})
          AND e.completed_at > a.resolved_at AND e.completed_at < s.completed_at)`,
);

/**
 * Consumer that starts the guards of annotations that were resolved, from stored verdicts. Looks
 * without one are judged by a job. A repeated event adds nothing.
 */
export const guardResolved = ({
  services: { pool, queueJudging, wakeDeployments },
}: Context<'pool' | 'queueJudging' | 'wakeDeployments'>): EventConsumer => ({
  name: 'guards',
  async consume(events) {
    const resolved = [
      ...new Set(
        events.flatMap(({ type, annotationId }) => (type === 'comment.resolved' && annotationId ? [annotationId] : [])),
      ),
    ];
    const snapshotIds = events.flatMap(({ type, snapshotId }) =>
      type === 'snapshot.completed' && snapshotId ? [snapshotId] : [],
    );
    if (resolved.length > 0) {
      await inTransaction(pool, (sql) => acceptResolved(sql, resolved));
      wakeDeployments();
    }
    const shown = snapshotIds.length > 0 ? await SHOWN_FIRST.rows(pool, { snapshotIds }) : [];
    const judged = new Set([...resolved, ...shown.map(({ id }) => id)]);
    if (judged.size > 0) await queueJudging([...judged]);
  },
});
