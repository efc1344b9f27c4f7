import { systemContext } from '../context.ts';
import type { Queues } from '../infrastructure/queues/connect-queues.ts';
import { deliveriesOf } from '../infrastructure/queues/jobs.ts';
import { QUEUES } from '../infrastructure/queues/names.ts';
import { createDispatcher } from '../resolvers/deliveries/dispatcher.ts';
import type { Services } from '../services.ts';

/** Jobs name rows and are done at once; the rows say what becomes of them. */
const CONCURRENCY = 4;

/** Sends deliveries that the queue names, until the queues are closed. */
export function startDeliveries(services: Services, queues: Queues): void {
  const dispatcher = createDispatcher(systemContext(services));
  const worker = queues.worker(QUEUES.deliveries, async (job) => dispatcher.offer(deliveriesOf(job)), {
    concurrency: CONCURRENCY,
  });
  worker.once('closing', () => services.afterwards('end of the deliveries under way', dispatcher.close));
}
