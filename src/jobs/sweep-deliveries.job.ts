import { sweepDeliveries } from '../resolvers/addons/deliveries/sweep-deliveries.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Has sent what is due: retries, and deliveries that a queue or a process has lost. */
export const sweepDeliveriesJob: ScheduledJob = {
  name: 'sweep-deliveries',
  everyMs: 5_000,
  run: sweepDeliveries,
};
