import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';

const FAULTY = new Error('one of them');
const AWAY = new Error('away');
const FULL = new Error('full');

/** Groups that were written, of items named by texts. */
function groupsOf(options: Partial<GroupCommitOptions<string>> = {}) {
  const groups: string[][] = [];
  const commit = createGroupCommit<string>({
    async write(items) {
      groups.push(items);
      if (items.some((item) => item.startsWith('faulty'))) throw FAULTY;
      return new Map(items.filter((item) => item.startsWith('rejected')).map((item) => [item, new Error(item)]));
    },
    isItemFault: (error) => error === FAULTY,
    fullError: () => FULL,
    gatherMs: 5,
    maxItems: 3,
    maxBytes: 100,
    maxPendingBytes: 1_000,
    parallel: 1,
    ...options,
  });
  return { groups, commit };
}

const outcome = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => 'stored',
    (error) => error,
  );

test('writes items within the gathering time together, up to a number and a size', async () => {
  const { groups, commit } = groupsOf();
  await Promise.all(['a', 'b', 'c', 'd'].map((item) => commit.add(item, 1)));
  await Promise.all(['e', 'f'].map((item) => commit.add(item, 60)));
  await commit.add('larger than any group', 500);
  expect(groups).toEqual([['a', 'b', 'c'], ['d'], ['e'], ['f'], ['larger than any group']]);
});

test('adds items during a write to the next group, within the limit of concurrent groups', async () => {
  let letWrite: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    letWrite = resolve;
  });
  let atOnce = 0;
  let most = 0;
  const sizes: number[] = [];
  const { commit } = groupsOf({
    maxItems: 100,
    parallel: 2,
    async write(items) {
      most = Math.max(most, ++atOnce);
      sizes.push(items.length);
      await written;
      atOnce -= 1;
      return new Map();
    },
  });
  const first = commit.add('a', 1);
  await expect.poll(() => sizes).toHaveLength(1);
  const second = commit.add('b', 1);
  await expect.poll(() => sizes).toHaveLength(2);
  const later = Array.from({ length: 20 }, (_none, i) => commit.add(`later ${i}`, 1));
  await delay(20);
  expect(sizes).toEqual([1, 1]);
  letWrite();
  await Promise.all([first, second, ...later]);
  expect(most).toBe(2);
  expect(sizes).toEqual([1, 1, 20]);
});

test('returns the result of each item', async () => {
  const { commit } = groupsOf();
  const outcomes = await Promise.all(['a', 'rejected', 'b'].map((item) => outcome(commit.add(item, 1))));
  expect(outcomes).toEqual(['stored', expect.objectContaining({ message: 'rejected' }), 'stored']);
});

test('writes the items of a failed group separately, so that one faulty item fails alone', async () => {
  const { groups, commit } = groupsOf();
  const outcomes = await Promise.all(['a', 'faulty', 'b'].map((item) => outcome(commit.add(item, 1))));
  expect(outcomes).toEqual(['stored', FAULTY, 'stored']);
  expect(groups).toEqual([['a', 'faulty', 'b'], ['a'], ['faulty'], ['b']]);
});

test('rejects the whole group after a database error', async () => {
  let writes = 0;
  const { commit } = groupsOf({
    write: async () => {
      writes += 1;
      throw AWAY;
    },
  });
  expect(await Promise.all(['a', 'b'].map((item) => outcome(commit.add(item, 1))))).toEqual([AWAY, AWAY]);
  expect(writes).toBe(1);
});

test('rejects items above the limit of waiting bytes', async () => {
  const { commit } = groupsOf({ maxPendingBytes: 100 });
  const first = commit.add('a', 90);
  expect(await outcome(commit.add('b', 20))).toBe(FULL);
  expect(await outcome(commit.add('c', 10))).toBe('stored');
  await first;
  expect(await outcome(commit.add('d', 100))).toBe('stored');
});

test('releases the bytes of failed items', async () => {
  const { commit } = groupsOf({ maxPendingBytes: 100 });
  expect(await outcome(commit.add('faulty', 100))).toBe(FAULTY);
  expect(await outcome(commit.add('a', 100))).toBe('stored');
});

test('writes waiting items on close and rejects new ones', async () => {
  const { groups, commit } = groupsOf({ gatherMs: 60_000 });
  const waiting = ['a', 'b', 'c', 'd'].map((item) => outcome(commit.add(item, 1)));
  await commit.close();
  expect(await Promise.all(waiting)).toEqual(['stored', 'stored', 'stored', 'stored']);
  expect(groups).toEqual([['a', 'b', 'c'], ['d']]);
  expect(await outcome(commit.add('late', 1))).toBe(FULL);
});
