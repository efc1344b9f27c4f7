import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openHttpServer } from '../../../src/http/server.ts';
import { freePort } from '../../support/server-process.ts';

const KIB = 1024;

test('closes a connection over the limit', async () => {
  const connections = { max: 2, isDirect: true };
  const address = { port: await freePort(), host: '127.0.0.1', setting: 'PORT' as const, connections };
  const warn = vi.fn();
  const server = await openHttpServer(address, { warn });
  const open = () => connect(address.port, address.host).on('error', () => undefined);
  const sockets = [open(), open()];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const third = open();
  await once(third, 'close');
  expect(sockets.map((socket) => socket.destroyed)).toEqual([false, false]);
  expect(warn).toHaveBeenCalledTimes(1);
  for (const socket of sockets) socket.destroy();
  await server.close();
});

test('closes a connection after its timeout response if the client does not', async () => {
  const address = {
    port: await freePort(),
    host: '127.0.0.1',
    setting: 'PORT' as const,
    connections: { max: 1, isDirect: false },
  };
  const server = await openHttpServer(address, { warn: vi.fn() });
  const rejected = connect({ ...address, allowHalfOpen: true }).on('error', () => undefined);
  rejected.write('GET / HTTP/1.1\r\nhost: te');
  const [response] = await once(rejected, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
  const ask = () =>
    fetch(`http://127.0.0.1:${address.port}/`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status,
      () => 'closed',
    );
  await expect.poll(ask).toBe(503);
  rejected.destroy();
  await server.close();
});

test('allows a body 16 seconds plus its size at 64 KiB per second', async () => {
  const address = {
    port: await freePort(),
    host: '127.0.0.1',
    setting: 'PORT' as const,
    connections: { max: 0, isDirect: false },
  };
  const server = await openHttpServer(address, { warn: vi.fn() });
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    request.resume().once('end', () => response.end());
  server.serve({ listener }, { endSubscriptions: () => undefined, onDrop: () => undefined });
  const begin = () => {
    const socket = connect(address.port, address.host).on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nhost: test\r\ncontent-length: ${3072 * KIB}\r\n\r\n`);
    return { socket, answered: once(socket, 'data').then(([response]) => String(response).split('\r\n')[0]) };
  };
  const [idle, steady] = [begin(), begin()];
  for (let sent = 0; sent < 3072; sent += 64) {
    steady.socket.write(Buffer.alloc(64 * KIB, ' '));
    await delay(500);
  }
  expect(await idle.answered).toBe('HTTP/1.1 408 Request Timeout');
  expect(await steady.answered).toBe('HTTP/1.1 200 OK');
  for (const { socket } of [idle, steady]) socket.destroy();
  await server.close();
});

test('rejects an unknown Expect header like other errors', async () => {
  const address = {
    port: await freePort(),
    host: '127.0.0.1',
    setting: 'PORT' as const,
    connections: { max: 0, isDirect: false },
  };
  const server = await openHttpServer(address, { warn: vi.fn() });
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    request.resume().once('end', () => response.end());
  server.serve({ listener }, { endSubscriptions: () => undefined, onDrop: () => undefined });
  const send = async (expected: string) => {
    const socket = connect(address.port, address.host).on('error', () => undefined);
    socket.write(
      `POST / HTTP/1.1\r\nhost: test\r\nexpect: ${expected}\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
    );
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head: head.toLowerCase(), body };
  };
  const { head, body } = await send('foo');
  expect(head).toMatch(/^http\/1\.1 400 bad request\r\n/);
  expect(head).toContain('access-control-allow-origin: *');
  expect(JSON.parse(body)).toEqual({
    statusCode: 400,
    message: 'Expect: found "foo", expected 100-continue or none',
    error: 'Bad Request',
  });
  expect((await send('100-continue')).head).toBe('http/1.1 100 continue');
  await server.close();
});
