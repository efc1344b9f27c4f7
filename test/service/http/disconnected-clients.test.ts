import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { waitForSubscribers } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
let subscription: string;

beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  subscription = `subscription { annotationChanged(projectId: "${projectId}") { annotation { content } } }`;
});

/** Posts a document over a socket of its own, which never reads. */
async function post(query: string): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const body = JSON.stringify({ query });
  const head = [
    'POST /graphql HTTP/1.1',
    'host: test',
    `authorization: Bearer ${owner.token}`,
    `accept: ${query.startsWith('subscription') ? 'text/event-stream' : 'application/json'}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  const socket = connect(Number(port), hostname).pause();
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'connect');
  return socket;
}

/** Subscribes over a WebSocket. */
async function openWebSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${owner.token}` } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: subscription } }));
  return socket;
}

test('a disconnected WebSocket ends its subscription', async () => {
  const socket = await openWebSocket();
  await waitForSubscribers(app, 1);
  socket.terminate();
  await waitForSubscribers(app, 0);
});

test('a disconnected stream ends its subscription, however early', async () => {
  const reader = await post(subscription);
  await waitForSubscribers(app, 1);
  for (let delayMs = 0; delayMs < 20; delayMs += 1) {
    const hasty = await post(subscription);
    setTimeout(() => hasty.destroy(), delayMs);
  }
  reader.destroy();
  await waitForSubscribers(app, 0);
});

test('a client that disconnects before the response is not a server error', async () => {
  const errors: unknown[] = [];
  const { logger } = app.services;
  logger.error = (fields) => errors.push(fields);
  for (let delayMs = 0; delayMs < 12; delayMs += 1) {
    const hasty = await post(`{ annotations(projectId: "${projectId}") { nodes { id } } }`);
    setTimeout(() => hasty.destroy(), delayMs);
  }
  await createAnnotation(app, owner, projectId);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).not.toContain('status="500"');
  expect(errors).toEqual([]);
});

test('a client that disconnects during a body is not a server error', async () => {
  const logged: unknown[] = [];
  const { logger } = app.services;
  logger.error = (fields) => logged.push(fields);
  const { hostname, port } = new URL(app.url);
  for (const path of ['/auth/login', '/annotations/public', '/graphql', '/v1/collect']) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const head = [`POST ${path} HTTP/1.1`, 'host: test', 'content-type: application/json', 'content-length: 5000'];
    socket.write(`${[...head, 'expect: 100-continue'].join('\r\n')}\r\n\r\n{"a":`);
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  const asked = async () => (await fetch(`${app.url}/metrics`)).text();
  // The metrics count disconnected requests as 499, not as faults of the service.
  await expect.poll(asked).toContain('status="499"');
  expect(await asked()).not.toContain('status="500"');
  expect(logged).toEqual([]);
});

test('a multipart body is rejected before it is read, so that an interrupted one is not a server error', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const type = 'multipart/form-data; boundary=x';
  socket.write(`POST /graphql HTTP/1.1\r\nhost: test\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n--x`);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 415 /);
  socket.destroy();
});

test('clients that do not read are disconnected before they fill the memory', async () => {
  const stream = await post(subscription);
  const socket = await openWebSocket();
  socket.pause();
  await waitForSubscribers(app, 2);
  const content = 'x'.repeat(10_000);
  const annotations = await Promise.all(
    Array.from({ length: 10 }, () => createAnnotation(app, owner, projectId, { content })),
  );
  const events = await app.services.db.event.findMany({
    where: { annotationId: { in: annotations.map(({ id }) => id) } },
  });
  const references = events.map(({ id }) => ({ topic: projectId, id }));
  const before = process.memoryUsage().rss;
  // 10 kB each: what the kernel's buffers take, and then a thousand more.
  for (let reported = 0; reported < 4_000; reported += references.length) await app.services.live.publish(references);
  await waitForSubscribers(app, 0);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  stream.destroy();
  socket.terminate();
});
