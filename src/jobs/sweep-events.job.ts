import { eventConsumers } from '../resolvers/events/consumers.ts';
import { relayEvents } from '../resolvers/platform/events/relay-events.ts';
import { retryEvents } from '../resolvers/platform/events/retry-events.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Hands on what a process that died, or lost its database, between commit and relay has left behind, and what a consumer did not take. */
export const sweepEventsJob: ScheduledJob = {
  name: 'sweep-events',
  everyMs: 5_000,
  run: async (ctx) => {
    await relayEvents(ctx, eventConsumers);
    await retryEvents(ctx, eventConsumers);
  },
};
