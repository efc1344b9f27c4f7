import { HOUR_MS } from '../infrastructure/durations.ts';
import { keepCollected } from '../resolvers/collection/retention.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Makes partitions ahead and drops old ones. */
export const keepCollectedJob: ScheduledJob = {
  name: 'keep-collected',
  everyMs: HOUR_MS,
  run: ({ services: { pool, config } }) => keepCollected(pool, config.collectRetentionDays),
};
