import { expect, test, vi } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser } from '../support/factories.ts';
import { type Stream, transports, waitForSubscribers } from '../support/live-client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook, deliveriesOf } from '../support/webhooks.ts';
import { useReceiver } from './support/use-receiver.ts';

const app = useTestApp({ jobs: true });
const hooks = useReceiver(app);

const call = (method: string, path: string, body?: object) =>
  rest(app, method, path, { token: hooks.owner.token, body });
const received = (count: number) =>
  expect.poll(() => hooks.receiver.requests.map(({ path }) => path)).toHaveLength(count);
const states = async (id: string) => (await deliveriesOf(app, hooks.owner, id)).map(({ state }) => state);

test('exports attempts, their duration and the backlog to Prometheus', async () => {
  const value = async (name: string) => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const names = [
    'pinbound_webhook_attempts_total{outcome="delivered"}',
    'pinbound_webhook_attempts_total{outcome="retry"}',
    'pinbound_webhook_attempt_duration_seconds_count',
    'pinbound_webhook_first_attempt_delay_seconds_count',
  ];
  const read = () => Promise.all(names.map(value));
  hooks.respond = (request, response) => response.writeHead(request.path === '/well' ? 200 : 500).end();
  await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/well` });
  await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/ill` });
  await createAnnotation(app, hooks.owner, hooks.projectId);
  await expect.poll(read).toEqual([1, 1, 2, 2]);

  // Due, and leased by another worker.
  await app.services.pool.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = now() + interval '1 minute' WHERE state = 'pending'`,
  );
  await expect.poll(() => value('pinbound_webhook_backlog')).toBeGreaterThan(0);
});

test('sends a test event to this webhook alone, regardless of its subscriptions', async () => {
  const { id } = await createWebhook(app, hooks.owner, {
    url: `${hooks.receiver.url}/this`,
    events: ['project.created'],
  });
  await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/other` });
  const { status, body } = await call('POST', `/v1/webhooks/${id}/test`);
  expect([status, body.data]).toEqual([202, expect.objectContaining({ webhookId: id, type: 'test' })]);
  await received(1);
  const [request] = hooks.receiver.requests;
  expect(request?.path).toBe('/this');
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
    id: body.data.eventId,
    type: 'test',
    createdAt: expect.any(String),
    data: { message: expect.any(String) },
  });
  await expect.poll(() => states(id)).toEqual(['delivered']);
});

test('redelivers what failed in a time range, and nothing else', async () => {
  hooks.respond = (_request, response) => response.writeHead(500).end();
  const { id } = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  for (const content of ['early', 'one', 'two', 'late'])
    await createAnnotation(app, hooks.owner, hooks.projectId, { content });
  await received(4);
  const { pool } = app.services;
  await expect
    .poll(async () => (await deliveriesOf(app, hooks.owner, id)).every(({ attemptCount }) => attemptCount === 1))
    .toBe(true);
  const move = (content: string, at: string, state = 'exhausted') =>
    pool.query(
      `UPDATE webhook_deliveries SET created_at = $2, state = $3::"WebhookDeliveryState", next_attempt_at = NULL
        WHERE webhook_id = $4 AND body LIKE '%"' || $1 || '"%'`,
      [content, at, state, id],
    );
  await move('early', '2026-01-01T09:59:59Z');
  await move('one', '2026-01-01T10:00:00Z');
  await move('two', '2026-01-01T11:00:00Z');
  await move('late', '2026-01-01T11:00:01Z');
  hooks.respond = (_request, response) => response.writeHead(200).end();
  const range = { from: '2026-01-01T10:00:00Z', to: '2026-01-01T11:00:00Z' };
  const path = `/v1/webhooks/${id}/redeliver`;
  const first = await call('POST', path, range);
  expect([first.status, first.body.data]).toEqual([202, { count: 2, hasMore: false }]);
  await received(6);
  const texts = hooks.receiver.requests.slice(4).map(({ body }) => JSON.parse(body.toString()).data.comment.text);
  expect(texts.sort()).toEqual(['one', 'two']);
  await expect.poll(() => states(id)).toEqual(['exhausted', 'delivered', 'delivered', 'exhausted']);
  expect((await call('POST', path, range)).body.data).toEqual({ count: 0, hasMore: false });
  const ofDay = await call('POST', path, { from: '2026-01-01', to: '2026-01-01' });
  expect(ofDay.body.data).toEqual({ count: 2, hasMore: false });
  await received(8);
  const turned = await call('POST', path, { from: range.to, to: range.from });
  expect([turned.status, turned.body.message]).toEqual([400, 'from: must not be after to']);
});

test('twenty concurrent redeliveries number their attempts without gaps', async () => {
  const { id } = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  await createAnnotation(app, hooks.owner, hooks.projectId);
  await expect.poll(() => states(id)).toEqual(['delivered']);
  const [delivery] = await deliveriesOf(app, hooks.owner, id);
  const path = `/v1/webhooks/${id}/deliveries/${delivery?.id}/redeliver`;
  const responses = await Promise.all(Array.from({ length: 20 }, () => call('POST', path)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
  await expect.poll(() => states(id)).toEqual(['delivered']);
  const [after] = await deliveriesOf(app, hooks.owner, id);
  expect(after?.attemptCount).toBeGreaterThan(1);
  expect(after?.attempts.map(({ number }) => number)).toEqual(
    Array.from({ length: after?.attemptCount ?? 0 }, (_, n) => n + 1),
  );
  expect(hooks.receiver.requests.map(({ headers }) => headers['x-svc-attempt'])).toEqual(
    after?.attempts.map(({ number }) => String(number)),
  );
});

test('a disabled webhook receives nothing, not even on request; once enabled, it receives new events', async () => {
  const { id } = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  await createAnnotation(app, hooks.owner, hooks.projectId);
  await received(1);
  const [delivery] = await deliveriesOf(app, hooks.owner, id);
  await call('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  await createAnnotation(app, hooks.owner, hooks.projectId);
  const range = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  for (const [path, body] of [
    [`deliveries/${delivery?.id}/redeliver`, undefined],
    ['redeliver', range],
    ['test', undefined],
  ] as const) {
    const rejected = await call('POST', `/v1/webhooks/${id}/${path}`, body);
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      expect.stringContaining('The webhook is disabled; enable it first'),
    ]);
  }
  await call('PATCH', `/v1/webhooks/${id}`, { enabled: true });
  await createAnnotation(app, hooks.owner, hooks.projectId, { content: 'then' });
  await received(2);
  expect(hooks.receiver.requests[1]?.body.toString()).toContain('"then"');
  expect(await deliveriesOf(app, hooks.owner, id)).toHaveLength(2);
});

test('a live subscription reports each delivery when it is created and when it ends, to admins only', async () => {
  hooks.respond = (_request, response) => response.writeHead(500).end('broken');
  const { id } = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  const other = await createWebhook(app, hooks.owner, {
    url: `${hooks.receiver.url}/other`,
    events: ['project.created'],
  });
  const query = `subscription { webhookDeliveryChanged(webhookId: "${id}") { webhookId type state attemptCount error attempts { responseBody } } }`;
  const streams = Object.values(transports).map((subscribe) =>
    subscribe(app, { query, token: hooks.owner.token }),
  ) as Stream[];
  await waitForSubscribers(app, streams.length);
  await createAnnotation(app, hooks.owner, hooks.projectId);
  await createProject(app, hooks.owner);
  for (const stream of streams) {
    await expect
      .poll(() => stream.results.at(-1)?.webhookDeliveryChanged)
      .toEqual({
        webhookId: id,
        type: 'comment.created',
        state: 'pending',
        attemptCount: 1,
        error: 'The receiver responded with 500; expected 2xx',
        attempts: [{ responseBody: 'broken' }],
      });
    expect(stream.results.some(({ webhookDeliveryChanged: { webhookId } }) => webhookId === other.id)).toBe(false);
  }
  const outsider = await registerUser(app);
  for (const subscribe of Object.values(transports)) {
    expect(await subscribe(app, { query, token: outsider.token }).ended).toBe('NOT_FOUND');
  }
  const admin = await registerMember(app, hooks.owner.organizationId, 'admin');
  const ofAdmin = Object.values(transports).map((subscribe) => subscribe(app, { query, token: admin.token }));
  await waitForSubscribers(app, 4);
  const members = `/organizations/${hooks.owner.organizationId}/members`;
  const { body } = await call('GET', members);
  const membership = body.find(({ userId }: { userId: string }) => userId === admin.id);
  await call('PATCH', `${members}/${membership.id}`, { role: 'editor' });
  expect(await Promise.all(ofAdmin.map(({ ended }) => ended))).toEqual(['complete', 'complete']);
  for (const stream of streams) stream.stop();
  await waitForSubscribers(app, 0);
});

test('a failing permission check ends a live subscription with INTERNAL, not NOT_FOUND', async () => {
  const { id } = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  const { pool } = app.services;
  const ask = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const query = vi.spyOn(pool, 'query').mockImplementation((async (
    statement: { text?: string },
    ...rest: unknown[]
  ) => {
    if (statement.text?.includes('JOIN webhooks w ON w.id = r.topic')) throw new Error('the connection was lost');
    return ask(statement, ...rest);
  }) as never);
  for (const subscribe of Object.values(transports)) {
    const document = `subscription { webhookDeliveryChanged(webhookId: "${id}") { state } }`;
    expect(await subscribe(app, { query: document, token: hooks.owner.token }).ended).toBe('INTERNAL');
  }
  query.mockRestore();
  await waitForSubscribers(app, 0);
});
