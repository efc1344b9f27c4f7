import type { Queue, Worker } from 'bullmq';

/**
 * Closes a queue or worker that uses Redis. If its connection is lost, this waits only for the jobs
 * that run: BullMQ waits for the event `end` of its clients, which ioredis does not emit for a
 * client that is disconnected between two attempts to connect, and for results that Redis cannot
 * store. Redis repeats the jobs.
 *
 * @param jobsEnded resolves once no job runs
 */
export async function closeRedisQueue(opened: Queue | Worker, jobsEnded: () => Promise<void>): Promise<void> {
  // Pending until the first connection.
  const client = await Promise.race([opened.getBackend().client, undefined]).catch(() => undefined);
  const lost = new Promise<void>((resolve) => {
    if (client?.status === 'ready') client.once('close', () => resolve());
    else resolve();
  });
  const closed = opened.close().then(() => true);
  closed.catch(() => undefined);
  if (await Promise.race([closed, lost])) return;
  await jobsEnded();
  client?.disconnect();
}
