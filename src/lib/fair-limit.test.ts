import { expect, test } from 'vitest';
import { createFairLimit } from './fair-limit.ts';

const REJECTED = new Error('rejected');
const MEMBER = 0;
const VISITOR = 1;

/** Creates a limit of one with lines for four, and work that runs until the test ends it. */
function setUp() {
  const limited = createFairLimit({ atOnce: 1, maxWaiting: 4, rejection: () => REJECTED });
  const started: string[] = [];
  let end = () => {};
  const start = (name: string, rank = VISITOR, signal?: AbortSignal) => {
    const work = limited({ group: name.slice(0, 1), rank, ...(signal && { signal }) }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return name;
    });
    return work.catch((error: unknown) => error);
  };
  const finish = async (count: number) => {
    for (let done = 0; done < count; done++) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { started, start, finish };
}

test('groups take turns, and lower ranks of a group go first', async () => {
  const { started, start, finish } = setUp();
  for (const name of ['a1', 'a2', 'a3']) void start(name);
  void start('a4', MEMBER);
  void start('b1');
  await finish(5);
  expect(started).toEqual(['a1', 'a4', 'b1', 'a2', 'a3']);
});

test('the longest line loses its last when too much waits', async () => {
  const { started, start, finish } = setUp();
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => start(name));
  const more = start('a6');
  const [member, other] = [start('a7', MEMBER), start('b1')];
  expect(await more).toBe(REJECTED);
  expect(await Promise.all(flood.slice(3))).toEqual([REJECTED, REJECTED]);
  await finish(5);
  expect(await Promise.all([...flood.slice(0, 3), member, other])).toEqual(['a1', 'a2', 'a3', 'a7', 'b1']);
  expect(started).toEqual(['a1', 'a7', 'b1', 'a2', 'a3']);
});

test('abandoned work leaves its line, and does not start', async () => {
  const { started, start, finish } = setUp();
  const caller = new AbortController();
  void start('a1');
  const gone = start('b1', VISITOR, caller.signal);
  const stays = start('c1');
  caller.abort();
  expect(await gone).toBe(REJECTED);
  expect(await start('d1', VISITOR, AbortSignal.abort())).toBe(REJECTED);
  await finish(2);
  expect([await stays, started]).toEqual(['c1', ['a1', 'c1']]);
});

test('running work ignores its signal, and frees the slot', async () => {
  const { started, start, finish } = setUp();
  const caller = new AbortController();
  const running = start('a1', VISITOR, caller.signal);
  caller.abort();
  await finish(1);
  expect(await running).toBe('a1');
  void start('a2');
  expect(started).toEqual(['a1', 'a2']);
  await finish(1);
});
