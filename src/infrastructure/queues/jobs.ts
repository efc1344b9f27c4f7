import type { Job, Queue } from 'bullmq';

/** Deliveries that one job names. */
const PER_JOB = 100;

/** What a job says. Another version may have written it, or be going to read it: there a lane is called host. */
interface DeliveryJob {
  deliveries: { id: string; host: string }[];
}

/** Adds jobs that name deliveries; a job that gets lost costs a few seconds. */
export function createDeliveryNudge(queue: Queue, onError: (error: unknown) => void) {
  return (deliveries: { id: string; lane: string }[]): void => {
    const jobs = [];
    for (let start = 0; start < deliveries.length; start += PER_JOB) {
      const named = deliveries.slice(start, start + PER_JOB).map(({ id, lane }) => ({ id, host: lane }));
      const data: DeliveryJob = { deliveries: named };
      jobs.push({ name: 'deliver', data, opts: { removeOnComplete: true, removeOnFail: true } });
    }
    queue.addBulk(jobs).catch(onError);
  };
}

/** The deliveries that a job names. */
export const deliveriesOf = ({ data }: Job<DeliveryJob>): { id: string; lane: string }[] =>
  data.deliveries.map(({ id, host }) => ({ id, lane: host }));
