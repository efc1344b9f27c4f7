import { type Context, systemContext } from '../context.ts';
import type { Queues } from '../infrastructure/queue.ts';
import type { Services } from '../services.ts';
import { purge } from './purge-expired.job.ts';
import { sweepEvents } from './sweep-events.job.ts';

const QUEUE = 'maintenance';

/** Work that is due again and again, whichever worker takes it. */
export interface ScheduledJob {
  name: string;
  everyMs: number;
  run(ctx: Context): Promise<void>;
}

const jobs: ScheduledJob[] = [sweepEvents, purge];

/** Takes jobs from now on, until the queues are closed. Any number of processes may. */
export async function startJobs(services: Services, queues: Queues): Promise<void> {
  queues.worker(QUEUE, async (job) => {
    const found = jobs.find(({ name }) => name === job.name);
    if (found) await found.run(systemContext(services));
    else services.logger.warn({ job: job.name }, 'a job that this version does not know was dropped');
  });
  for (const { name, everyMs } of jobs) {
    await queues
      .queue(QUEUE)
      .upsertJobScheduler(name, { every: everyMs }, { name, opts: { removeOnComplete: true, removeOnFail: 100 } });
  }
}
