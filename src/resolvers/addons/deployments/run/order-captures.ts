import type { Context } from '../../../../context.ts';
import { lockRows } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { insertSnapshot } from '../../../core/snapshots/insert-snapshot.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { LeaseLost } from '../../../platform/sql/lease.ts';
import { type ClaimedCapture, MAY_BE_ORDERED } from './claim-capture.ts';

/**
 * Ordered captures of a deployment at a time. The others wait here and not among the snapshots, so
 * that a member's snapshot does not wait for hundreds of them, and a cancelled one leaves few.
 */
const WINDOW = 8;

const inProgress = (deployment: string) =>
  `(SELECT count(*) FROM deployment_captures o WHERE o.deployment_id = ${deployment} AND o.state = 'capturing')`;

/** A deployment that may order captures. */
const FIND = statement(
  'order-captures/find',
  `SELECT d.id, d.project_id AS "projectId" FROM deployments d JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL
  WHERE d.status IN ('queued', 'running') AND ${inProgress('d.id')} < ${WINDOW}
    AND EXISTS (SELECT FROM deployment_captures c WHERE c.deployment_id = d.id AND ${MAY_BE_ORDERED})
  ORDER BY d.created_at, d.id LIMIT 20`,
);

const LOCK = statement(
  'order-captures/lock',
  `SELECT d.id, d.project_id AS "projectId", d.status, d.via, p.organization_id AS "organizationId"
   FROM deployments d JOIN projects p ON p.id = d.project_id
  WHERE d.id = $id AND d.status IN ('queued', 'running') FOR UPDATE OF d SKIP LOCKED`,
);

const LOCK_RUNNING = statement(
  'order-captures/lock-running',
  `SELECT via FROM deployments WHERE id = $deploymentId AND status = 'running' FOR UPDATE`,
);

const NEXT = statement(
  'order-captures/next',
  `SELECT c.id, c.url, c.viewport_width AS width, c.viewport_height AS height, c.device_scale_factor AS "deviceScaleFactor"
   FROM deployment_captures c
  WHERE c.deployment_id = $id AND ${MAY_BE_ORDERED} ORDER BY c.position LIMIT greatest(0, ${WINDOW} - ${inProgress('$id')})`,
);

const ORDERED = statement(
  'order-captures/ordered',
  `UPDATE deployment_captures SET state = 'capturing', snapshot_id = $id WHERE id = $captureId`,
);

const START = statement(
  'order-captures/start',
  `UPDATE deployments SET status = 'running', started_at = now(), updated_at = now() WHERE id = $id`,
);

interface Locked {
  id: string;
  projectId: string;
  organizationId: string;
  status: 'queued' | 'running';
  via: string | null;
}

/** Same options as captures after comments, so that the pins of both can be compared. */
const OPTIONS = {
  fullPage: true,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [] as string[],
  freeze: false,
  source: 'deployment',
} as const;

/**
 * Orders the next snapshots of unfinished deployments, each deployment in one transaction. Their
 * usage was counted when the deployment began.
 */
export async function orderCaptures(
  ctx: Context<'config' | 'pool' | 'stopping' | 'wakeCaptures' | 'wakeRelay'>,
): Promise<void> {
  const { pool, stopping } = ctx.services;
  const rows = await FIND.rows(pool);
  let ordered = 0;
  for (const deployment of rows) {
    if (stopping.aborted) break;
    ordered += await inTransaction(pool, (sql) => orderNext(ctx, sql, deployment));
  }
  if (ordered === 0) return;
  ctx.services.wakeCaptures();
  ctx.services.wakeRelay();
}

/** Applies only while this process holds the lease. */
const CONTROLLED = statement(
  'order-captures/controlled',
  `UPDATE deployment_captures SET control_id = $controlId, attempts = 0, lease_id = NULL, lease_expires_at = NULL
  WHERE id = $id AND lease_id = $leaseId AND state = 'capturing' AND control_id IS NULL`,
);

/**
 * Orders the second snapshot of a capture, which confirms its verdicts and counts as no usage, and
 * releases the claim.
 *
 * @throws LeaseLost
 */
export async function orderControl(
  ctx: Context<'config' | 'pool' | 'wakeCaptures' | 'wakeRelay'>,
  { id, leaseId, deploymentId, projectId, url, ...capture }: ClaimedCapture,
): Promise<void> {
  const { viewportWidth: width, viewportHeight: height, deviceScaleFactor } = capture;
  await inTransaction(ctx.services.pool, async (sql) => {
    // Changes of environments lock the project first.
    if ((await lockRows(sql, 'projects FOR SHARE', projectId)).size === 0) throw new LeaseLost();
    const deployment = await LOCK_RUNNING.first(sql, { deploymentId });
    if (!deployment) throw new LeaseLost();
    const viewport = { width, height, deviceScaleFactor };
    const control = await insertSnapshot(ctx, sql, { ...OPTIONS, projectId, url, viewport, via: deployment.via });
    if ((await CONTROLLED.run(sql, { id, leaseId, controlId: control.id })).rowCount === 0) throw new LeaseLost();
  });
  ctx.services.wakeCaptures();
  ctx.services.wakeRelay();
}

async function orderNext(
  ctx: Context<'config'>,
  sql: Queryable,
  { id, projectId }: Pick<Locked, 'id' | 'projectId'>,
): Promise<number> {
  if ((await lockRows(sql, 'projects FOR SHARE', projectId)).size === 0) return 0;
  const deployment = await LOCK.first(sql, { id });
  if (!deployment) return 0;
  const captures = await NEXT.rows(sql, { id });
  for (const { id: captureId, url, ...viewport } of captures) {
    const { via } = deployment;
    const snapshot = await insertSnapshot(ctx, sql, { ...OPTIONS, projectId, url, viewport, via });
    await ORDERED.run(sql, { captureId, id: snapshot.id });
  }
  if (captures.length > 0 && deployment.status === 'queued') {
    await START.run(sql, { id });
    const { organizationId } = deployment;
    await recordEvent(sql, {
      type: 'deployment.changed',
      organizationId,
      projectId,
      deploymentId: id,
      data: NO_EVENT_DATA,
    });
  }
  return captures.length;
}
