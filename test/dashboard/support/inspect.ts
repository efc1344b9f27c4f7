import { expect } from 'vitest';
import type { DashboardPage } from './dashboard.ts';

const VIEWS = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
];

/** Expects no violation, light on a desk and dark on a phone, and nothing wider than the phone. */
export async function inspect({ page, violations }: DashboardPage): Promise<void> {
  for (const { scheme, ...size } of VIEWS) {
    await page.setViewport(size);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    expect(await violations()).toEqual([]);
  }
  await page.setViewport({ width: 1440, height: 900 });
}
