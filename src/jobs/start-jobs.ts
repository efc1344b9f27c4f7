import type { Job, Queue } from 'bullmq';
import { type Services, systemContext } from '../context.ts';
import type { Queues } from '../infrastructure/queues/connect-queues.ts';
import { QUEUES } from '../infrastructure/queues/jobs.ts';
import { inSpan } from '../infrastructure/telemetry/tracing.ts';
import { startCaptures, startDeliveries, startDeployments } from './queue-workers.ts';
import { scheduledJobs } from './scheduled-jobs.ts';

/** Interval of restoring missing schedules, ms: Redis may lose all of its data. */
const CHECK_EVERY_MS = 15_000;

/** Runs jobs until the queues are closed. Any number of processes may do so. */
export async function startJobs(services: Services, queues: Queues, checkEveryMs = CHECK_EVERY_MS): Promise<void> {
  const { logger } = services;
  startDeliveries(services, queues);
  startCaptures(services, queues);
  startDeployments(services, queues);
  const queue = queues.queue(QUEUES.maintenance);
  const work = async (job: Job) => {
    const found = scheduledJobs.find(({ name }) => name === job.name);
    if (found) return inSpan(`job ${found.name}`, {}, () => found.run(systemContext(services)));
    // Another version scheduled it. If that version still runs, it schedules the job again within
    // CHECK_EVERY_MS.
    await queue.removeJobScheduler(job.name);
    logger.warn({ job: job.name }, 'unknown job dropped; its schedule was removed');
  };
  // All jobs may run concurrently: a mail server that hangs must not block the event relay.
  const worker = queues.worker(QUEUES.maintenance, work, { concurrency: scheduledJobs.length });
  await scheduleMissing(queue);
  const check = setInterval(() => {
    scheduleMissing(queue).catch((error: unknown) =>
      logger.warn({ err: error }, 'jobs could not be scheduled; retry follows'),
    );
  }, checkEveryMs).unref();
  worker.once('closing', () => clearInterval(check));
}

/** Schedules jobs that the queue does not know, or whose next run is overdue by two intervals. */
async function scheduleMissing(queue: Queue): Promise<void> {
  for (const { name, everyMs } of scheduledJobs) {
    const known = await queue.getJobScheduler(name);
    if (known?.every === everyMs && known.next !== undefined && known.next > Date.now() - 2 * everyMs) continue;
    const options = { removeOnComplete: true, removeOnFail: 100 };
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: options });
  }
}
