import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import type { Deployment } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { countUsage } from '../../platform/quotas/count-usage.ts';
import { DEPLOYMENT_COLUMNS, requireDeployment } from './require-deployment.ts';
import { lockReviewable } from './reviews/lock-reviewable.ts';

/** An unfinished newer deployment captures the same pages. */
const NEWER = statement(
  'recapture-deployment/newer',
  `SELECT FROM deployments newer JOIN deployments d ON d.id = $id AND newer.environment_id = d.environment_id
  WHERE (newer.created_at, newer.id) > (d.created_at, d.id) AND newer.status IN ('queued', 'running') LIMIT 1`,
);

const QUEUE = statement(
  'recapture-deployment/queue',
  `UPDATE deployment_captures
    SET state = 'queued', error = NULL, snapshot_id = NULL, control_id = NULL, attempts = 0, retries = 0, retry_at = NULL,
        finished_at = NULL
  WHERE deployment_id = $id AND state = 'failed' RETURNING id`,
);

/** A capture has verdicts of its last result only. */
const FORGET = statement(
  'recapture-deployment/forget',
  'DELETE FROM deployment_verdicts WHERE capture_id = ANY($ids::uuid[])',
);

const RUN = statement(
  'recapture-deployment/run',
  `WITH d AS (
    UPDATE deployments SET status = 'running', error = NULL, finished_at = NULL, updated_at = now() WHERE id = $id RETURNING *
  )
  SELECT ${DEPLOYMENT_COLUMNS} FROM d`,
);

/**
 * Captures the failed pages of an ended deployment again. The others keep their results and
 * reviews.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 * @throws FORBIDDEN for the role, or if the captures would exceed the plan
 * @throws CONFLICT for one that has not ended, that a newer one replaced, or without failures
 */
export async function recaptureDeployment(
  ctx: Context<'config' | 'pool' | 'wakeDeployments' | 'wakeRelay'>,
  id: string,
): Promise<Deployment> {
  const deployment = await requireDeployment(ctx, id, 'deployment.create');
  const { projectId, organizationId } = deployment;
  const actorId = requireUser(ctx);
  const running = await inTransaction(ctx.services.pool, async (sql) => {
    await lockReviewable(sql, deployment);
    if ((await NEWER.run(sql, { id })).rowCount) {
      throw conflict('A newer deployment of the environment captures its pages now; wait for that one');
    }
    const rows = await QUEUE.rows(sql, { id });
    if (rows.length === 0) throw conflict('No capture of the deployment failed');
    await FORGET.run(sql, { ids: rows.map((capture) => capture.id) });
    const row = await RUN.first(sql, { id });
    await countUsage(sql, ctx, organizationId, 'snapshots', rows.length);
    await recordEvent(sql, {
      type: 'deployment.changed',
      organizationId,
      projectId,
      deploymentId: id,
      actorId,
      data: NO_EVENT_DATA,
    });
    return row as Deployment;
  });
  ctx.services.wakeDeployments();
  ctx.services.wakeRelay();
  return running;
}
