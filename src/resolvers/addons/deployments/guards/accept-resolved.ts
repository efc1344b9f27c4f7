import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { EventConsumer } from '../../../platform/events/relay-events.ts';
import { acceptLooks } from './accept-looks.ts';
import { placeOfVerdict, scopeOf } from './guard-scope.ts';

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
     WHERE a.id = ANY($annotationIds::uuid[]) AND a.deleted_at IS NULL AND a.status = 'resolved' AND coalesce(a.resolution, 'fixed') = 'fixed') n
  WHERE n.rank = 1 AND n.verdict IN ('changed', 'gone')
    AND NOT EXISTS (SELECT FROM guards g WHERE g.annotation_id = n.annotation_id AND (${scopeOf('g')}) = (${scopeOf('n')})
                       AND (g.state = 'active' AND g.accepted_at >= n.resolved_at OR g.state = 'retired' AND g.ended_at > n.resolved_at))
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
 * Consumer that starts the guards of annotations that were resolved. A repeated event adds nothing.
 */
export const guardResolved = (ctx: Context<'pool' | 'wakeDeployments'>): EventConsumer => ({
  name: 'guards',
  async consume(events) {
    const ids = events.flatMap(({ type, annotationId }) =>
      type === 'comment.resolved' && annotationId ? [annotationId] : [],
    );
    if (ids.length === 0) return;
    await inTransaction(ctx.services.pool, (sql) => acceptResolved(sql, [...new Set(ids)]));
    ctx.services.wakeDeployments();
  },
});
