import { systemContext } from '../context.ts';
import type { Queues } from '../infrastructure/queues/connect-queues.ts';
import { QUEUES } from '../infrastructure/queues/names.ts';
import { takeSnapshots } from '../resolvers/core/snapshots/capture-snapshots.ts';
import type { Services } from '../services.ts';

/** Takes snapshots from now on, as many at a time as there are browsers, until the queues are closed. */
export function takeCaptures(services: Services, queues: Queues): void {
  const { concurrency } = services.config.capture;
  queues.worker(QUEUES.captures, () => takeSnapshots(systemContext(services)), { concurrency });
}
