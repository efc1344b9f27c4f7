import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context, type Services, systemContext } from '../context.ts';
import { MIB } from '../lib/bytes.ts';
import { createResponseBudgets } from './response-budget.ts';

const ctx: Context = systemContext({} as Services);
const openBudget = createResponseBudgets({ stalledMs: 500 });
const body = Buffer.alloc(16 * MIB);
const impatient = createResponseBudgets({ stalledMs: 200, minBytesPerSecond: 64 * MIB });
/** Tolerates pauses of a busy machine, but not the duration of a slow reader. */
const patient = createResponseBudgets({ stalledMs: 1_000 });
/** Closes no stalled connection during a test. */
const openStream = createResponseBudgets();
/** Whether the budget was used up by the response of each request. */
const fullAfter: boolean[] = [];
/** Functions that request the next event of each stream. */
const requestNext: (() => void)[] = [];
const server = createServer((request, response) => {
  if (request.url === '/events') {
    const stream = openStream(ctx);
    stream.releaseAfter(response);
    requestNext.push(stream.reserveEvent(body.length));
    response.write(body);
    return;
  }
  const budget = (request.url === '/impatient' ? impatient : request.url === '/patient' ? patient : openBudget)(ctx);
  budget.setSize(body.length);
  fullAfter.push(isFull(openBudget));
  budget.releaseAfter(response);
  response.end(body);
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());
const request = (path = '/') => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n`);
  return socket;
};
const isFull = (budgetOf: typeof openBudget) => {
  const budget = budgetOf(ctx);
  try {
    budget.reserve(MIB);
    return false;
  } catch {
    return true;
  } finally {
    budget.releaseAfter(undefined);
  }
};
/**
 * Reads small chunks with a pause after each.
 *
 * @returns the number of bytes, when the connection is closed
 */
async function readSlowly(socket: Socket, pauseMs: number): Promise<number> {
  let bytes = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  await once(socket, 'close');
  return bytes;
}

test('a stalled response closes its connection and releases its budget', async () => {
  const stalled = [request(), request()];
  for (const socket of stalled) socket.pause();
  await expect.poll(() => fullAfter).toEqual([false, true]);
  await expect.poll(() => isFull(openBudget)).toBe(false);
  for (const socket of stalled) socket.destroy();
});

test('a response that is read slowly is sent completely', async () => {
  const started = performance.now();
  expect(await readSlowly(request('/patient'), 8)).toBeGreaterThan(body.length);
  expect(performance.now() - started).toBeGreaterThan(1_000);
});

test('a response that is read below the minimum rate closes its connection', async () => {
  expect(await readSlowly(request('/impatient'), 4)).toBeLessThan(body.length);
});

test('an event is reserved until the connection has sent it', async () => {
  const streams = [request('/events'), request('/events')];
  for (const stream of streams) stream.pause();
  await expect.poll(() => requestNext.length).toBe(2);
  for (const next of requestNext) next();
  // The budget registers for the end of the writing in the next immediate.
  await setImmediate();
  await setImmediate();
  expect(isFull(openStream)).toBe(true);
  for (const stream of streams) stream.resume();
  await expect.poll(() => isFull(openStream)).toBe(false);
  for (const stream of streams) stream.destroy();
});
