import { systemContext } from '../context.ts';
import { CAPTURE_QUEUE, type Queues } from '../infrastructure/queue.ts';
import { takeSnapshots } from '../resolvers/snapshots/take-snapshots.ts';
import type { Services } from '../services.ts';

/** Takes snapshots from now on, as many at a time as there are browsers, until the queues are closed. */
export function takeCaptures(services: Services, queues: Queues): void {
  const { concurrency } = services.config.capture;
  queues.worker(CAPTURE_QUEUE, () => takeSnapshots(systemContext(services)), { concurrency });
}
