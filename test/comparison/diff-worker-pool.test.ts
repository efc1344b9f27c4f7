import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, test } from 'vitest';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import {
  type Comparer,
  ComparerBusy,
  type ComparerSettings,
  ComparisonTimeout,
  createComparer,
} from '../../src/infrastructure/comparison/diff-worker-pool.ts';
import type { Task } from '../../src/infrastructure/comparison/task.ts';
import { UnreadableImage } from '../../src/infrastructure/comparison/unreadable-image-error.ts';
import { type Picture, painted, picture, randomBytes, toPng } from '../support/pictures.ts';

let comparer: Comparer;
afterEach(() => comparer.close());
const start = (settings: ComparerSettings = {}) => {
  comparer = createComparer(settings);
  return {
    run: <T extends Task>(given: T, signal?: AbortSignal) => comparer.run(async () => given, signal),
  };
};

const small = picture(40, 40, (x, y) => [x * 6, y * 6, 90]);
const other = painted(small, { x: 10, y: 12, width: 5, height: 4 }, [255, 0, 0]);

const OPTIONS = { threshold: 0.1, alignRows: true, ignore: [] };
const stored = (image: Uint8Array) => ({ image, tileHashes: undefined, record: undefined });
async function task(one = small, two = other): Promise<Task & { kind: 'compare' }> {
  const [baseline, comparison] = [stored(await toPng(one)), stored(await toPng(two))];
  return { kind: 'compare', baseline, comparison, options: OPTIONS };
}

const [WIDTH, HEIGHT] = [1920, 10_000];
/** White, with every third row unlike any other. */
function noisy(seed: number): Picture {
  const next = randomBytes(seed);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  for (let row = 0; row < pixels.length; row += 3 * WIDTH * 4)
    for (let at = row; at < row + WIDTH * 4; at += 4) pixels[at] = next();
  return { width: WIDTH, height: HEIGHT, pixels };
}

let made: ReturnType<typeof task> | undefined;
/** As large as a page gets, and different everywhere. */
const long = () => {
  made ??= task(noisy(1), noisy(2));
  return made;
};

test('compares and draws in another thread', async () => {
  const { run } = start();
  const given = await task();
  const result = await run(given);
  expect(result).toMatchObject({ width: 40, height: 40, diffPixels: 20, shifts: [] });
  expect(result.regions).toMatchObject([{ kind: 'changed', x: 10, y: 12, width: 5, height: 4, pixels: 20 }]);
  const drawings = await Promise.all([1, 2].map(() => run({ ...given, kind: 'draw', regions: result.regions })));
  expect(Buffer.from(drawings[0] ?? []).equals(Buffer.from(drawings[1] ?? []))).toBe(true);
  expect(
    Buffer.from(drawings[0] ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test('names the image that cannot be read, and goes on with the next task', async () => {
  const { run } = start({ threads: 1 });
  const given = await task();
  const cutShort = given.comparison.image.subarray(0, 120);
  const bad = run({ ...given, comparison: stored(cutShort) });
  await expect(bad).rejects.toBeInstanceOf(UnreadableImage);
  await expect(bad).rejects.toMatchObject({ side: 'comparison', message: /^the comparison image cannot be decoded: / });
  await expect(run({ ...given, baseline: stored(Buffer.from('no image')) })).rejects.toMatchObject({
    side: 'baseline',
  });
  expect((await run(given)).diffPixels).toBe(20);
});

test('a task that cannot be prepared leaves its thread to the next', async () => {
  const { run } = start({ threads: 1 });
  await expect(comparer.run(() => Promise.reject(new Error('no such object')))).rejects.toThrow('no such object');
  expect((await run(await task())).diffPixels).toBe(20);
});

test('a spoilt page record costs the names of elements alone', async () => {
  const { run } = start();
  const given = await task();
  const record = (await packRecord({ elements: [] } as never)).subarray(0, 12);
  const { diffPixels, regions } = await run({ ...given, baseline: { ...given.baseline, record } });
  expect([diffPixels, regions[0]?.elements]).toEqual([20, []]);
});

test('this thread answers while 1920×10000 pixels are compared', async () => {
  const { run } = start();
  const given = await long();
  await run(await task());
  const before = performance.eventLoopUtilization();
  await run(given);
  const { active, idle } = performance.eventLoopUtilization(before);
  // The comparison itself must have been long enough to show.
  expect(active + idle).toBeGreaterThan(200);
  expect(active / (active + idle)).toBeLessThan(0.5);
});

describe('tasks', () => {
  test('wait for their turn, so many and no more', async () => {
    const { run } = start({ threads: 1, queue: 2 });
    const given = await task();
    const [first, second, third, fourth] = [run(given), run(given), run(given), run(given)];
    await expect(fourth).rejects.toBeInstanceOf(ComparerBusy);
    for (const answer of [first, second, third]) expect((await answer).diffPixels).toBe(20);
  });

  test('end after the time limit, and the next one is answered', async () => {
    const given = await task();
    const { run } = start({ threads: 1, timeLimitMs: 1 });
    await expect(run(await long())).rejects.toBeInstanceOf(ComparisonTimeout);
    await comparer.close();
    expect((await start({ threads: 1 }).run(given)).diffPixels).toBe(20);
  });

  test('end when nobody wants them any more: the running one and the waiting one', async () => {
    const endless = new URL(`data:text/javascript,${encodeURIComponent(ENDS_NEVER)}`);
    const { run } = start({ threads: 1, entry: endless });
    const begun = new Promise((resolve) => {
      const channel = new BroadcastChannel('comparer-test');
      channel.onmessage = () => resolve(channel.close());
    });
    const quick = await task();
    const given = { ...quick, options: { ...OPTIONS, threshold: 1 } };
    const [running, waiting] = [new AbortController(), new AbortController()];
    const [one, two, three] = [run(given, running.signal), run(given, waiting.signal), run(quick)];
    waiting.abort(new Error('gone'));
    await expect(two).rejects.toThrow('gone');
    await begun;
    running.abort(new Error('gone too'));
    await expect(one).rejects.toThrow('gone too');
    expect(await three).toEqual('still here');
    await expect(run(quick, running.signal)).rejects.toThrow('gone too');
  });

  test('whose thread dies are refused, and the next one gets a new thread', async () => {
    const dying = new URL(`data:text/javascript,${encodeURIComponent(DIES_ONCE)}`);
    const { run } = start({ threads: 1, entry: dying });
    const given = await task();
    await expect(run({ ...given, options: { ...OPTIONS, threshold: 1 } })).rejects.toThrow(
      'the thread of a comparison ended with 7',
    );
    await expect(run({ ...given, options: { ...OPTIONS, threshold: 0.5 } })).rejects.toMatchObject({
      cause: { message: 'out of order' },
    });
    expect(await run(given)).toEqual('still here');
  });

  test('are refused once it is closed', async () => {
    const { run } = start({ threads: 1 });
    const given = await task();
    const [running, waiting] = [run(given), run(given)];
    const refused = [expect(running).rejects.toThrow('closed'), expect(waiting).rejects.toThrow('closed')];
    await comparer.close();
    await Promise.all(refused);
    await expect(run(given)).rejects.toThrow('closed');
  });
});

/** A thread that says when it begins a task that it never ends, and answers the rest. */
const ENDS_NEVER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ options: { threshold } }) => {
    if (threshold === 1) {
      new BroadcastChannel('comparer-test').postMessage('begun');
      for (;;);
    }
    parentPort.postMessage({ result: 'still here' });
  });`;

/** A thread that dies of one task, throws at another and answers the rest. */
const DIES_ONCE = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ options: { threshold } }) => {
    if (threshold === 1) process.exit(7);
    if (threshold === 0.5) throw new Error('out of order');
    parentPort.postMessage({ result: 'still here' });
  });`;
