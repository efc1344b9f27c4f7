import { expect, test } from 'vitest';
import { Channel } from '../../../lib/channel.ts';
import { whileOpen } from './while-open.ts';

function open() {
  const ends: string[] = [];
  const guard = new Channel<string>(() => ends.push('guard'));
  const values = new Channel<number>(() => ends.push('values'));
  return { guard, values, stream: whileOpen(guard, values), ends };
}

const done = { value: undefined, done: true };

test('has the values, and nothing of what the guard hears', async () => {
  const { guard, values, stream } = open();
  for (let n = 0; n < 2_000; n += 1) {
    guard.push('unread');
    await Promise.resolve();
  }
  values.push(1);
  expect(await stream.next()).toEqual({ value: 1, done: false });
  const waiting = stream.next();
  values.push(2);
  expect(await waiting).toEqual({ value: 2, done: false });
});

test('the end of the guard frees a reader that waits, and drops what was not read', async () => {
  const waits = open();
  const waiting = waits.stream.next();
  waits.guard.end();
  expect(await waiting).toEqual(done);
  expect(waits.ends).toEqual(['guard', 'values']);

  const reads = open();
  reads.values.push(1);
  await reads.guard.return();
  await expect.poll(() => reads.ends).toEqual(['guard', 'values']);
  expect(await reads.stream.next()).toEqual(done);
});

test('the end of the values is the end of the guard', async () => {
  const { values, stream, ends } = open();
  values.push(1);
  values.end();
  expect(await stream.next()).toEqual({ value: 1, done: false });
  expect(await stream.next()).toEqual(done);
  expect(ends).toEqual(['values', 'guard']);
});

test('a reader that leaves while it waits is let go, and ends both', async () => {
  const { stream, ends } = open();
  const waiting = stream.next();
  expect(await stream.return?.()).toEqual(done);
  expect(await waiting).toEqual(done);
  expect(ends).toEqual(['guard', 'values']);
});
