import { HOUR_MS } from '../lib/durations.ts';
import { sweepObjects } from '../resolvers/platform/objects/sweep-objects.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Brings what is stored and what is known of it to agree. */
export const sweepObjectsJob: ScheduledJob = {
  name: 'sweep-objects',
  everyMs: 6 * HOUR_MS,
  run: async (ctx) => {
    await sweepObjects(ctx);
  },
};
