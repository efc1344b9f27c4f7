import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { EventConsumer } from '../../../platform/events/relay-events.ts';
import { acceptLooks } from './accept-looks.ts';
import { JUDGED_SCOPE, scopeOf } from './guard-scope.ts';

/**
 * The looks that annotations resolved as fixed had when they were resolved, or at the next
 * deployment: the newest verdict of each place, and the first one after. The guard of an earlier
 * resolution gets the new look; one that was retired since this resolution stays retired.
 */
const SHOWN = statement(
  'accept-resolved/shown',
  `SELECT n.id FROM (
    SELECT DISTINCT ON (a.id, ${JUDGED_SCOPE}) v.id, v.verdict, a.id AS annotation_id, a.resolved_at, v.created_at, ${JUDGED_SCOPE},
           lag(v.created_at) OVER (PARTITION BY a.id, ${JUDGED_SCOPE} ORDER BY v.created_at, v.id) AS previous_at
      FROM annotations a
      JOIN deployment_verdicts v ON v.annotation_id = a.id AND v.verdict <> 'unknown'
      JOIN deployment_captures c ON c.id = v.capture_id
      JOIN deployments d ON d.id = v.deployment_id
     WHERE a.id = ANY($annotationIds::uuid[]) AND a.deleted_at IS NULL AND a.status = 'resolved' AND coalesce(a.resolution, 'fixed') = 'fixed'
     ORDER BY a.id, ${JUDGED_SCOPE}, v.created_at DESC, v.id DESC) n
  WHERE n.verdict IN ('changed', 'gone') AND NOT coalesce(n.previous_at > n.resolved_at, false)
    AND NOT EXISTS (SELECT FROM guards g WHERE g.annotation_id = n.annotation_id AND (${scopeOf('g')}) = (${scopeOf('n')})
                       AND (g.state = 'active' AND g.accepted_at >= n.resolved_at OR g.state = 'retired' AND g.ended_at > n.resolved_at))`,
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
