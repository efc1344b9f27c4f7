import { expect, test, vi } from 'vitest';
import {
  createLiveUpdates,
  type FindMissed,
  type FindRevoked,
  type LiveReference,
  type LoadUpdates,
  type Subscriber,
} from './live-updates.ts';

const reference = (topic: string, id: string): LiveReference => ({ topic, id });
const reader = (topic: string, userId: string | null = null): Subscriber => ({
  organizationId: 'o',
  topic,
  userId,
});

/** Live updates whose transport stays in this process; the text of an update is its id. */
async function open(
  load: LoadUpdates<string> = echo,
  findLost: FindRevoked = async () => [],
  findMissed: FindMissed = async (since, topics) => topics.map((topic) => `${topic}/since ${since.getTime()}`),
) {
  let receive: (references: LiveReference[]) => void = () => undefined;
  let missed: (since: Date) => void = () => undefined;
  const errors: unknown[] = [];
  const counts: number[] = [];
  const live = await createLiveUpdates<string>({
    transport: {
      publish: async (references) => receive(references),
      listen: async (onReferences, onMissed) => {
        receive = onReferences;
        missed = onMissed;
      },
      close: async () => undefined,
    },
    load,
    findMissed,
    findLost,
    onError: (error) => errors.push(error),
    onSubscribers: (count) => counts.push(count),
  });
  const subscribe = async (who: Subscriber, signals?: AbortSignal[]) => {
    const updates = await live.subscribe(who, signals);
    if (!updates) throw new Error('no stream was opened');
    return updates;
  };
  return { live, subscribe, errors, counts, missed };
}

const echo: LoadUpdates<string> = async (ids) => ids.map((id) => ({ topic: id.split('/')[0] ?? '', update: id }));

test('delivers updates to the subscribers of a topic only, and reads nothing without subscribers', async () => {
  const loads: string[][] = [];
  const { live, subscribe } = await open((ids) => {
    loads.push(ids);
    return echo(ids);
  });
  const [one, two, other] = [await subscribe(reader('a')), await subscribe(reader('a')), await subscribe(reader('b'))];
  await live.publish([reference('a', 'a/1'), reference('c', 'c/1')]);
  expect((await one.next()).value).toBe('a/1');
  expect((await two.next()).value).toBe('a/1');
  await live.publish([reference('c', 'c/2')]);
  await live.publish([reference('b', 'b/1')]);
  expect((await other.next()).value).toBe('b/1');
  expect(loads).toEqual([['a/1'], ['b/1']]);
});

test('a slow read keeps the order of updates', async () => {
  let finish: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { live, subscribe } = await open(async (ids) => {
    if (ids.includes('a/1')) await slow;
    return echo(ids);
  });
  const updates = await subscribe(reader('a'));
  await live.publish([reference('a', 'a/1')]);
  await live.publish([reference('a', 'a/2')]);
  finish();
  expect([(await updates.next()).value, (await updates.next()).value]).toEqual(['a/1', 'a/2']);
});

test('a failed read ends the streams it was for and no others', async () => {
  const away = new Error('the database is away');
  const { live, subscribe, errors } = await open(async (ids) => {
    if (ids.includes('a/2')) throw away;
    return echo(ids);
  });
  const [updates, other] = [await subscribe(reader('a')), await subscribe(reader('b'))];
  for (const id of ['a/1', 'a/2', 'a/3', 'b/1']) await live.publish([reference(id.charAt(0), id)]);
  expect((await updates.next()).value).toBe('a/1');
  expect((await updates.next()).done).toBe(true);
  expect((await other.next()).value).toBe('b/1');
  expect(errors).toEqual([away]);
  const again = await subscribe(reader('a'));
  await live.publish([reference('a', 'a/4')]);
  expect((await again.next()).value).toBe('a/4');
});

test('reads missed updates of topics with subscribers', async () => {
  const { live, subscribe, missed } = await open();
  const updates = await subscribe(reader('a'));
  missed(new Date(7));
  await live.publish([reference('a', 'a/2')]);
  expect([(await updates.next()).value, (await updates.next()).value]).toEqual(['a/since 7', 'a/2']);
});

test('ends all streams when missed updates cannot be found', async () => {
  const away = new Error('the database is away');
  const { subscribe, missed, errors } = await open(
    echo,
    async () => [],
    async () => Promise.reject(away),
  );
  const streams = [await subscribe(reader('a')), await subscribe(reader('b'))];
  missed(new Date(7));
  for (const updates of streams) expect((await updates.next()).done).toBe(true);
  await expect.poll(() => errors).toEqual([away]);
});

test('counts subscribers until they leave or are ended', async () => {
  const { live, subscribe, counts } = await open();
  const gone = AbortSignal.abort();
  const first = await subscribe(reader('a'));
  await subscribe(reader('a'));
  expect((await (await subscribe(reader('b'), [gone])).next()).done).toBe(true);
  await first.return?.();
  live.endSubscriptions();
  expect(counts).toEqual([1, 2, 3, 2, 1, 0]);
});

test('checks the readers of an organization once after a change of access, and ends streams without access', async () => {
  const looks: Subscriber[][] = [];
  let lost: string | undefined;
  const { live, subscribe, counts } = await open(echo, async (readers) => {
    looks.push(readers);
    return readers.filter(({ userId }) => userId === lost);
  });
  const [gone, stays] = [await subscribe(reader('a', 'gone')), await subscribe(reader('a', 'stays'))];
  looks.length = 0;
  lost = 'gone';
  await live.publish([reference('a', 'a/1')]);
  await expect.poll(async () => (await stays.next()).value).toBe('a/1');
  await live.publish([reference('o', '1'), reference('o', '2'), reference('elsewhere', '3')]);
  await expect.poll(() => counts.at(-1)).toBe(1);
  expect(await gone.next()).toEqual({ value: undefined, done: true });
  expect(looks).toEqual([[reader('a', 'gone'), reader('a', 'stays')]]);
  await live.publish([reference('a', 'a/2')]);
  expect((await stays.next()).value).toBe('a/2');
  expect(counts).toEqual([1, 2, 1]);
});

test('a failed access check ends the stream', async () => {
  const broken = new Error('no database');
  const findLost = vi.fn<FindRevoked>().mockResolvedValueOnce([]).mockRejectedValue(broken);
  const { live, subscribe, errors } = await open(echo, findLost);
  const updates = await subscribe(reader('a'));
  await live.publish([reference('o', '1')]);
  expect((await updates.next()).done).toBe(true);
  await expect.poll(() => errors).toEqual([broken]);
});

test('opens no stream without access or after a failed access check', async () => {
  const broken = new Error('no database');
  const findLost = vi
    .fn<FindRevoked>()
    .mockImplementationOnce(async (readers) => readers)
    .mockRejectedValue(broken);
  const { live, counts } = await open(echo, findLost);
  expect(await live.subscribe(reader('a', 'gone'))).toBeUndefined();
  await expect(live.subscribe(reader('a'))).rejects.toBe(broken);
  expect(counts).toEqual([1, 0, 1, 0]);
});

test('checks all access after a time without messages', async () => {
  let isLost = false;
  const { subscribe, missed } = await open(echo, async (readers) => (isLost ? readers : []));
  const updates = await subscribe(reader('a'));
  isLost = true;
  missed(new Date());
  expect((await updates.next()).done).toBe(true);
});
