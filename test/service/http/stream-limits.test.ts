import { once } from 'node:events';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { waitForSubscribers } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp({ env: { SOCKETS_PER_USER: '2', SOCKETS_PER_IP: '3', TRUST_PROXY: '1' } });
let owner: TestUser;
let project: { id: string; projectKey: string };
beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
});

const opened: AbortController[] = [];
const closeAll = async () => {
  for (const stream of opened.splice(0)) stream.abort();
  await waitForSubscribers(app, 0);
};
afterEach(closeAll);

/**
 * Opens an event stream of a member if a token is given, otherwise of a visitor.
 * @returns the status, and the body of an error response
 */
async function open(address: string, options: { token?: string; accept?: string; query?: string } = {}) {
  const { token, accept = 'text/event-stream' } = options;
  const query = token
    ? `subscription { annotationChanged(projectId: "${project.id}") { kind } }`
    : `subscription { publicAnnotationChanged(projectKey: "${project.projectKey}") { kind } }`;
  const stream = new AbortController();
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': address,
      'content-type': 'application/json',
      accept,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: options.query ?? query }),
    signal: stream.signal,
  });
  opened.push(stream);
  const refusal = response.status === 200 ? '' : await response.text();
  return { status: response.status, stream, refusal, retryAfter: response.headers.get('retry-after') };
}

const full = (holder: string, max: number) =>
  `This ${holder} has reached the limit of ${max} open sockets and streams. Close one first.`;

test('limits the streams of an address; a closed one releases its slot', async () => {
  for (let count = 0; count < 3; count += 1) expect((await open('192.0.2.1')).status).toBe(200);
  const fourth = await open('192.0.2.1');
  expect(fourth.status).toBe(429);
  expect(fourth.refusal).toContain(full('address', 3));
  expect(fourth.refusal).toContain('"RATE_LIMITED"');
  // When somebody closes one, no clock says.
  expect(fourth.retryAfter).toBeNull();
  expect((await open('192.0.2.2')).status).toBe(200);
  await waitForSubscribers(app, 4);
  await closeAll();
  expect((await open('192.0.2.1')).status).toBe(200);
});

test('counts all addresses of an IPv6 /64 as one', async () => {
  for (const host of ['2001:db8:1:2::1', '[2001:db8:1:2::2]:4711', '2001:db8:1:2:ffff::3']) {
    expect((await open(host)).status).toBe(200);
  }
  expect((await open('2001:db8:1:2::4')).refusal).toContain(full('address', 3));
  expect((await open('2001:db8:1:3::1')).status).toBe(200);
  for (const port of [1, 2, 3]) expect((await open(`192.0.2.3:${port}`)).status).toBe(200);
  expect((await open('192.0.2.3:4')).status).toBe(429);
});

test('limits the streams of a user across addresses', async () => {
  const { token } = owner;
  for (const address of ['192.0.2.11', '192.0.2.12']) expect((await open(address, { token })).status).toBe(200);
  expect((await open('192.0.2.13', { token })).refusal).toContain(full('user', 2));
  expect((await open('192.0.2.13', { token: (await registerUser(app)).token })).status).toBe(200);
});

test('shares slots between sockets and streams', async () => {
  for (let count = 0; count < 2; count += 1) expect((await open('192.0.2.21')).status).toBe(200);
  const connect = () =>
    new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': '192.0.2.21' },
    });
  const socket = connect();
  await once(socket, 'open');
  expect((await open('192.0.2.21')).status).toBe(429);
  await expect(once(connect(), 'open')).rejects.toThrow('429');
  socket.close();
  await once(socket, 'close');
  await expect.poll(async () => (await open('192.0.2.21')).status).toBe(200);
});

test('releases the slot of a request that opens no stream', async () => {
  for (let count = 0; count < 5; count += 1) {
    const closed = await open('192.0.2.31', {
      query: 'subscription { publicAnnotationChanged(projectKey: "x") { kind } }',
    });
    expect(closed.status).toBe(200);
    await open('192.0.2.31', { accept: 'application/json' });
    const reading = await open('192.0.2.31', { accept: 'application/json', query: '{ __typename }' });
    expect(reading.status).toBe(200);
  }
  expect((await open('192.0.2.31')).status).toBe(200);
});
