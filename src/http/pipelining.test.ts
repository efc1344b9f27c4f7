import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { sequentially } from './pipelining.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Connects to a server with this listener and sends the requests in one write. */
async function send(listener: RequestListener, requests: string): Promise<Socket> {
  const server = createServer(sequentially(listener));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  closing.push(() => {
    socket.destroy();
    server.close();
  });
  socket.write(requests);
  return socket;
}

const gets = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nhost: test\r\n\r\n`).join('');
const last = 'GET /last HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n';
const pathsIn = (responses: string) => [...responses.matchAll(/<(.*?)>/g)].map(([, path]) => path);

test('handles pipelined requests sequentially, each with its body', async () => {
  let concurrent = 0;
  let maxConcurrent = 0;
  const post = `POST /post HTTP/1.1\r\nhost: test\r\ncontent-length: 200000\r\n\r\n${'x'.repeat(200_000)}`;
  const socket = await send(
    async (request, response) => {
      concurrent += 1;
      maxConcurrent = Math.max(maxConcurrent, concurrent);
      const body = await text(request);
      concurrent -= 1;
      response.end(`<${request.url} ${body.length}>`);
    },
    gets(3) + post + last,
  );
  expect(pathsIn(await text(socket))).toEqual(['/0 0', '/1 0', '/2 0', '/post 200000', '/last 0']);
  expect(maxConcurrent).toBe(1);
});

test('handles pipelined requests with immediate responses', async () => {
  const socket = await send((request, response) => response.end(`<${request.url}>`), gets(100) + last);
  expect(pathsIn(await text(socket))).toHaveLength(101);
});

test.each([
  [100, 'accepts', 101],
  [101, 'closes the connection of', 0],
])('with %i requests behind one, it %s all', async (count, _outcome, responses) => {
  const socket = await send(
    (request, response) => void setTimeout(() => response.end(`<${request.url}>`), 5),
    gets(count) + last,
  );
  expect(pathsIn(await text(socket).catch(() => ''))).toHaveLength(responses);
});

test('emits close on the current response of a closed connection and starts no further request', async () => {
  let begun = 0;
  let closed = 0;
  const socket = await send((_request, response) => {
    begun += 1;
    response.once('close', () => {
      closed += 1;
    });
    setTimeout(() => response.end(Buffer.alloc(1024 * 1024)), 20);
  }, gets(60));
  socket.pause();
  await expect.poll(() => begun).toBeGreaterThan(1);
  socket.destroy();
  await expect.poll(() => closed).toBe(begun);
  const before = begun;
  await new Promise((later) => setTimeout(later, 100));
  expect(begun).toBe(before);
  expect(closed).toBe(before);
});
