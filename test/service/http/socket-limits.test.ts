import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { waitForSubscribers } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp({ env: { SOCKETS_PER_USER: '3', SOCKETS_PER_IP: '6', RATE_LIMIT_IP: '20', TRUST_PROXY: '1' } });
let owner: TestUser;
let query: string;
let projectKey: string;
beforeAll(async () => {
  owner = await registerUser(app);
  const project = await createProject(app, owner);
  projectKey = project.projectKey;
  query = `subscription { annotationChanged(projectId: "${project.id}") { kind } }`;
});

interface Frame {
  id?: string;
  type: string;
  payload?: { extensions?: { code: string }; message: string }[];
}

/** A socket whose frames are kept, from an address of its own unless one is given. */
async function open(address: string): Promise<{ socket: WebSocket; frames: Frame[]; send(frame: object): void }> {
  const headers = { 'x-forwarded-for': address };
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return { socket, frames, send: (frame) => socket.send(JSON.stringify(frame)) };
}

/**
 * Opens a socket and authenticates.
 * @returns the code that closed it, or the open socket
 */
async function connect(address: string, { token }: TestUser) {
  const client = await open(address);
  const closed = once(client.socket, 'close').then(([code, reason]) => `${code} ${reason}`);
  client.send({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } });
  await Promise.race([closed, expect.poll(() => client.frames.length).toBe(1)]);
  return { ...client, closed };
}

const close = async (clients: { socket: WebSocket }[]) => {
  for (const { socket } of clients) {
    socket.close();
    await once(socket, 'close');
  }
};

test('rejects the 51st operation of a socket; the others and the socket continue', async () => {
  const { socket, frames, send } = await connect('192.0.2.1', owner);
  for (let id = 1; id <= 51; id += 1) send({ id: `${id}`, type: 'subscribe', payload: { query } });
  await expect.poll(() => frames.length).toBe(2);
  expect(frames[1]).toMatchObject({
    id: '51',
    type: 'error',
    payload: [
      {
        extensions: { code: 'BAD_USER_INPUT' },
        message: expect.stringMatching(/^This socket has reached the limit of 50 concurrent operations/),
      },
    ],
  });
  await waitForSubscribers(app, 50);
  send({ id: '7', type: 'complete' });
  await waitForSubscribers(app, 49);
  send({ id: '52', type: 'subscribe', payload: { query } });
  await waitForSubscribers(app, 50);
  expect(frames).toHaveLength(2);
  await close([{ socket }]);
  await waitForSubscribers(app, 0);
});

test('allows 5 operations on an anonymous socket', async () => {
  const { socket, frames, send } = await open('192.0.2.3');
  send({ type: 'connection_init' });
  await expect.poll(() => frames.length).toBe(1);
  const visit = `subscription { publicAnnotationChanged(projectKey: "${projectKey}") { kind } }`;
  for (let id = 1; id <= 6; id += 1) send({ id: `${id}`, type: 'subscribe', payload: { query: visit } });
  await expect.poll(() => frames.length).toBe(2);
  const message = expect.stringMatching(/^This socket has reached the limit of 5 concurrent operations/);
  expect(frames[1]).toMatchObject({ id: '6', type: 'error', payload: [{ message }] });
  await waitForSubscribers(app, 5);
  await close([{ socket }]);
  await waitForSubscribers(app, 0);
});

test('limits the sockets of a user across addresses; a closed one releases its slot', async () => {
  const clients = [];
  for (const place of [1, 2, 3]) clients.push(await connect(`192.0.2.1${place}`, owner));
  const fourth = await connect('192.0.2.14', owner);
  expect(await fourth.closed).toBe(
    '4429 This user has reached the limit of 3 open sockets and streams. Close one first.',
  );
  const another = await connect('192.0.2.15', await registerUser(app));
  expect(another.frames).toEqual([{ type: 'connection_ack' }]);
  await close(clients.splice(0, 1));
  const next = await connect('192.0.2.14', owner);
  expect(next.frames).toEqual([{ type: 'connection_ack' }]);
  await close([...clients, another, next]);
});

test('limits the unauthenticated sockets of an address', async () => {
  const clients = [];
  for (let count = 0; count < 6; count += 1) clients.push(await open('192.0.2.20'));
  await expect(open('192.0.2.20')).rejects.toThrow('429');
  const elsewhere = await open('192.0.2.21');
  await close([elsewhere, ...clients.splice(0, 1)]);
  clients.push(await open('192.0.2.20'));
  await close(clients);
});

test('counts upgrades against the rate limit of the address', async () => {
  for (let count = 0; count < 20; count += 1) await close([await open('192.0.2.22')]);
  const rejected = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-forwarded-for': '192.0.2.22', authorization: `Bearer ${owner.token}` },
  });
  const [, response] = await once(rejected, 'unexpected-response');
  expect(response.statusCode).toBe(429);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  const [body] = await once(response, 'data');
  expect(JSON.parse(String(body))).toMatchObject({
    statusCode: 429,
    message: expect.stringMatching(/^Over 20 calls in a minute; retry in \d+ s$/),
  });
  await close([await open('192.0.2.23')]);
});

test('accepts sockets of any origin', async () => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    origin: 'https://stranger.example',
  });
  await once(socket, 'open');
  await close([{ socket }]);
});

test('disconnects a client that does not read and releases its memory', async () => {
  const { socket, frames, send } = await connect('192.0.2.30', owner);
  socket.pause();
  // Each ping is answered with its payload: 60 MB that the client does not read.
  const text = 'x'.repeat(200_000);
  for (let count = 0; count < 300; count += 1) send({ type: 'ping', payload: { text } });
  const closed = once(socket, 'close');
  await expect
    .poll(() => socket.bufferedAmount, { timeout: 10_000 })
    .toBe(0)
    .catch(() => undefined);
  socket.resume();
  const [code] = await closed;
  expect(code).toBe(1006);
  expect(frames.length).toBeLessThan(200);
});
