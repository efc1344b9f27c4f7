import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryRateLimitStore } from './memory-store.ts';

const MINUTE_MS = 60_000;

afterEach(() => void vi.useRealTimers());

test('a flood of one kind evicts no window of another', async () => {
  const store = createMemoryRateLimitStore(() => 0);
  for (const identity of ['failed-login:ada', 'auth:192.0.2.1', 'ip:192.0.2.1'])
    await store.increment(identity, MINUTE_MS);
  for (let i = 0; i < 100_001; i++) await store.increment(`collect:${i}`, MINUTE_MS);
  expect((await store.peek('failed-login:ada')).count).toBe(1);
  expect((await store.increment('auth:192.0.2.1', MINUTE_MS)).count).toBe(2);
  expect((await store.increment('ip:192.0.2.1', MINUTE_MS)).count).toBe(2);
  expect((await store.peek('collect:0')).count).toBe(0);
  expect((await store.peek('collect:1')).count).toBe(1);
});

test('ended windows are evicted before active ones', async () => {
  let time = 0;
  const store = createMemoryRateLimitStore(() => time);
  await store.increment('collect:renewed', MINUTE_MS);
  for (let i = 1; i < 100_000; i++) await store.increment(`collect:${i}`, MINUTE_MS);
  time = MINUTE_MS;
  await store.increment('collect:renewed', MINUTE_MS);
  for (let i = 0; i < 50_000; i++) await store.increment(`collect:new-${i}`, MINUTE_MS);
  expect((await store.increment('collect:renewed', MINUTE_MS)).count).toBe(2);
  expect((await store.peek('collect:new-0')).count).toBe(1);
});

test('an ended or reset window starts at zero', async () => {
  let time = 0;
  const store = createMemoryRateLimitStore(() => time);
  expect(await store.increment('ip:a', MINUTE_MS)).toEqual({ count: 1, remainingMs: MINUTE_MS });
  time = 1_000;
  expect(await store.increment('ip:a', MINUTE_MS)).toEqual({ count: 2, remainingMs: MINUTE_MS - 1_000 });
  time = MINUTE_MS;
  expect((await store.peek('ip:a')).count).toBe(0);
  expect(await store.increment('ip:a', MINUTE_MS)).toEqual({ count: 1, remainingMs: MINUTE_MS });
  await store.reset('ip:a');
  expect((await store.increment('ip:a', MINUTE_MS)).count).toBe(1);
});

test('a window ends after its time when the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const store = createMemoryRateLimitStore();
  await store.increment('ip:a', MINUTE_MS);
  vi.setSystemTime(Date.now() - 60 * MINUTE_MS);
  expect(await store.increment('ip:a', MINUTE_MS)).toEqual({ count: 2, remainingMs: MINUTE_MS });
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await store.increment('ip:a', MINUTE_MS)).toEqual({ count: 1, remainingMs: MINUTE_MS });
});

test('an increment may be larger than one', async () => {
  const store = createMemoryRateLimitStore(() => 0);
  expect((await store.increment('bytes:a', MINUTE_MS, 700)).count).toBe(700);
  expect((await store.increment('bytes:a', MINUTE_MS)).count).toBe(701);
});

test('a new window has its whole length left, without a rounding error', async () => {
  const store = createMemoryRateLimitStore();
  const left = new Set<number>();
  for (let i = 0; i < 1_000; i++) left.add((await store.increment(`ip:${i}`, MINUTE_MS)).remainingMs);
  expect([...left]).toEqual([MINUTE_MS]);
});
