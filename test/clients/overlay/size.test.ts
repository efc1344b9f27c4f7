import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../clients/dashboard/i18n/languages.ts';
import { configured, configuredWith, introAnnotation, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();
/** Bytes as the service sends them to browsers: compressed by Brotli. */
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + brotliCompressSync(bench.bundle.get(name) ?? '').length, 0);
const KB = 1_024;

/** Files that a page has loaded, in alphabetical order. */
const loaded = async ({ page }: OverlayPage): Promise<string[]> => {
  await page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
  const urls = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)");
  const names = (urls as string[]).flatMap((url) => /\/(overlay[\w/-]*\.js)/.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
};
/** Paths of `overlay.js` and of these chunks. */
const files = (...chunks: string[]) => {
  const isWanted = (name: string) =>
    chunks.some((chunk) => new RegExp(`^overlay/${chunk}-[0-9a-f]{8}\\.js$`).test(name));
  return [...bench.bundle.keys()].filter((name) => name === 'overlay.js' || isWanted(name)).sort();
};

/** The language with the longest messages. */
const LARGEST = { language: 'ja' };
const PINS = ['app', 'shared', 'ja-pins'];
const EVERYTHING = [...PINS, 'ui', 'quotes', 'visitor', 'ja-ui'];

describe('a page loads no more than it needs, compressed', () => {
  test('without pins: 9 KB', async () => {
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.see('.launcher');
    const names = await loaded(overlay);
    expect(names).toEqual(files());
    expect(sizeOf(names)).toBeLessThanOrEqual(9 * KB);
  });

  test('with pins: 27 KB', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.see('.pin');
    const names = await loaded(overlay);
    expect(names).toEqual(files(...PINS));
    expect(names).toHaveLength(4);
    expect(sizeOf(names)).toBeLessThanOrEqual(27 * KB);
  });

  test('with a pin on selected text: the code for quotes too', async () => {
    const quote = { exact: 'every morning', prefix: 'Baked ', suffix: '' };
    bench.double.annotations = [
      introAnnotation({ domFingerprint: { selector: '.intro', xpath: '', text: '', quote } }),
    ];
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.see('.pin');
    expect(await loaded(overlay)).toEqual(files(...PINS, 'quotes'));
  });

  test('for the first comment: 50 KB', async () => {
    const overlay = await bench.show(configuredWith(bench, LARGEST));
    await overlay.choose('h1');
    await overlay.write('First');
    await overlay.see('.pin');
    const names = await loaded(overlay);
    expect(names).toEqual(files(...EVERYTHING));
    expect(sizeOf(names)).toBeLessThanOrEqual(50 * KB);
  });

  test('for a member, who has no further files: 50 KB', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configuredWith(bench, { ...LARGEST, accessToken: 'member-token' }));
    await overlay.click('.pin');
    await overlay.page.waitForSelector('svc-overlay >>> .panel iframe');
    const names = await loaded(overlay);
    expect(names).toEqual(files(...EVERYTHING));
    const others = /\/((?!ja)[a-z]{2}-(pins|ui)|source-hints)-/;
    expect([...bench.bundle.keys()].filter((name) => !others.test(name)).sort()).toEqual(names);
    expect(sizeOf(names)).toBeLessThanOrEqual(50 * KB);
  });

  // Only pages that name their code load the file that reads it: tests of source hints.
  test.each(Object.keys(LANGUAGES))('all files in one language, %s: 50 KB', (language) => {
    const isOther = (name: string) =>
      name.includes('/source-hints-') ||
      (/\/[a-z]{2}-(pins|ui)-/.test(name) && !name.startsWith(`overlay/${language}-`));
    const names = [...bench.bundle.keys()].filter((name) => !isOther(name));
    expect(names).toHaveLength(8);
    expect(sizeOf(names)).toBeLessThanOrEqual(50 * KB);
  });

  test.each([
    [['overlay.js'], 9_000],
    [['app', 'shared'], 17_900],
    [['ui'], 20_000],
    [['quotes'], 2_260],
    [['visitor'], 1_050],
    [['source-hints'], 2_000],
    [['ja-pins'], 240],
    [['ja-ui'], 1_450],
  ])('%s: at most %i bytes', (chunks, limit) => {
    const names = files(...chunks).filter((name) => chunks.includes('overlay.js') || name !== 'overlay.js');
    expect(names).toHaveLength(chunks.length);
    expect(sizeOf(names)).toBeLessThanOrEqual(limit);
  });

  test('and preloads the user interface when the pointer is over a pin', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configured(bench));
    await (await overlay.see('.pin')).hover();
    await overlay.see('.outline');
    expect(await loaded(overlay)).toEqual(files('app', 'shared', 'en-pins', 'en-ui', 'quotes', 'ui', 'visitor'));
  });
});
