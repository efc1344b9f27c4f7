import type { Job, Queue } from 'bullmq';
import { withDeadline } from '../../lib/deadline.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** Queue names. Two versions may run side by side, so a renamed queue would be a second queue. */
export const QUEUES = {
  /** Each job names due deliveries; the rows are the source of truth. */
  deliveries: 'webhook-deliveries',
  /** Each job wakes a worker to claim due snapshots; it carries no data. */
  captures: 'captures',
  /** Each job wakes a worker to advance deployments, or names resolved annotations to judge. */
  deployments: 'deployments',
  /** Scheduled jobs. */
  maintenance: 'maintenance',
} as const;

/** Splits items into parts of at most `size`, one for each job. */
const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Deliveries per job. */
const PER_JOB = 100;

/** Payload shared with other versions, in which a destination is called `host`. */
interface DeliveryJob {
  deliveries: { id: string; host: string }[];
}

/**
 * Adds jobs that name deliveries. A lost job delays its deliveries by a few seconds: see
 * sweep-deliveries.
 */
export function createDeliveryWaker(queue: Queue, onError: (error: unknown) => void) {
  return (deliveries: { id: string; destination: string }[]): void => {
    const jobs = inParts(deliveries, PER_JOB).map((part) => {
      const data: DeliveryJob = { deliveries: part.map(({ id, destination }) => ({ id, host: destination })) };
      return { name: 'deliver', data, opts: { removeOnComplete: true, removeOnFail: true } };
    });
    queue.addBulk(jobs).catch(onError);
  };
}

/** Deliveries that a job names. */
export const deliveriesOf = ({ data }: Job<DeliveryJob>): { id: string; destination: string }[] =>
  data.deliveries.map(({ id, host }) => ({ id, destination: host }));

/** Time after which a wake-up is no longer waited for, ms: see sweep-captures. */
const WAKE_UP_MS = 2_000;

/** Most annotations of one job: the element of each is compared. */
const ANNOTATIONS_PER_JOB = 50;
const JUDGE = 'judge-resolved';

/** Attempts of a job that judges, and the pause before the second one, ms; later ones double. */
const JUDGING = { attempts: 8, backoff: { type: 'exponential', delay: 5_000 } };

/** Age at which a job that judges is given up, milliseconds. */
const MAX_AGE_MS = 30 * DAY_MS;

/** Jobs that failed at every attempt, for `retryJudging`: seconds since the last attempt. */
const KEPT = { age: MAX_AGE_MS / 1_000, count: 10_000 };

/**
 * Adds jobs that name annotations that were resolved, or captured for the first time since then.
 *
 * @throws Error if the queue does not respond
 */
export async function enqueueJudging(queue: Queue, annotationIds: readonly string[]): Promise<void> {
  const opts = { ...JUDGING, removeOnComplete: true, removeOnFail: KEPT };
  const jobs = inParts(annotationIds, ANNOTATIONS_PER_JOB).map((part) => ({
    name: JUDGE,
    data: { annotationIds: part },
    opts,
  }));
  await withDeadline(queue.addBulk(jobs), WAKE_UP_MS, () => new Error('the queue does not respond'));
}

/** Jobs that are repeated at a time. */
const RETRIED = 100;

/**
 * Repeats jobs that judge and failed at every attempt: other jobs of the queue are not kept. Those
 * that fail again meanwhile wait for the next call.
 */
export const retryJudging = (queue: Queue): Promise<void> =>
  queue.retryJobs({ state: 'failed', count: RETRIED, timestamp: Date.now() });

/** Whether a job is so old that it is not repeated. A repetition keeps the time of its creation. */
export const isGivenUp = ({ timestamp }: Pick<Job, 'timestamp'>, now: number): boolean => now - timestamp > MAX_AGE_MS;

/** Annotations that a job of the queue of deployments names; undefined if it wakes a worker. */
export const annotationsOf = ({ name, data }: Job<{ annotationIds?: string[] }>): string[] | undefined =>
  name === JUDGE ? data.annotationIds : undefined;

/**
 * Adds a job that wakes a worker to claim due rows: snapshots, or captures of deployments. While
 * Redis is down, a stop of the process does not wait for it.
 */
export async function enqueueWakeUp(queue: Queue): Promise<void> {
  const added = queue.add('take', {}, { removeOnComplete: true, removeOnFail: true });
  await withDeadline(added, WAKE_UP_MS, () => new Error('the queue does not respond'));
}
