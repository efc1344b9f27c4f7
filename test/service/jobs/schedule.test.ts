import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { createContainer } from '../../../src/container/create-container.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { createLogger } from '../../../src/infrastructure/telemetry/logger.ts';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import { cleanUp, temporaryDirectory } from '../../support/data-dirs.ts';
import { emptyQueues } from '../../support/queues.ts';
import { createTestDatabase } from '../../support/test-database.ts';

afterAll(cleanUp);

/** Settings of a process on this database, with files of its own. */
const configOf = async (url: string) =>
  readConfig({ DATABASE_URL: url, DATA_DIR: await temporaryDirectory(), AUTH_SECRET: 'x'.repeat(32) });

test('removes the schedule of a job of another version; that version adds it again', async () => {
  const { url, drop } = await createTestDatabase();
  const config = await configOf(url);
  const { services, queues, close } = await createContainer(
    config,
    createLogger('silent'),
    url,
    resolve('dist/clients'),
  );
  const queue = queues.queue('maintenance');
  const scheduled = async () => (await queue.getJobSchedulers()).map(({ key }) => key).sort();
  await queue.upsertJobScheduler('retired', { every: 100 }, { name: 'retired' });
  await startJobs(services, queues, 200);
  await expect.poll(scheduled).not.toContain('retired');
  const delayed = async () => (await queue.getDelayed()).map(({ name }) => name);
  await expect.poll(delayed).not.toContain('retired');
  expect(await scheduled()).toContain('sweep-events');

  await queue.removeJobScheduler('sweep-events');
  await expect.poll(scheduled).toContain('sweep-events');
  await close();
  await drop();
});

test('schedules all jobs again after the queue lost its data, and runs due ones', async () => {
  const { url, drop } = await createTestDatabase();
  const config = await configOf(url);
  const { services, queues, close } = await createContainer(
    config,
    createLogger('silent'),
    url,
    resolve('dist/clients'),
  );
  const sweptUp = async () => {
    await services.pool.query("INSERT INTO events (id, type, organization_id, data) VALUES ($1, 'x', $1, '{}')", [
      newId(),
    ]);
    const pending = () => services.db.event.count({ where: { relayedAt: null } });
    await expect.poll(pending, { interval: 50 }).toBe(0);
  };
  const scheduled = async () => {
    const schedulers = await queues.queue('maintenance').getJobSchedulers();
    return schedulers.map(({ key }) => key).sort();
  };
  await startJobs(services, queues, 200);
  await sweptUp();
  const before = await scheduled();
  expect(before).toContain('sweep-events');

  await emptyQueues(services.pool, undefined);
  await sweptUp();
  await expect.poll(scheduled).toEqual(before);
  await close();
  await drop();
});
