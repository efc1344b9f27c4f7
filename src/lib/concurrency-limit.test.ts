import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const REFUSED = new Error('no turn');

/** Turns of one at a time with room for two who wait, and work that goes on until it is told to end. */
function setUp() {
  const takeTurn = createConcurrencyLimit({ atOnce: 1, maxWaiting: 2, refusal: () => REFUSED });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal?: AbortSignal) =>
    takeTurn(async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    }, signal);
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

test('work begins in the order in which it came, and beyond the line it is refused at once', async () => {
  const { begun, start, end } = setUp();
  const [first, second, third] = [start('a'), start('b'), start('c')];
  await expect(start('d')).rejects.toBe(REFUSED);
  expect(begun).toEqual(['a']);
  await end('a');
  const late = start('e');
  await end('b');
  await end('c');
  await end('e');
  expect(await Promise.all([first, second, third, late])).toEqual(['a', 'b', 'c', 'e']);
  expect(begun).toEqual(['a', 'b', 'c', 'e']);
});

test('whoever goes while waiting leaves the line, and gives the place to another', async () => {
  const { begun, start, end } = setUp();
  const caller = new AbortController();
  void start('a');
  const gone = start('b', caller.signal);
  const stays = start('c');
  caller.abort();
  await expect(gone).rejects.toBe(REFUSED);
  const later = start('d');
  for (const name of ['a', 'c', 'd']) await end(name);
  expect([await stays, await later, begun]).toEqual(['c', 'd', ['a', 'c', 'd']]);
});

test('whoever has gone already takes no turn, and going while the work runs changes nothing', async () => {
  const { begun, start, end } = setUp();
  await expect(start('a', AbortSignal.abort())).rejects.toBe(REFUSED);
  const caller = new AbortController();
  const running = start('b', caller.signal);
  caller.abort();
  await end('b');
  expect([await running, begun]).toEqual(['b', ['b']]);
});

test('work that fails passes the turn on', async () => {
  const takeTurn = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1, refusal: () => REFUSED });
  const failed = takeTurn(() => Promise.reject(new Error('no')));
  const next = takeTurn(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
