import { expect, test } from 'vitest';
import { createMemoryCallCounter } from './memory-call-counter.ts';

const MINUTE_MS = 60_000;

test('a flood of one kind ends no window of another', async () => {
  const counter = createMemoryCallCounter(() => 0);
  for (const identity of ['failed-login:ada', 'auth:192.0.2.1', 'ip:192.0.2.1'])
    await counter.count(identity, MINUTE_MS);
  for (let i = 0; i < 100_001; i++) await counter.count(`collect:${i}`, MINUTE_MS);
  expect((await counter.peek('failed-login:ada')).calls).toBe(1);
  expect((await counter.count('auth:192.0.2.1', MINUTE_MS)).calls).toBe(2);
  expect((await counter.count('ip:192.0.2.1', MINUTE_MS)).calls).toBe(2);
  expect((await counter.peek('collect:0')).calls).toBe(0);
  expect((await counter.peek('collect:1')).calls).toBe(1);
});

test('room is made of windows that are over before any that counts', async () => {
  let time = 0;
  const counter = createMemoryCallCounter(() => time);
  await counter.count('collect:renewed', MINUTE_MS);
  for (let i = 1; i < 100_000; i++) await counter.count(`collect:${i}`, MINUTE_MS);
  time = MINUTE_MS;
  await counter.count('collect:renewed', MINUTE_MS);
  for (let i = 0; i < 50_000; i++) await counter.count(`collect:new-${i}`, MINUTE_MS);
  expect((await counter.count('collect:renewed', MINUTE_MS)).calls).toBe(2);
  expect((await counter.peek('collect:new-0')).calls).toBe(1);
});

test('a window that is over begins anew, and one that is forgotten too', async () => {
  let time = 0;
  const counter = createMemoryCallCounter(() => time);
  expect(await counter.count('ip:a', MINUTE_MS)).toEqual({ calls: 1, resetAt: MINUTE_MS });
  expect(await counter.count('ip:a', MINUTE_MS)).toEqual({ calls: 2, resetAt: MINUTE_MS });
  time = MINUTE_MS;
  expect((await counter.peek('ip:a')).calls).toBe(0);
  expect(await counter.count('ip:a', MINUTE_MS)).toEqual({ calls: 1, resetAt: 2 * MINUTE_MS });
  await counter.forget('ip:a');
  expect((await counter.count('ip:a', MINUTE_MS)).calls).toBe(1);
});

test('so many of something count at once', async () => {
  const counter = createMemoryCallCounter(() => 0);
  expect((await counter.count('bytes:a', MINUTE_MS, 700)).calls).toBe(700);
  expect((await counter.count('bytes:a', MINUTE_MS)).calls).toBe(701);
});
