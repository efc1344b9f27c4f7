import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createSweptGauge } from './swept-gauge.ts';

test('a number that this process no longer counts is 0 after 30 seconds', async () => {
  let now = 0;
  const registry = new Registry();
  const gauge = createSweptGauge({ name: 'waiting', help: 'Waiting', registers: [registry] }, () => now);
  const reported = async () => /^waiting (\d+)$/m.exec(await registry.metrics())?.[1];
  expect(await reported()).toBe('0');
  gauge.set(7);
  now = 30_000;
  expect(await reported()).toBe('7');
  now += 1;
  expect(await reported()).toBe('0');
  gauge.set(3);
  expect(await reported()).toBe('3');
});
