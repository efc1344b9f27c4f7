import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useTestApp } from '../../support/use-test-app.ts';

const MIB = 1024 * 1024;

const app = useTestApp();

/** A bare connection, and what has come over it. */
async function open() {
  const { hostname, port } = new URL(app.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined);
  let received = '';
  let hasEnded = false;
  let isClosed = false;
  socket.on('end', () => {
    hasEnded = true;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (data) => {
    received += data;
  });
  await once(socket, 'connect');
  return { socket, received: () => received, hasEnded: () => hasEnded, isClosed: () => isClosed };
}

const headOf = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: test', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

test.each([
  ['POST /graphql', 413],
  ['POST /auth/login', 413],
  ['POST /nowhere', 404],
])('%s: a response before the end of a body closes the connection and arrives completely', async (line, status) => {
  const { socket, received, hasEnded } = await open();
  socket.write(headOf(line, 'Transfer-Encoding: chunked'));
  for (let sent = 0; sent < 5; sent += 1) {
    socket.write(chunkOf(MIB / 2));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  socket.write('0\r\n\r\n');
  await expect.poll(hasEnded).toBe(true);
  expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(received()).toMatch(/\r\nconnection: close\r\n/i);
  expect(received().trimEnd()).toMatch(/\}$/);
  expect(received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  socket.destroy();
});

test('a response to a complete body keeps the connection open', async () => {
  const { socket, received } = await open();
  const body = JSON.stringify({ query: '{ __typename }' });
  for (let sent = 1; sent <= 2; sent += 1) {
    socket.write(headOf('POST /graphql', `Content-Length: ${body.length}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(body);
    await expect.poll(() => received().match(/HTTP\/1\.1 200/g)?.length).toBe(sent);
  }
  expect(received()).not.toMatch(/connection: close/i);
  socket.destroy();
});

test('disconnects a client that does not send the rest', async () => {
  const { socket, received, hasEnded, isClosed } = await open();
  socket.write(headOf('POST /graphql', 'Transfer-Encoding: chunked') + chunkOf(MIB + 1));
  await expect.poll(hasEnded).toBe(true);
  expect(received()).toMatch(/^HTTP\/1\.1 413 /);
  const more = setInterval(() => socket.write(chunkOf(1)), 100);
  await expect.poll(isClosed).toBe(true);
  clearInterval(more);
});
