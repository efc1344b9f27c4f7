import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context, systemContext } from '../context.ts';
import { MIB } from '../lib/bytes.ts';
import type { Services } from '../services.ts';
import { createHeldAnswers } from './held-answers.ts';

const ctx: Context = systemContext({} as Services);
const roomFor = createHeldAnswers({ stalledMs: 200 });
const body = Buffer.alloc(16 * MIB);
const server = createServer((_request, response) => {
  const room = roomFor(ctx);
  room.made(body.length);
  room.endWith(response);
  response.end(body);
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());
const ask = () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n');
  return socket;
};

test('an answer that stands still is cut, and gives its room back', async () => {
  const stalled = [ask(), ask()];
  for (const socket of stalled) socket.pause();
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
  await expect.poll(isFull).toBe(true);
  await expect.poll(isFull).toBe(false);
  for (const socket of stalled) socket.destroy();
});

test('one that is taken slowly comes to its end', async () => {
  const slow = ask();
  let bytes = 0;
  slow.on('data', (chunk) => {
    bytes += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 2);
  });
  await once(slow, 'close');
  expect(bytes).toBeGreaterThan(body.length);
});
