import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import type { Deployment } from '../../../generated/prisma/client.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { endDeployments } from './end-deployments.ts';
import { requireDeployment } from './require-deployment.ts';

/**
 * Cancels an unfinished deployment. Captures that were ordered are completed as snapshots.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws CONFLICT for a finished deployment
 */
export async function cancelDeployment(ctx: Context<'pool' | 'wakeRelay'>, id: string): Promise<Deployment> {
  await requireDeployment(ctx, id, 'deployment.create');
  const ended = await inTransaction(ctx.services.pool, (sql) =>
    endDeployments(sql, { kind: 'deployment', id }, 'cancelled'),
  );
  ctx.services.wakeRelay();
  const deployment = await requireDeployment(ctx, id, 'deployment.create');
  if (ended > 0 || deployment.status === 'cancelled') return deployment;
  throw conflict(`The deployment is ${deployment.status}; only queued and running ones can be cancelled`);
}
