import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { aboutIntro, configured, configuredWith, said, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();
const packed = (name: string) => gzipSync(bench.bundle.get(name) ?? '', { level: 9 }).length;
/** The parts that a page has loaded, in alphabetical order. */
const loaded = async ({ page }: OverlayPage): Promise<string[]> => {
  await page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
  const urls = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)");
  return (urls as string[]).flatMap((url) => /\/(overlay[\w-]*\.js)/.exec(url)?.[1] ?? []).sort();
};
const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + packed(name), 0);
const files = (...parts: string[]) => ['overlay.js', ...parts.map((part) => `overlay-${part}.js`)].sort();

/** The language that takes most room. */
const LARGEST = { language: 'ja' };
const PINS = ['app', 'ja'];
const WRITING = [...PINS, 'ja-panels', 'panels', 'writing'];

describe('a page loads what it needs, compressed', () => {
  test('and nobody uses: less than 8.5 KB', async () => {
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.see('.launcher');
    const names = await loaded(overlay);
    expect(names).toEqual(files());
    expect(sizeOf(names)).toBeLessThan(8_500);
  });

  test('and that has pins: less than 25 KB', async () => {
    bench.double.annotations = [aboutIntro()];
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.see('.pin');
    const names = await loaded(overlay);
    expect(names).toEqual(files(...PINS));
    expect(sizeOf(names)).toBeLessThan(25_000);
  });

  test('and that somebody writes the first comment on: less than 42.1 KB', async () => {
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.choose('h1');
    await overlay.write('First');
    await overlay.see('.pin');
    const names = await loaded(overlay);
    expect(names).toEqual(files(...WRITING));
    expect(sizeOf(names)).toBeLessThan(42_100);
  });

  test('and that a member reads and writes on, which is everything: less than 48.1 KB', async () => {
    bench.double.annotations = [aboutIntro()];
    const overlay = await bench.show(configuredWith(bench, { ...LARGEST, accessToken: 'member-token' }));
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
    await overlay.choose('h1');
    const names = await loaded(overlay);
    expect(names).toEqual(files(...WRITING, 'member', 'reading'));
    expect([...bench.bundle.keys()].filter((name) => !/-(en|de|fr|es)\b/.test(name)).sort()).toEqual(names);
    expect(sizeOf(names)).toBeLessThan(48_100);
  });

  test.each([
    ['overlay', 8_500],
    ['overlay-app', 16_400],
    ['overlay-panels', 6_520],
    ['overlay-writing', 9_000],
    ['overlay-reading', 5_230],
    ['overlay-member', 900],
  ])('%s.js: less than %i bytes', (name, limit) => {
    expect(bench.bundle.has(`${name}.js`)).toBe(true);
    expect(packed(`${name}.js`)).toBeLessThan(limit);
  });
});

describe('its parts', () => {
  test('are functions of what was loaded before them: none has a module of another, none leaves a global', async () => {
    const overlay = await bench.show(configured(bench));
    const parts = [...bench.bundle].filter(([name]) => name !== 'overlay.js');
    for (const [, text] of parts) expect(text).toMatch(/^export default\(\{"[\da-f]{8}":\{/);
    const drawers = [...bench.bundle].filter(([, text]) => text.includes('http://www.w3.org/2000/svg'));
    expect(drawers.map(([name]) => name)).toEqual(['overlay.js']);
    expect(await overlay.page.evaluate("'given' in window")).toBe(false);
  });

  test('that are loaded for what somebody points at come before a click needs them', async () => {
    bench.double.annotations = [aboutIntro()];
    const overlay = await bench.show(configured(bench));
    await (await overlay.see('.pin')).hover();
    await overlay.see('.outline');
    expect(await loaded(overlay)).toEqual(files('app', 'en', 'en-panels', 'panels'));
  });

  test('that cannot be loaded for a pin are told, and tried again', async () => {
    bench.double.annotations = [aboutIntro()];
    const overlay = await bench.show(configured(bench));
    await overlay.see('.pin');
    let isDown = true;
    await overlay.page.setRequestInterception(true);
    overlay.page.on('request', (request) =>
      isDown && request.url().includes('overlay-reading') ? request.abort() : request.continue(),
    );
    await overlay.click('.pin');
    expect(await overlay.text('.toast')).toContain('could not be loaded');
    isDown = false;
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
    expect((await loaded(overlay)).filter((name) => name === 'overlay-panels.js')).toHaveLength(1);
  });

  test('of another version are told like those that cannot be loaded', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.page.setRequestInterception(true);
    overlay.page.on('request', (request) => {
      const body = bench.bundle.get('overlay-panels.js')?.replace(/"[\da-f]{8}"/, '"another"') ?? '';
      if (request.url().includes('overlay-panels')) request.respond({ contentType: 'text/javascript', body });
      else request.continue();
    });
    await overlay.click('.launcher');
    expect(await overlay.text('.toast')).toContain('could not be loaded');
    expect(said(overlay)).toEqual([]);
  });
});
