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
      return new Map(items.filter((item) => item.startsWith('refused')).map((item) => [item, new Error(item)]));
    },
    mayBeOneItem: (error) => error === FAULTY,
    full: () => FULL,
    gatherMs: 5,
    maxItems: 3,
    maxBytes: 100,
    maxHeldBytes: 1_000,
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

test('what comes within the gathering time is written together, up to a number and a size', async () => {
  const { groups, commit } = groupsOf();
  await Promise.all(['a', 'b', 'c', 'd'].map((item) => commit.add(item, 1)));
  await Promise.all(['e', 'f'].map((item) => commit.add(item, 60)));
  await commit.add('larger than any group', 500);
  expect(groups).toEqual([['a', 'b', 'c'], ['d'], ['e'], ['f'], ['larger than any group']]);
});

test('what comes while a group is written goes with the next, and no more groups at once than allowed', async () => {
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

test('each caller hears of its own item', async () => {
  const { commit } = groupsOf();
  const said = await Promise.all(['a', 'refused', 'b'].map((item) => outcome(commit.add(item, 1))));
  expect(said).toEqual(['stored', expect.objectContaining({ message: 'refused' }), 'stored']);
});

test('a fault in one item fails that one alone: the group is tried again one by one', async () => {
  const { groups, commit } = groupsOf();
  const said = await Promise.all(['a', 'faulty', 'b'].map((item) => outcome(commit.add(item, 1))));
  expect(said).toEqual(['stored', FAULTY, 'stored']);
  expect(groups).toEqual([['a', 'faulty', 'b'], ['a'], ['faulty'], ['b']]);
});

test('a fault of the database fails the group at once', async () => {
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

test('beyond the bytes that may wait, an item is refused, until those before are written', async () => {
  const { commit } = groupsOf({ maxHeldBytes: 100 });
  const first = commit.add('a', 90);
  expect(await outcome(commit.add('b', 20))).toBe(FULL);
  expect(await outcome(commit.add('c', 10))).toBe('stored');
  await first;
  expect(await outcome(commit.add('d', 100))).toBe('stored');
});

test('bytes of items that failed are free again', async () => {
  const { commit } = groupsOf({ maxHeldBytes: 100 });
  expect(await outcome(commit.add('faulty', 100))).toBe(FAULTY);
  expect(await outcome(commit.add('a', 100))).toBe('stored');
});

test('closed, it writes what waits and takes nothing more', async () => {
  const { groups, commit } = groupsOf({ gatherMs: 60_000 });
  const waiting = ['a', 'b', 'c', 'd'].map((item) => outcome(commit.add(item, 1)));
  await commit.close();
  expect(await Promise.all(waiting)).toEqual(['stored', 'stored', 'stored', 'stored']);
  expect(groups).toEqual([['a', 'b', 'c'], ['d']]);
  expect(await outcome(commit.add('late', 1))).toBe(FULL);
});
