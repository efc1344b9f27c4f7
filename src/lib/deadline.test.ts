import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => new Error('too late');

test('returns the outcome of work in time, and leaves no timer', async () => {
  expect(await withDeadline(Promise.resolve(7), 10, late)).toBe(7);
  await expect(withDeadline(Promise.reject(new Error('its own')), 10, late)).rejects.toThrow('its own');
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects after the deadline, and ignores a later failure', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const outcome = withDeadline(work, 10, late).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(9);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('too late');
  expect(vi.getTimerCount()).toBe(0);
  fail(new Error('at last'));
  await vi.advanceTimersByTimeAsync(1);
});
