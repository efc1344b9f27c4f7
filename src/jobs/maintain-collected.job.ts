import { HOUR_MS } from '../lib/durations.ts';
import { maintainCollected } from '../resolvers/addons/collection/maintain-collected.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Makes partitions ahead and drops old ones. */
export const maintainCollectedJob: ScheduledJob = {
  /** Stored in the queues: another name would leave its old schedule there. */
  name: 'keep-collected',
  everyMs: HOUR_MS,
  run: ({ services: { pool, config } }) => maintainCollected(pool, config.collectRetentionDays),
};
