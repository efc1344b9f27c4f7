import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createTrigger } from './coalescing-runner.ts';

/** A run that lasts until it is let go. */
function heldRuns() {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { run, end: () => ends.shift()?.() };
}

describe.each([{ gatherMs: 0 }, { gatherMs: 5 }])('work that gathers $gatherMs ms', (options) => {
  test('runs once more for all that is nudged while it runs', async () => {
    const { run, end } = heldRuns();
    const trigger = createTrigger(run, () => undefined, options);
    trigger.nudge();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    trigger.nudge();
    trigger.nudge();
    end();
    await expect.poll(() => run.mock.calls.length).toBe(2);
    end();
    await trigger.settled();
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('is settled only when what was nudged during its last run is done too', async () => {
    const { run, end } = heldRuns();
    const trigger = createTrigger(run, () => undefined, options);
    trigger.nudge();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    trigger.nudge();
    const settled = trigger.settled();
    end();
    await expect.poll(() => run.mock.calls.length).toBe(2);
    end();
    await settled;
  });

  test('runs again after a failure, which it tells', async () => {
    const onError = vi.fn();
    const run = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined);
    const trigger = createTrigger(run, onError, options);
    trigger.nudge();
    await trigger.settled();
    expect(onError).toHaveBeenCalledWith(new Error('away'));
    trigger.nudge();
    await trigger.settled();
    expect(run).toHaveBeenCalledTimes(2);
  });
});

test('nudges within the time of gathering are one run, which being settled does not wait for', async () => {
  const run = vi.fn().mockResolvedValue(undefined);
  const trigger = createTrigger(run, () => undefined, { gatherMs: 60_000 });
  trigger.nudge();
  trigger.nudge();
  await sleep(5);
  expect(run).not.toHaveBeenCalled();
  await trigger.settled();
  expect(run).toHaveBeenCalledTimes(1);
});
