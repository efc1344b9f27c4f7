import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import type { Deployment, DeploymentStatus } from '../../../../generated/prisma/client.ts';
import { lockRows } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { createBatcher } from '../../../../lib/batcher.ts';
import { oncePer } from '../../../../lib/once-per.ts';

const LOCK_DEPLOYMENT = statement(
  'lock-reviewable/lock-deployment',
  'SELECT status FROM deployments WHERE id = $id FOR UPDATE',
);

/** The newest deployment of an environment that compared its pages with the baselines. */
const REPLACED_BY = statement(
  'lock-reviewable/replaced-by',
  `SELECT d.id AS "replacedId", newer.* FROM deployments d CROSS JOIN LATERAL (
    SELECT n.id, n.commit, n.created_at AS "createdAt" FROM deployments n
     WHERE n.environment_id = d.environment_id AND (n.created_at, n.id) > (d.created_at, d.id)
       AND n.status IN ('needs_review', 'passed', 'failed')
     ORDER BY n.created_at DESC, n.id DESC LIMIT 1) newer
  WHERE d.id = ANY($ids::uuid[])`,
);

const ENDED: readonly DeploymentStatus[] = ['needs_review', 'passed', 'failed'];

interface Replacement {
  id: string;
  commit: string;
  createdAt: Date;
}

const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher(async (ids: string[]): Promise<(Replacement | null)[]> => {
    const rows = await REPLACED_BY.rows(ctx.services.pool, { ids: [...new Set(ids)] });
    const found = new Map(rows.map((row) => [row.replacedId, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, Infinity),
);

/** The newest deployment, if it replaced an older one of its environment; null otherwise. */
export const replacementOf = (ctx: Context<'pool'>, deploymentId: string): Promise<Replacement | null> =>
  readerOf(ctx)(deploymentId);

/** Whether the changes of a deployment may be reviewed. */
export const isReviewable = async (
  ctx: Context<'pool'>,
  { id, status }: Pick<Deployment, 'id' | 'status'>,
): Promise<boolean> => ENDED.includes(status) && (await replacementOf(ctx, id)) === null;

/**
 * Locks a deployment whose changes may be reviewed, in the order of captures: environment,
 * deployment.
 *
 * @throws NOT_FOUND
 * @throws CONFLICT for one that has not ended, was cancelled, or that a newer one replaced
 */
export async function lockReviewable(
  sql: Queryable,
  { id, environmentId }: { id: string; environmentId: string },
): Promise<void> {
  await lockRows(sql, 'environments FOR KEY SHARE', environmentId);
  const deployment = await LOCK_DEPLOYMENT.first(sql, { id });
  if (!deployment) throw notFound('Deployment');
  const newer = await REPLACED_BY.first(sql, { ids: [id] });
  if (newer) {
    const time = newer.createdAt.toISOString().slice(0, 16).replace('T', ' ');
    throw conflict(`The deployment of ${newer.commit} at ${time} UTC is newer and replaced this one; review that one`);
  }
  if (ENDED.includes(deployment.status)) return;
  throw conflict(`The deployment is ${deployment.status}; only those whose captures are all compared can be reviewed`);
}
