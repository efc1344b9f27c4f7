import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { type EventConsumer, relayEvents } from '../../../src/resolvers/platform/events/relay-events.ts';
import { retryEvents } from '../../../src/resolvers/platform/events/retry-events.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { transports, waitForSubscribers } from '../../support/live-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const twin = useTestApp(() => ({ databaseUrl: app.databaseUrl }));
const owner = useOwner(app);
let projectId: string;

beforeAll(async () => {
  projectId = (await createProject(app, owner)).id;
});
beforeEach(async () => {
  await expect.poll(pending).toBe(0);
});

const pending = () => app.services.db.event.count({ where: { relayedAt: null } });
const relay = (on: TestApp, consumer: EventConsumer) => relayEvents(systemContext(on.services), [consumer]);

/** Commits events without a notification, like a process that dies after its commit. */
async function leaveEvents(count: number, values: { annotationId?: string } = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  const event = { type: 'annotation.updated', organizationId: owner.organizationId, projectId, data: '{}', ...values };
  // A millisecond apart, and the later rows first.
  const rows = ids.map((id, index) => ({ id, ...event, createdAt: new Date(Date.now() - count + index) }));
  await app.services.db.event.createMany({ data: rows.reverse() });
  return ids;
}

/** A consumer that notes what it is handed. */
function notebook() {
  const batches: string[][] = [];
  const consumer: EventConsumer = {
    name: 'notebook',
    async consume(events) {
      batches.push(events.map(({ id }) => id));
      await new Promise(setImmediate);
    },
  };
  return { batches, consumer };
}

test('hands on events once, oldest first, in batches, and flags them', async () => {
  const ids = await leaveEvents(450);
  const { batches, consumer } = notebook();
  expect(await relay(app, consumer)).toBe(450);
  expect(batches.flat()).toEqual(ids);
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(await pending()).toBe(0);
  expect(await relay(app, consumer)).toBe(0);
});

test('shares events between concurrent relays of two processes without duplicates', async () => {
  const ids = await leaveEvents(1_000);
  const { batches, consumer } = notebook();
  const runs = [app, twin, app, twin].map((each) => relay(each, consumer));
  const handed = (await Promise.all(runs)).reduce((sum, count) => sum + count, 0);
  expect(handed).toBe(1_000);
  expect(batches.flat().sort()).toEqual([...ids].sort());
  expect(await pending()).toBe(0);
});

test('retries the events of a failing consumer one by one, without delaying others', async () => {
  const ids = await leaveEvents(3);
  const ctx = systemContext(app.services);
  const first = notebook();
  const taken: string[] = [];
  let poison = ids;
  const failing: EventConsumer = {
    name: 'failing',
    async consume(events) {
      if (events.some(({ id }) => poison.includes(id))) throw new Error('no route');
      taken.push(...events.map(({ id }) => id));
    },
  };
  const consumers = [failing, first.consumer];
  const due = () => app.services.pool.query("UPDATE event_retries SET next_at = now() - interval '1 second'");

  expect(await relayEvents(ctx, consumers)).toBe(3);
  expect([first.batches, taken, await pending()]).toEqual([[ids], [], 0]);
  const later = await leaveEvents(2);
  expect(await relayEvents(ctx, consumers)).toBe(2);
  expect([first.batches.flat(), taken]).toEqual([[...ids, ...later], later]);

  await retryEvents(ctx, consumers);
  const waits = await app.services.pool.query(
    'SELECT attempts, round(extract(epoch FROM next_at - now()) / 10) * 10 AS wait FROM event_retries',
  );
  expect(waits.rows).toEqual(Array(3).fill({ attempts: 2, wait: '10' }));
  await retryEvents(ctx, consumers);
  expect(taken).toEqual(later);

  // One of the three never passes; the others do.
  poison = ids.slice(0, 1);
  await due();
  await retryEvents(ctx, consumers);
  expect(taken.sort()).toEqual([...later, ...ids.slice(1)].sort());
  poison = [];
  await due();
  await Promise.all([app, twin].map((each) => retryEvents(systemContext(each.services), consumers)));
  expect(taken).toHaveLength(5);
  expect((await app.services.pool.query('SELECT FROM event_retries')).rowCount).toBe(0);
  expect(first.batches.flat()).toHaveLength(5);
});

test('relays an event of a late commit although later events were relayed before', async () => {
  const id = newId();
  const { batches, consumer } = notebook();
  const later = await inTransaction(app.services.pool, async (writer) => {
    const insert = `INSERT INTO events (id, type, organization_id, data) VALUES ($1, 'project.created', $2, '{}')`;
    await writer.query(insert, [id, owner.organizationId]);
    const ids = await leaveEvents(2);
    expect(await relay(app, consumer)).toBe(2);
    return ids;
  });
  expect(await relay(app, consumer)).toBe(1);
  expect(batches).toEqual([later, [id]]);
});

test('releases claimed events when the connection of a relay breaks', async () => {
  const ids = await leaveEvents(5);
  const dying: EventConsumer = {
    name: 'dying',
    async consume() {
      await twin.services.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE state = 'idle in transaction' AND datname = current_database()`,
      );
    },
  };
  await expect(relay(app, dying)).rejects.toThrow();
  const { batches, consumer } = notebook();
  expect(await relay(twin, consumer)).toBe(5);
  expect(batches).toEqual([ids]);
});

test('the sweeper of another process relays the events of a dead one to the subscribers of a third', async () => {
  const annotation = await createAnnotation(app, owner, projectId);
  await expect.poll(pending).toBe(0);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind annotation { id } } }`;
  const stream = transports['a WebSocket']?.(twin, { query, token: owner.token });
  await waitForSubscribers(twin, 1);
  await leaveEvents(1, { annotationId: annotation.id });
  const sweeper = await startTestApp({ databaseUrl: app.databaseUrl, jobs: true });
  await expect.poll(pending, { interval: 50 }).toBe(0);
  const reported = [{ annotationChanged: { kind: 'updated', annotation: { id: annotation.id } } }];
  await expect.poll(() => stream?.results).toEqual(reported);
  stream?.stop();
  await leaveEvents(2);
  await expect.poll(pending, { interval: 50 }).toBe(0);
  await sweeper.close();
});
