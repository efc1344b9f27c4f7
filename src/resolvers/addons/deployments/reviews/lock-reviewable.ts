import { conflict, notFound } from '../../../../errors.ts';
import type { DeploymentStatus } from '../../../../generated/prisma/client.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';

const LOCK_ENVIRONMENT = 'SELECT FROM environments WHERE id = $1 FOR KEY SHARE';
const LOCK_DEPLOYMENT = 'SELECT status FROM deployments WHERE id = $1 FOR UPDATE';

/** A newer deployment of the environment that compared its pages with the baselines. */
const REPLACED_BY = `SELECT newer.id, newer.commit FROM deployments d
   JOIN deployments newer ON newer.environment_id = d.environment_id AND (newer.created_at, newer.id) > (d.created_at, d.id)
        AND newer.status IN ('needs_review', 'passed', 'failed')
  WHERE d.id = $1 ORDER BY newer.created_at DESC, newer.id DESC LIMIT 1`;

const ENDED: readonly DeploymentStatus[] = ['needs_review', 'passed', 'failed'];

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
  await sql.query(LOCK_ENVIRONMENT, [environmentId]);
  const [deployment] = (await sql.query<{ status: DeploymentStatus }>(LOCK_DEPLOYMENT, [id])).rows;
  if (!deployment) throw notFound('Deployment');
  const [newer] = (await sql.query<{ id: string; commit: string }>(REPLACED_BY, [id])).rows;
  if (newer) {
    throw conflict(
      `Deployment ${newer.id} (${newer.commit}) of the environment is newer and replaced this one; review that one`,
    );
  }
  if (ENDED.includes(deployment.status)) return;
  throw conflict(`The deployment is ${deployment.status}; only those whose captures are all compared can be reviewed`);
}
