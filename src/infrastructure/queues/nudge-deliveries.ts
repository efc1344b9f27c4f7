import type { Queue } from 'bullmq';

/** Deliveries that one job names. */
const PER_JOB = 100;

/** Adds jobs that name deliveries; a job that gets lost costs a few seconds. */
export function createDeliveryNudge(queue: Queue, onError: (error: unknown) => void) {
  return (deliveries: { id: string; host: string }[]): void => {
    const jobs = [];
    for (let start = 0; start < deliveries.length; start += PER_JOB) {
      const named = deliveries.slice(start, start + PER_JOB).map(({ id, host }) => ({ id, host }));
      jobs.push({ name: 'deliver', data: { deliveries: named }, opts: { removeOnComplete: true, removeOnFail: true } });
    }
    queue.addBulk(jobs).catch(onError);
  };
}
