import type { Queue } from 'bullmq';

/** Adds a job that has a worker look for snapshots that are due. */
export async function nudgeCaptures(queue: Queue): Promise<void> {
  await queue.add('take', {}, { removeOnComplete: true, removeOnFail: true });
}
