import { HOUR_MS } from '../lib/durations.ts';
import { runAll } from '../lib/run-all-settled.ts';
import { purgeExpired } from '../resolvers/addons/retention/purge-expired.ts';
import { purgeSnapshots } from '../resolvers/addons/retention/purge-snapshots.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Removes what is past its time. */
export const purgeExpiredJob: ScheduledJob = {
  name: 'purge-expired',
  everyMs: HOUR_MS,
  run: (ctx) => runAll([() => purgeSnapshots(ctx), () => purgeExpired(ctx)]),
};
