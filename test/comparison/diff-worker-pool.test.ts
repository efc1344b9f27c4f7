import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, test } from 'vitest';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import {
  ComparisonTimeout,
  createDiffWorkerPool,
  DiffQueueFull,
  type DiffWorkerPool,
  type DiffWorkerPoolOptions,
} from '../../src/infrastructure/comparison/diff-worker-pool.ts';
import type { Task } from '../../src/infrastructure/comparison/task.ts';
import { UnreadableImageError } from '../../src/infrastructure/comparison/unreadable-image-error.ts';
import { createPicture, fillBox, type Picture, randomBytes, toPng } from '../support/pictures.ts';

let pool: DiffWorkerPool;
afterEach(() => pool.close());
const start = (settings: DiffWorkerPoolOptions = {}) => {
  pool = createDiffWorkerPool(settings);
  return {
    run: <T extends Task>(given: T, signal?: AbortSignal) => pool.run(async () => given, signal),
  };
};

const small = createPicture(40, 40, (x, y) => [x * 6, y * 6, 90]);
const other = fillBox(small, { x: 10, y: 12, width: 5, height: 4 }, [255, 0, 0]);

const OPTIONS = { threshold: 0.1, alignRows: true, ignore: [] };
const stored = (image: Uint8Array) => ({ image, tileHashes: undefined, record: undefined });
async function task(one = small, two = other): Promise<Task & { kind: 'compare' }> {
  const [baseline, comparison] = [stored(await toPng(one)), stored(await toPng(two))];
  return { kind: 'compare', baseline, comparison, options: OPTIONS };
}

const [WIDTH, HEIGHT] = [1920, 10_000];
/** White, with every third row unique. */
function noisy(seed: number): Picture {
  const next = randomBytes(seed);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  for (let row = 0; row < pixels.length; row += 3 * WIDTH * 4)
    for (let at = row; at < row + WIDTH * 4; at += 4) pixels[at] = next();
  return { width: WIDTH, height: HEIGHT, pixels };
}

let made: ReturnType<typeof task> | undefined;
/** Largest page, different everywhere. */
const long = () => {
  made ??= task(noisy(1), noisy(2));
  return made;
};

test('compares and renders in another thread', async () => {
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

test('names the unreadable image and continues with the next task', async () => {
  const { run } = start({ threads: 1 });
  const given = await task();
  const cutShort = given.comparison.image.subarray(0, 120);
  const bad = run({ ...given, comparison: stored(cutShort) });
  await expect(bad).rejects.toBeInstanceOf(UnreadableImageError);
  await expect(bad).rejects.toMatchObject({ side: 'comparison', message: /^the comparison image cannot be decoded: / });
  await expect(run({ ...given, baseline: stored(Buffer.from('no image')) })).rejects.toMatchObject({
    side: 'baseline',
  });
  expect((await run(given)).diffPixels).toBe(20);
});

test('a task whose preparation fails frees its thread', async () => {
  const { run } = start({ threads: 1 });
  await expect(pool.run(() => Promise.reject(new Error('no such object')))).rejects.toThrow('no such object');
  expect((await run(await task())).diffPixels).toBe(20);
});

test('a damaged page record only costs the element names', async () => {
  const { run } = start();
  const given = await task();
  const record = (await packRecord({ elements: [] } as never)).subarray(0, 12);
  const { diffPixels, regions } = await run({ ...given, baseline: { ...given.baseline, record } });
  expect([diffPixels, regions[0]?.elements]).toEqual([20, []]);
});

test('the main thread stays responsive while 1920×10000 pixels are compared', async () => {
  const { run } = start();
  const given = await long();
  await run(await task());
  const before = performance.eventLoopUtilization();
  await run(given);
  const { active, idle } = performance.eventLoopUtilization(before);
  // The comparison must have taken long enough for a measurement.
  expect(active + idle).toBeGreaterThan(200);
  expect(active / (active + idle)).toBeLessThan(0.5);
});

describe('tasks', () => {
  test('are queued up to the limit', async () => {
    const { run } = start({ threads: 1, queue: 2 });
    const given = await task();
    const [first, second, third, fourth] = [run(given), run(given), run(given), run(given)];
    await expect(fourth).rejects.toBeInstanceOf(DiffQueueFull);
    for (const result of [first, second, third]) expect((await result).diffPixels).toBe(20);
  });

  test('end after the time limit, and the next one runs', async () => {
    const given = await task();
    const { run } = start({ threads: 1, timeLimitMs: 1 });
    await expect(run(await long())).rejects.toBeInstanceOf(ComparisonTimeout);
    await pool.close();
    expect((await start({ threads: 1 }).run(given)).diffPixels).toBe(20);
  });

  test('end when their signal aborts: a running one and a queued one', async () => {
    const endless = new URL(`data:text/javascript,${encodeURIComponent(NEVER_ENDS)}`);
    const { run } = start({ threads: 1, entry: endless });
    const started = new Promise((resolve) => {
      const channel = new BroadcastChannel('pool-test');
      channel.onmessage = () => resolve(channel.close());
    });
    const quick = await task();
    const given = { ...quick, options: { ...OPTIONS, threshold: 1 } };
    const [running, waiting] = [new AbortController(), new AbortController()];
    const [one, two, three] = [run(given, running.signal), run(given, waiting.signal), run(quick)];
    waiting.abort(new Error('gone'));
    await expect(two).rejects.toThrow('gone');
    await started;
    running.abort(new Error('gone too'));
    await expect(one).rejects.toThrow('gone too');
    expect(await three).toEqual('still here');
    await expect(run(quick, running.signal)).rejects.toThrow('gone too');
  });

  test('whose thread crashes are rejected, and the next one gets a new thread', async () => {
    const dying = new URL(`data:text/javascript,${encodeURIComponent(DIES_ONCE)}`);
    const { run } = start({ threads: 1, entry: dying });
    const given = await task();
    await expect(run({ ...given, options: { ...OPTIONS, threshold: 1 } })).rejects.toThrow(
      'comparison thread exited with code 7',
    );
    await expect(run({ ...given, options: { ...OPTIONS, threshold: 0.5 } })).rejects.toMatchObject({
      cause: { message: 'out of order' },
    });
    expect(await run(given)).toEqual('still here');
  });

  test('are rejected once the pool is closed', async () => {
    const { run } = start({ threads: 1 });
    const given = await task();
    const [running, waiting] = [run(given), run(given)];
    const rejections = [expect(running).rejects.toThrow('closed'), expect(waiting).rejects.toThrow('closed')];
    await pool.close();
    await Promise.all(rejections);
    await expect(run(given)).rejects.toThrow('closed');
  });
});

/** Thread that reports the start of a task it never finishes, and responds to all others. */
const NEVER_ENDS = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ options: { threshold } }) => {
    if (threshold === 1) {
      new BroadcastChannel('pool-test').postMessage('started');
      for (;;);
    }
    parentPort.postMessage({ result: 'still here' });
  });`;

/** Thread that exits on one task, throws on another, and responds to all others. */
const DIES_ONCE = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ options: { threshold } }) => {
    if (threshold === 1) process.exit(7);
    if (threshold === 0.5) throw new Error('out of order');
    parentPort.postMessage({ result: 'still here' });
  });`;
