import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
const WEB_SOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** A bare connection, and what has come over it. */
async function open() {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  opened.push(socket);
  let received = '';
  let isClosed = false;
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  return { socket, received: () => received, isClosed: () => isClosed, statuses };
}

const head = (line: string, headers: string[] = []) =>
  `${[`${line} HTTP/1.1`, 'Host: test', ...headers].join('\r\n')}\r\n\r\n`;
/** A request that makes an annotation, in two parts. */
function annotation(content: string, headers: string[]): [head: string, body: string] {
  const body = JSON.stringify({ projectId, content, url: 'https://shop.example/' });
  const own = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: Bearer ${owner.token}`,
  ];
  return [head('POST /annotations', [...own, ...headers]), body];
}

describe('an offer of HTTP/2 is ignored', () => {
  test('for requests without a body, repeatedly on one connection', async () => {
    const warnings: string[] = [];
    const keep = ({ message }: Error) => warnings.push(message);
    process.on('warning', keep);
    const { socket, statuses, received } = await open();
    for (let sent = 1; sent <= 30; sent += 1) {
      socket.write(head(sent % 2 ? 'GET /healthz' : 'GET /nowhere', H2C));
      await expect.poll(() => statuses().length).toBe(sent);
    }
    process.off('warning', keep);
    expect(statuses()).toEqual(Array.from({ length: 30 }, (_, at) => (at % 2 ? 404 : 200)));
    expect(received()).toContain('{"status":"ok"}');
    expect(warnings).toEqual([]);
  });

  test('for a body split anywhere; the next request gets a response too', async () => {
    const { socket, statuses, received } = await open();
    const [top, body] = annotation('Zuerst: ü', H2C);
    const sent = Buffer.from(top + body);
    for (const [number, at] of [20, top.length - 2, top.length, sent.length - 3, sent.length].entries()) {
      socket.write(sent.subarray(0, at));
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.write(sent.subarray(at));
      await expect.poll(() => statuses().length).toBe(number + 1);
    }
    socket.write(head('GET /healthz'));
    await expect.poll(statuses).toEqual([201, 201, 201, 201, 201, 200]);
    expect(received().match(/Zuerst: ü/g)).toHaveLength(5);
  });

  test('and other Connection options of the request are respected', async () => {
    const { socket, statuses, isClosed } = await open();
    socket.write(head('GET /healthz', ['Connection: upgrade, close', 'Upgrade: h2c']));
    await expect.poll(isClosed).toBe(true);
    expect(statuses()).toEqual([200]);
  });

  test('for pipelined requests, in order', async () => {
    const { socket, statuses } = await open();
    const sent = [
      annotation('First', []),
      annotation('Second', H2C),
      annotation('Third', H2C),
      annotation('Fourth', []),
    ];
    socket.write(sent.flat().join(''));
    await expect.poll(statuses).toEqual([201, 201, 201, 201]);
    expect(await app.services.db.annotation.count({ where: { content: { in: ['Second', 'Third', 'Fourth'] } } })).toBe(
      3,
    );
  });

  test('for a request behind a slowly read long response', async () => {
    const { socket, received } = await open();
    socket.pause().write(head('GET /overlay.js', H2C) + head('GET /healthz', H2C));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.resume();
    await expect.poll(received).toContain('{"status":"ok"}');
  });
});

describe('a WebSocket', () => {
  test('opens at /graphql with any query', async () => {
    const { socket, statuses } = await open();
    socket.write(head('GET /graphql?a=b', [...WEB_SOCKET, 'Sec-WebSocket-Protocol: graphql-transport-ws']));
    await expect.poll(statuses).toEqual([101]);
  });

  test('opens after the response to a pipelined request', async () => {
    const { socket, statuses } = await open();
    const upgrade = head('GET /graphql', [...WEB_SOCKET, 'Sec-WebSocket-Protocol: graphql-transport-ws']);
    socket.write(annotation('Before', []).join('') + upgrade);
    await expect.poll(statuses).toEqual([201, 101]);
  });

  test.each([
    ['GET /elsewhere', 404],
    ['GET /healthz', 200],
    ['DELETE /graphql', 405],
  ])('%s returns %i like without the offer', async (line, status) => {
    const [offered, plain] = [await open(), await open()];
    offered.socket.write(head(line, WEB_SOCKET));
    plain.socket.write(head(line));
    await expect.poll(() => [offered.statuses(), plain.statuses()]).toEqual([[status], [status]]);
    const bodyOf = (text: string) => text.split('\r\n\r\n')[1];
    await expect.poll(() => bodyOf(offered.received())).toEqual(bodyOf(plain.received()));
  });
});
