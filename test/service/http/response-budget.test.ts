import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/support/call.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const FULL = 'The server has too many unread responses. Read them, then retry.';
/** 30 kB each. */
const LONG = '漢'.repeat(10_000);
const ITEMS = 60;

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
let owner: TestUser;
let projectKey: string;
beforeAll(async () => {
  owner = await registerUser(app);
  const project = await createProject(app, owner);
  projectKey = project.projectKey;
  for (let i = 0; i < ITEMS; i += 1) await createAnnotation(app, owner, project.id, { content: LONG });
});

/** All of it, so many times: 1.8 MB each. */
const listed = (times: number): string => {
  const lists = Array.from(
    { length: times },
    (_, i) => `l${i}: publicAnnotations(projectKey: "${projectKey}", first: ${ITEMS}) { nodes { content } }`,
  );
  return `{ ${lists.join(' ')} }`;
};

/** Asks for a list so many times, and reads nothing of the answer. */
function ask(times: number, address: string, more: { token?: string; accept?: string } = {}): Socket {
  const { hostname, port } = new URL(app.url);
  const body = JSON.stringify({ query: listed(times) });
  const head = [
    'POST /graphql HTTP/1.1',
    'host: test',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-forwarded-for: ${address}`,
    `accept: ${more.accept ?? 'application/json'}`,
    ...(more.token ? [`authorization: Bearer ${more.token}`] : []),
  ];
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/**
 * Leaves as many responses unread as the budget permits. Sequential: a response in progress uses
 * memory too.
 */
async function fill(address: string, more?: Parameters<typeof ask>[2]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const times of [5, 5, 5, 3]) {
    const socket = ask(times, address, more);
    sockets.push(socket);
    await once(socket, 'readable');
  }
  return sockets;
}
const read = (address: string, limit = ITEMS, token?: string) =>
  rest(app, 'GET', `/annotations/project/${projectKey}/public?limit=${limit}`, {
    token,
    headers: { 'x-forwarded-for': address },
  });

test('limits the unread responses of one client; others and small ones are unaffected, and closed ones release memory', async () => {
  const address = '192.0.2.1';
  const unread = await fill(address);
  await expect.poll(async () => (await read(address)).status).toBe(503);
  const rejected = await read(address);
  expect(rejected.body).toEqual(errorBody(503, FULL));
  expect(rejected.headers.get('retry-after')).toBe('2');
  expect((await read(address, 1)).status).toBe(200);
  expect((await read('192.0.2.2')).status).toBe(200);
  expect((await read(address, ITEMS, owner.token)).status).toBe(200);
  for (const socket of unread) socket.destroy();
  await expect.poll(async () => (await read(address)).status).toBe(200);
});

test.each(['text/event-stream', 'multipart/mixed'])('limits unread responses requested as %s', async (accept) => {
  const address = '192.0.2.3';
  const unread = await fill(address, { accept });
  await expect.poll(async () => (await read(address)).status).toBe(503);
  for (const socket of unread) socket.destroy();
  await expect.poll(async () => (await read(address)).status).toBe(200);
});

test('limits the unread responses of a network across its users', async () => {
  const address = '192.0.2.4';
  const [one, two, three] = [owner, await registerUser(app), await registerUser(app)];
  const unread = [...(await fill(address, { token: one.token })), ...(await fill(address, { token: two.token }))];
  const refusalOf = async (from: string) => {
    const headers = { 'x-forwarded-for': from };
    const { errors } = await graphql(app, listed(2), {}, { token: three.token, headers });
    return errors?.[0];
  };
  const extensions = { code: 'UNAVAILABLE', retryAfterSeconds: 2 };
  await expect.poll(() => refusalOf(address)).toMatchObject({ message: FULL, extensions });
  expect(await refusalOf('192.0.2.5')).toBeUndefined();
  for (const socket of unread) socket.destroy();
  await expect.poll(() => refusalOf(address)).toBeUndefined();
});

test('read responses use no budget', async () => {
  for (let i = 0; i < 10; i += 1) {
    const { data } = await graphql(app, listed(5));
    expect(data.l4.nodes).toHaveLength(ITEMS);
  }
});

test('one that is larger than answers may be is refused', async () => {
  // Responses of earlier tests may still use the budget.
  const refusal = async () => (await graphql(app, listed(14))).errors?.[0];
  await expect.poll(refusal).toMatchObject({
    message: 'The response would exceed 16 MiB; request fewer items or fewer fields',
    extensions: { code: 'BAD_USER_INPUT' },
  });
});

test('releases the memory of a client that disconnected before its response', async () => {
  const address = '192.0.2.6';
  for (let i = 0; i < 12; i += 1) {
    const hasty = ask(5, address);
    await once(hasty, 'connect');
    setTimeout(() => hasty.destroy(), i * 3);
    await once(hasty, 'close');
  }
  await expect.poll(async () => (await read(address)).status).toBe(200);
});
