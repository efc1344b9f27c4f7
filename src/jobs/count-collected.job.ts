import { countBatches } from '../resolvers/addons/collection/count-batches.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Counts what a process that died between storing and counting has left behind. */
export const countCollectedJob: ScheduledJob = {
  name: 'count-collected',
  everyMs: 15_000,
  run: async ({ services: { pool } }) => {
    await countBatches(pool);
  },
};
