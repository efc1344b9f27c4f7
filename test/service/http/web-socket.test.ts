import { once } from 'node:events';
import { beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let subscribe: { id: string; type: string; payload: object };

beforeAll(async () => {
  owner = await registerUser(app);
  const project = await createProject(app, owner);
  const query = `subscription { annotationChanged(projectId: "${project.id}") { kind } }`;
  subscribe = { id: '1', type: 'subscribe', payload: { query } };
});

const open = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  return socket;
};
const init = (token?: string) => ({
  type: 'connection_init',
  payload: token ? { Authorization: `Bearer ${token}` } : {},
});

/** Opens a socket, sends the first frame, after a response the others, and waits for the end. */
async function closeCode([first, ...others]: (object | string)[]): Promise<number> {
  const socket = await open();
  const closed = once(socket, 'close');
  const send = (frame: object | string) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  if (first) send(first);
  if (others.length > 0) await once(socket, 'message');
  for (const frame of others) send(frame);
  const [code] = await closed;
  return code;
}

const rejected: [code: number, what: string, frames: () => (object | string)[]][] = [
  [4403, 'a token that is not valid', () => [init('nonsense')]],
  [4403, 'a credential that is not a bearer token', () => [{ ...init(), payload: { Authorization: 'Basic eDp5' } }]],
  [4401, 'an operation before connection_init', () => [subscribe]],
  [4429, 'a second connection_init', () => [init(owner.token), init(owner.token)]],
  [4409, 'an id in use', () => [init(owner.token), subscribe, subscribe]],
  [4400, 'a message that is not JSON', () => ['{']],
  [4400, 'a message of an unknown type', () => [init(owner.token), { type: 'destroy' }]],
  [4400, 'a message that only a server sends', () => [init(owner.token), { id: '1', type: 'next', payload: {} }]],
  [1009, 'a frame over 256 kB', () => [JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(256 * 1024) } })]],
];

test.each(rejected)('%i: %s closes the socket', async (code, _what, frames) => {
  expect(await closeCode(frames())).toBe(code);
});

test('prints nothing for wrong messages, and ignores those that follow', async () => {
  const print = vi.spyOn(console, 'error');
  const logged = vi.spyOn(app.services.logger, 'error');
  const wrong = { type: 'connection_ack' };
  expect(await closeCode([init(), ...Array.from({ length: 100 }, () => wrong)])).toBe(4400);
  expect(await closeCode([wrong])).toBe(4400);
  expect([print.mock.calls, logged.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
});

test('logs an internal error once and closes the socket with 4500', async () => {
  const print = vi.spyOn(console, 'error');
  const logged = vi.spyOn(app.services.logger, 'error').mockImplementation(() => undefined);
  const verify = vi.spyOn(app.services.accessTokens, 'verify').mockRejectedValue(new Error('unreachable'));
  expect(await closeCode([init(owner.token)])).toBe(4500);
  expect([print.mock.calls.length, logged.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1, 1]);
  vi.restoreAllMocks();
});

test('accepts a frame just below the limit', async () => {
  const socket = await open();
  socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(255 * 1024) } }));
  const [response] = await once(socket, 'message');
  expect(JSON.parse(String(response)).type).toBe('pong');
  socket.close();
});

test('closes a silent socket after three seconds with 4408', async () => {
  const started = performance.now();
  expect(await closeCode([])).toBe(4408);
  expect(performance.now() - started).toBeGreaterThan(2_500);
});

test('requires the protocol graphql-transport-ws and the path /graphql', async () => {
  const old = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-ws');
  const [refusal] = await once(old, 'error');
  expect(String(refusal)).toContain('subprotocol');
  const elsewhere = new WebSocket(`${app.url.replace('http', 'ws')}/elsewhere`, 'graphql-transport-ws');
  const [absent] = await once(elsewhere, 'error');
  expect(String(absent)).toContain('404');
});

test('supports queries and mutations, and errors with codes', async () => {
  const socket = await open();
  const responses: { id?: string; type: string; payload?: { data?: unknown; errors?: object[] } & object[] }[] = [];
  socket.on('message', (data) => responses.push(JSON.parse(String(data))));
  socket.send(JSON.stringify(init(owner.token)));
  await expect.poll(() => responses.length).toBe(1);
  const operations = ['{ me { email } }', '{ nothing }', '{', '{ project(id: "x") { id } }'];
  for (const [id, query] of operations.entries()) {
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
  }
  const responseTo = (id: string) => responses.find((response) => response.id === id && response.type !== 'complete');
  await expect.poll(() => operations.every((_query, id) => responseTo(String(id)))).toBe(true);
  expect(responseTo('0')?.payload?.data).toEqual({ me: { email: owner.email } });
  for (const id of ['1', '2']) {
    expect(responseTo(id)?.type).toBe('error');
    expect(responseTo(id)?.payload).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  }
  expect(responseTo('3')?.payload?.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  socket.close();
});
