import { assignLeftEnvironments } from '../resolvers/core/environments/assign-environments.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Assigns annotations and snapshots to their environments where a request had too many for its answer, or a process died. */
export const assignEnvironmentsJob: ScheduledJob = {
  name: 'assign-environments',
  everyMs: 5_000,
  run: assignLeftEnvironments,
};
