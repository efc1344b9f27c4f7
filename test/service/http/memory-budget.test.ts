import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/support/call.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const MIB = 1024 * 1024;
const FULL = 'Too many request bodies are in memory; retry in a few seconds';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
let user: TestUser;
beforeAll(async () => {
  user = await registerUser(app);
});

interface Head {
  path: string;
  bytes: number;
  token?: string;
  /** From where it comes. */
  address?: string;
  /** Has the service say that it has read the head. */
  waits?: boolean;
}

/** Sends the head of a request, and so many bytes of its body as are given. */
function begin({ path, bytes, token, address = '192.0.2.1', waits }: Head, sent = 0): Socket {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: test',
    'content-type: application/json',
    `content-length: ${bytes}`,
    `x-forwarded-for: ${address}`,
    ...(waits ? ['expect: 100-continue'] : []),
    ...(token ? [`authorization: Bearer ${token}`] : []),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, ' '));
  return socket;
}

const IMPORT = { path: '/v1/import/projects', bytes: 10 * MIB };
const importNothing = (as: TestUser, address = '192.0.2.1') =>
  rest(app, 'POST', IMPORT.path, {
    token: as.token,
    body: `{"projects": []}${' '.repeat(3 * MIB)}`,
    headers: { 'x-forwarded-for': address },
  });
const refresh = (address: string) =>
  rest(app, 'POST', '/auth/refresh', { body: { refreshToken: 'no token' }, headers: { 'x-forwarded-for': address } });

/**
 * Opens requests with pending bodies until the budget rejects a new one. Retries if a probe took
 * the memory of a pending body.
 */
async function holdUntil(isFull: () => Promise<boolean>, hold: () => Socket[]): Promise<Socket[]> {
  for (;;) {
    const held = hold();
    for (let tries = 0; tries < 50; tries += 1) if (await isFull()) return held;
    for (const socket of held) socket.destroy();
  }
}

test.each([
  ['no token', undefined],
  ['an invalid token', 'abc'],
])('rejects a request with %s before its body where a token is required', async (_what, token) => {
  const socket = begin({ ...IMPORT, token });
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test('limits the bodies of one user; others are unaffected, and interrupted ones release memory', async () => {
  const held = await holdUntil(
    async () => (await importNothing(user)).status === 503,
    () => Array.from({ length: 3 }, () => begin({ ...IMPORT, token: user.token }, IMPORT.bytes - 1)),
  );
  const rejected = await importNothing(user);
  expect(rejected.body).toEqual(errorBody(503, FULL));
  expect(rejected.headers.get('retry-after')).toBe('2');
  expect((await importNothing(await registerUser(app))).status).toBe(200);
  expect((await refresh('192.0.2.1')).status).toBe(401);
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await importNothing(user)).status).toBe(200);
});

test('limits the bodies of an address without a token, also over GraphQL', async () => {
  const address = '2001:db8::1';
  const neighbor = '2001:db8::2';
  const held = await holdUntil(
    async () => (await refresh(neighbor)).status === 503,
    () => [
      ...Array.from({ length: 32 }, () => begin({ path: '/graphql', bytes: MIB, address }, MIB - 1)),
      begin({ path: '/graphql', bytes: 100, address }, 20),
    ],
  );
  const body = { query: '{ __typename }' };
  const {
    status,
    headers,
    body: response,
  } = await rest(app, 'POST', '/graphql', {
    body,
    headers: { 'x-forwarded-for': neighbor },
  });
  const extensions = { code: 'UNAVAILABLE', retryAfterSeconds: 2 };
  expect([status, headers.get('retry-after'), response]).toEqual([
    503,
    '2',
    { errors: [{ message: FULL, extensions }] },
  ]);
  expect((await refresh('192.0.2.9')).status).toBe(401);
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await refresh(neighbor)).status).toBe(401);
});

test('limits the bodies of a network across its users', async () => {
  const users = [user, await registerUser(app), await registerUser(app)] as const;
  const held = await holdUntil(
    async () => (await importNothing(users[2])).status === 503,
    () => [
      ...users.slice(0, 2).flatMap(({ token }) => [1, 2, 3].map(() => begin({ ...IMPORT, token }, IMPORT.bytes - 1))),
      begin({ ...IMPORT, token: users[2].token }, 2 * MIB),
    ],
  );
  expect((await importNothing(users[2], '192.0.2.2')).status).toBe(200);
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await importNothing(users[2])).status).toBe(200);
});

test('reserves no memory for announced bytes that do not arrive', async () => {
  const address = '192.0.2.7';
  const sockets = Array.from({ length: 40 }, () => begin({ path: '/graphql', bytes: MIB, address, waits: true }, 1));
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  expect((await refresh(address)).status).toBe(401);
  for (const socket of sockets) socket.destroy();
});
