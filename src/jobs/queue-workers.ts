import type { Job } from 'bullmq';
import { deliveryTargets } from '../container/delivery-targets.ts';
import { type Services, systemContext } from '../context.ts';
import type { Queues } from '../infrastructure/queues/connect-queues.ts';
import { annotationsOf, deliveriesOf, isGivenUp, QUEUES } from '../infrastructure/queues/jobs.ts';
import { createDispatcher } from '../resolvers/addons/deliveries/dispatcher.ts';
import { judgeResolved } from '../resolvers/addons/deployments/judge-resolved.ts';
import { advanceDeployments } from '../resolvers/addons/deployments/run/advance-deployments.ts';
import { captureSnapshots } from '../resolvers/core/snapshots/capture-snapshots.ts';

/** Jobs only name rows and end at once; the dispatcher does the work. */
const DELIVERY_CONCURRENCY = 4;

/** Sends deliveries that the queue names, until the queues are closed. */
export function startDeliveries(services: Services, queues: Queues): void {
  const ctx = systemContext(services);
  const dispatcher = createDispatcher(ctx, deliveryTargets(ctx));
  const worker = queues.worker(QUEUES.deliveries, async (job) => dispatcher.offer(deliveriesOf(job)), {
    concurrency: DELIVERY_CONCURRENCY,
  });
  worker.once('closing', () => services.runInBackground('close the delivery dispatcher', dispatcher.close));
}

/** Captures snapshots, one per browser at a time, until the queues are closed. */
export function startCaptures(services: Services, queues: Queues): void {
  const { concurrency } = services.config.capture;
  queues.worker(QUEUES.captures, () => captureSnapshots(systemContext(services)), { concurrency });
}

/** Captures evaluated at a time by a process; each may use a thread of the comparisons. */
const DEPLOYMENT_CONCURRENCY = 2;

/**
 * Orders and evaluates the captures of deployments, and judges resolved annotations, until the
 * queues are closed.
 */
export function startDeployments(services: Services, queues: Queues): void {
  const ctx = systemContext(services);
  const work = async (job: Job) => {
    const annotationIds = annotationsOf(job);
    if (!annotationIds) return advanceDeployments(ctx);
    await judgeResolved(ctx, annotationIds).catch((error: unknown) => {
      if (!isGivenUp(job, Date.now())) throw error;
      ctx.logger.error(
        { err: error, annotations: annotationIds },
        'judging of resolved annotations given up after 30 days',
      );
    });
  };
  queues.worker(QUEUES.deployments, work, { concurrency: DEPLOYMENT_CONCURRENCY });
}
