import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context, systemContext } from '../context.ts';
import { MIB } from '../lib/bytes.ts';
import type { Services } from '../services.ts';
import { createHeldAnswers } from './held-answers.ts';

const ctx: Context = systemContext({} as Services);
const roomFor = createHeldAnswers({ stalledMs: 200 });
const body = Buffer.alloc(16 * MIB);
const hurried = createHeldAnswers({ stalledMs: 200, bytesASecond: 64 * MIB });
/** What each event stream asks for its next event with. */
const taken: (() => void)[] = [];
const server = createServer((request, response) => {
  if (request.url === '/events') {
    const stream = roomFor(ctx);
    stream.endWith(response);
    taken.push(stream.hold(body.length));
    response.write(body);
    return;
  }
  const room = request.url === '/hurried' ? hurried(ctx) : roomFor(ctx);
  room.made(body.length);
  room.endWith(response);
  response.end(body);
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());
const ask = (path = '/') => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n`);
  return socket;
};
const isFull = () => {
  const room = roomFor(ctx);
  try {
    room.take(MIB);
    return false;
  } catch {
    return true;
  } finally {
    room.endWith(undefined);
  }
};
/** Reads a little at a time, without a stop. @returns the bytes, once the connection has ended */
async function readSlowly(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  await once(socket, 'close');
  return bytes;
}

test('an answer that stands still is cut, and gives its room back', async () => {
  const stalled = [ask(), ask()];
  for (const socket of stalled) socket.pause();
  await expect.poll(isFull).toBe(true);
  await expect.poll(isFull).toBe(false);
  for (const socket of stalled) socket.destroy();
});

test('one that is taken slowly comes to its end', async () => {
  expect(await readSlowly(ask())).toBeGreaterThan(body.length);
});

test('one that is taken more slowly than its length allows is cut', async () => {
  expect(await readSlowly(ask('/hurried'))).toBeLessThan(body.length);
});

test('an event has room until the connection has taken it, and no longer', async () => {
  const streams = [ask('/events'), ask('/events')];
  for (const stream of streams) stream.pause();
  await expect.poll(() => taken.length).toBe(2);
  for (const askForNext of taken) askForNext();
  await delay(50);
  expect(isFull()).toBe(true);
  for (const stream of streams) stream.resume();
  await expect.poll(isFull).toBe(false);
  for (const stream of streams) stream.destroy();
});
