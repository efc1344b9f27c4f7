import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const REJECTED = new Error('rejected');

/**
 * Creates a limit of one with a queue of two, and work that runs until it is finished by the test.
 */
function setUp() {
  const limited = createConcurrencyLimit({ atOnce: 1, maxWaiting: 2, rejection: () => REJECTED });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal?: AbortSignal) =>
    limited(async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    }, signal);
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, start, end };
}

test('starts work in order, and rejects it immediately when the queue is full', async () => {
  const { started, start, end } = setUp();
  const [first, second, third] = [start('a'), start('b'), start('c')];
  await expect(start('d')).rejects.toBe(REJECTED);
  expect(started).toEqual(['a']);
  await end('a');
  const late = start('e');
  await end('b');
  await end('c');
  await end('e');
  expect(await Promise.all([first, second, third, late])).toEqual(['a', 'b', 'c', 'e']);
  expect(started).toEqual(['a', 'b', 'c', 'e']);
});

test('removes aborted work from the queue', async () => {
  const { started, start, end } = setUp();
  const caller = new AbortController();
  void start('a');
  const gone = start('b', caller.signal);
  const stays = start('c');
  caller.abort();
  await expect(gone).rejects.toBe(REJECTED);
  const later = start('d');
  for (const name of ['a', 'c', 'd']) await end(name);
  expect([await stays, await later, started]).toEqual(['c', 'd', ['a', 'c', 'd']]);
});

test('skips work that is already aborted, and ignores an abort while it runs', async () => {
  const { started, start, end } = setUp();
  await expect(start('a', AbortSignal.abort())).rejects.toBe(REJECTED);
  const caller = new AbortController();
  const running = start('b', caller.signal);
  caller.abort();
  await end('b');
  expect([await running, started]).toEqual(['b', ['b']]);
});

test('starts the next work after a failure', async () => {
  const limited = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1, rejection: () => REJECTED });
  const failed = limited(() => Promise.reject(new Error('no')));
  const next = limited(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
