import { keepCollected } from '../resolvers/collection/retention.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Makes partitions ahead and drops old ones. */
export const keepCollectedJob: ScheduledJob = {
  name: 'keep-collected',
  everyMs: 60 * 60 * 1000,
  run: ({ services: { pool, config } }) => keepCollected(pool, config.collectRetentionDays),
};
