import { unassignLeft } from '../resolvers/core/annotations/unassign-member.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Unassigns what is assigned to former members where a request had too much for its answer, or a process died. */
export const unassignMembersJob: ScheduledJob = { name: 'unassign-members', everyMs: 5_000, run: unassignLeft };
