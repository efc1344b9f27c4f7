import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import type { Baseline } from '../../../../generated/prisma/client.ts';
import { lockRows } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { requireSnapshot } from '../../../core/snapshots/require-snapshot.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { requireUser } from '../../../platform/policies/access.ts';
import { pageProblem } from '../run/page-problem.ts';
import { BASELINE_COLUMNS } from './list-baselines.ts';
import { IS_BASELINE, moveBaseline } from './move-baseline.ts';

const LOCK_SNAPSHOT = statement(
  'accept-baseline/lock-snapshot',
  'SELECT FROM snapshots WHERE id = $snapshotId AND image_key IS NOT NULL FOR KEY SHARE',
);

const FIND = statement('accept-baseline/find', `SELECT ${BASELINE_COLUMNS} FROM baselines b WHERE ${IS_BASELINE}`);

/**
 * Makes a snapshot the baseline of its page in its viewport, without a review.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws CONFLICT for a snapshot that deployments cannot be compared with
 */
export async function acceptBaseline(ctx: Context<'pool'>, snapshotId: string): Promise<Baseline> {
  const snapshot = await requireSnapshot(ctx, snapshotId, 'baseline.accept');
  const { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor, organizationId } = snapshot;
  const problem = problemOf(snapshot);
  if (problem || environmentId === null) throw conflict(problem ?? NO_ENVIRONMENT);
  const by = requireUser(ctx);
  const key = { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor };
  return inTransaction(ctx.services.pool, async (sql) => {
    const environments = await lockRows(sql, 'environments FOR KEY SHARE', environmentId);
    if (environments.size === 0) throw conflict(NO_ENVIRONMENT);
    if ((await LOCK_SNAPSHOT.run(sql, { snapshotId })).rowCount === 0) throw notFound('Snapshot');
    await moveBaseline(sql, key, { from: null, to: snapshotId, by });
    const target = { type: 'environment', id: environmentId, name: urlKey };
    await recordAudit(sql, ctx, { organizationId, action: 'baseline_accepted', target });
    return FIND.one(sql, key);
  });
}

const NO_ENVIRONMENT = 'The snapshot shows a page of no environment; create one for its address first';

/** Reason why a snapshot cannot be a baseline; undefined if it can. */
function problemOf(snapshot: SnapshotRow): string | undefined {
  if (snapshot.status !== 'completed')
    return `The snapshot is ${snapshot.status}; only completed ones can be baselines`;
  const { fullPage, waitForSelector, delay, hideSelectors, freeze } = snapshot;
  const isLikeDeployments =
    fullPage && waitForSelector === null && delay === 0 && hideSelectors.length === 0 && !freeze;
  if (isLikeDeployments) return pageProblem(snapshot)?.error;
  return 'The snapshot has other options than those of deployments: the full page, without delay, hidden elements or frozen scripts';
}
