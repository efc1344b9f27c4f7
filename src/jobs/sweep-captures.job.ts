import { isCaptureDue } from '../resolvers/core/snapshots/claim-snapshot.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Wakes the workers for snapshots that a dead one has left, or whose wake-up was lost. */
export const sweepCapturesJob: ScheduledJob = {
  name: 'sweep-captures',
  everyMs: 5_000,
  run: async (ctx) => {
    if (await isCaptureDue(ctx)) ctx.services.nudgeCaptures();
  },
};
