import { removeLeftIntegrations } from '../resolvers/integrations/remove-integration.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Removes what belongs to deleted integrations where a request had too much for its answer, or a process died. */
export const removeIntegrationsJob: ScheduledJob = {
  name: 'remove-integrations',
  everyMs: 5_000,
  run: removeLeftIntegrations,
};
