import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createCoalescingRunner } from './coalescing-runner.ts';

/** A run that lasts until it is let go. */
function heldRuns() {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { run, end: () => ends.shift()?.() };
}

describe.each([{ gatherMs: 0 }, { gatherMs: 5 }])('work that gathers $gatherMs ms', (options) => {
  test('runs once more for all requests during a run', async () => {
    const { run, end } = heldRuns();
    const trigger = createCoalescingRunner(run, () => undefined, options);
    trigger.request();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    trigger.request();
    trigger.request();
    end();
    await expect.poll(() => run.mock.calls.length).toBe(2);
    end();
    await trigger.flush();
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('flushes only after the requests during its last run are done', async () => {
    const { run, end } = heldRuns();
    const trigger = createCoalescingRunner(run, () => undefined, options);
    trigger.request();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    trigger.request();
    const settled = trigger.flush();
    end();
    await expect.poll(() => run.mock.calls.length).toBe(2);
    end();
    await settled;
  });

  test('reports a failure and runs again', async () => {
    const onError = vi.fn();
    const run = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined);
    const trigger = createCoalescingRunner(run, onError, options);
    trigger.request();
    await trigger.flush();
    expect(onError).toHaveBeenCalledWith(new Error('away'));
    trigger.request();
    await trigger.flush();
    expect(run).toHaveBeenCalledTimes(2);
  });
});

test('combines requests within the gathering time into one run, which a flush starts at once', async () => {
  const run = vi.fn().mockResolvedValue(undefined);
  const trigger = createCoalescingRunner(run, () => undefined, { gatherMs: 60_000 });
  trigger.request();
  trigger.request();
  await sleep(5);
  expect(run).not.toHaveBeenCalled();
  await trigger.flush();
  expect(run).toHaveBeenCalledTimes(1);
});
