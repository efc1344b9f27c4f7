import { HOUR_MS } from '../infrastructure/durations.ts';
import { purgeExpired } from '../resolvers/retention/purge-expired.ts';
import { purgeSnapshots } from '../resolvers/snapshots/retention.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Removes what is past its time. */
export const purgeExpiredJob: ScheduledJob = {
  name: 'purge-expired',
  everyMs: HOUR_MS,
  run: async (ctx) => {
    await purgeSnapshots(ctx);
    await purgeExpired(ctx);
  },
};
