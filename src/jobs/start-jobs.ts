import type { Job, Queue } from 'bullmq';
import { systemContext } from '../context.ts';
import type { Queues } from '../infrastructure/queues/connect-queues.ts';
import { QUEUES } from '../infrastructure/queues/names.ts';
import type { Services } from '../services.ts';
import { assignEnvironmentsJob } from './assign-environments.job.ts';
import { countCollectedJob } from './count-collected.job.ts';
import { startDeliveries } from './deliver-webhooks.job.ts';
import { maintainCollectedJob } from './maintain-collected.job.ts';
import { mergeStructuresJob } from './merge-structures.job.ts';
import { purgeExpiredJob } from './purge-expired.job.ts';
import { removeIntegrationsJob } from './remove-integrations.job.ts';
import { renewSubscriptionsJob } from './renew-subscriptions.job.ts';
import { resealSecretsJob } from './reseal-secrets.job.ts';
import type { ScheduledJob } from './scheduled-job.ts';
import { sendMailsJob } from './send-mails.job.ts';
import { sweepCapturesJob } from './sweep-captures.job.ts';
import { sweepDeliveriesJob } from './sweep-deliveries.job.ts';
import { sweepEventsJob } from './sweep-events.job.ts';
import { sweepObjectsJob } from './sweep-objects.job.ts';
import { takeCaptures } from './take-captures.job.ts';
import { unassignMembersJob } from './unassign-members.job.ts';

/** How often a process makes sure that the queue still knows what is due: a queue may lose everything. */
const CHECK_EVERY_MS = 15_000;

const jobs: ScheduledJob[] = [
  sweepEventsJob,
  sendMailsJob,
  purgeExpiredJob,
  sweepDeliveriesJob,
  resealSecretsJob,
  renewSubscriptionsJob,
  sweepCapturesJob,
  sweepObjectsJob,
  maintainCollectedJob,
  countCollectedJob,
  mergeStructuresJob,
  assignEnvironmentsJob,
  unassignMembersJob,
  removeIntegrationsJob,
];

/** Takes jobs from now on, until the queues are closed. Any number of processes may. */
export async function startJobs(services: Services, queues: Queues, checkEveryMs = CHECK_EVERY_MS): Promise<void> {
  const { logger } = services;
  startDeliveries(services, queues);
  takeCaptures(services, queues);
  const queue = queues.queue(QUEUES.maintenance);
  const work = async (job: Job) => {
    const found = jobs.find(({ name }) => name === job.name);
    if (found) return found.run(systemContext(services));
    // Another version has scheduled it. Where that runs on beside this one, it schedules it again: see CHECK_EVERY_MS.
    await queue.removeJobScheduler(job.name);
    logger.warn({ job: job.name }, 'a job that this version does not know was dropped, and is not scheduled any more');
  };
  // Side by side: a mail server that hangs shall not hold up the relay.
  const worker = queues.worker(QUEUES.maintenance, work, { concurrency: jobs.length });
  await scheduleMissing(queue);
  const check = setInterval(() => {
    scheduleMissing(queue).catch((error: unknown) => logger.warn({ err: error }, 'jobs could not be scheduled'));
  }, checkEveryMs).unref();
  worker.once('closing', () => clearInterval(check));
}

/** Schedules what the queue does not know, or was to run long ago. */
async function scheduleMissing(queue: Queue): Promise<void> {
  for (const { name, everyMs } of jobs) {
    const known = await queue.getJobScheduler(name);
    if (known?.every === everyMs && known.next !== undefined && known.next > Date.now() - 2 * everyMs) continue;
    const options = { removeOnComplete: true, removeOnFail: 100 };
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: options });
  }
}
