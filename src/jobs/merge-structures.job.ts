import { mergeWaitingChanges } from '../resolvers/addons/collection/structures/merge-pending-changes.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Merges what visitors' pages told of changes into their structures: many of a session at once, away from who answers. */
export const mergeStructuresJob: ScheduledJob = { name: 'merge-structures', everyMs: 15_000, run: mergeWaitingChanges };
