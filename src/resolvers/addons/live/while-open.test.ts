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

test('streams the values and drops items of the guard', async () => {
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

test('ends a waiting reader and drops unread values when the guard ends', async () => {
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

test('ends the guard when the values end', async () => {
  const { values, stream, ends } = open();
  values.push(1);
  values.end();
  expect(await stream.next()).toEqual({ value: 1, done: false });
  expect(await stream.next()).toEqual(done);
  expect(ends).toEqual(['values', 'guard']);
});

test('ends both when a waiting reader returns', async () => {
  const { stream, ends } = open();
  const waiting = stream.next();
  expect(await stream.return?.()).toEqual(done);
  expect(await waiting).toEqual(done);
  expect(ends).toEqual(['guard', 'values']);
});
