import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Context, systemContext } from '../../../src/context.ts';
import { mergePendingChanges } from '../../../src/resolvers/addons/collection/structures/merge-pending-changes.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { type EventConsumer, relayEvents } from '../../../src/resolvers/platform/events/relay-events.ts';
import { sweepObjects } from '../../../src/resolvers/platform/objects/sweep-objects.ts';
import { registerUser } from '../../support/factories.ts';
import { startTestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

let stop: AbortController;
let ctx: Context;
beforeEach(() => {
  stop = new AbortController();
  ctx = systemContext({ ...app.services, stopping: stop.signal });
});

test('signals a stop to running work', async () => {
  const other = await startTestApp({ databaseUrl: app.databaseUrl });
  expect(other.services.stopping.aborted).toBe(false);
  await other.close();
  expect(other.services.stopping.aborted).toBe(true);
});

test('ends the sweep of objects with the current batch', async () => {
  const { objects } = app.services;
  const { list } = objects;
  let lists = 0;
  vi.spyOn(objects, 'list').mockImplementation((start) => {
    // The first look is for the mark.
    lists += 1;
    if (lists === 3) stop.abort();
    return list(start);
  });
  await sweepObjects(ctx);
  expect(lists).toBe(3);
});

test('ends the purge with the current statement', async () => {
  const query = vi.spyOn(app.services.pool, 'query').mockImplementationOnce(async () => {
    stop.abort();
    return { rowCount: 1_000 };
  });
  await purgeExpired(ctx);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

test('ends the relay with the current batch; the next relay continues', async () => {
  const { organizationId } = await registerUser(app);
  await app.services.db.event.createMany({
    data: Array.from({ length: 250 }, () => ({
      id: randomUUID(),
      type: 'annotation.updated',
      organizationId,
      data: '{}',
    })),
  });
  const consumer: EventConsumer = { name: 'stops', consume: async () => stop.abort() };
  expect(await relayEvents(ctx, [consumer])).toBe(200);
  expect(await relayEvents(systemContext(app.services), [consumer])).toBe(50);
});

test('ends merging with the current session', async () => {
  const { pool } = app.services;
  await pool.query(
    `INSERT INTO page_changes (batch_id, project_id, session_id, page_id, received_at, bytes, changes)
     SELECT gen_random_uuid(), $1, i::text, $1, now(), 9, '{"base": 1}' FROM generate_series(1, 3) AS i`,
    [randomUUID()],
  );
  const left = async () => (await pool.query('SELECT FROM page_changes')).rowCount;
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connecting = vi.spyOn(pool, 'connect').mockImplementationOnce(() => {
    stop.abort();
    return connect();
  });
  await mergePendingChanges(ctx);
  connecting.mockRestore();
  expect(await left()).toBe(2);
  await mergePendingChanges(systemContext(app.services));
  expect(await left()).toBe(0);
});
