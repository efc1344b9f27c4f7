import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { CLOCKS, DYNAMIC_PAGES, dynamicPageResources } from './support/dynamic-pages.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** Renders no frame for 400 ms, like a page on a busy machine, and changes in the third one. */
const LATE_FRAMES = page(`<p>first frame</p><script>
document.startViewTransition(() => new Promise((resolve) => setTimeout(resolve, 400)));
const [shown] = document.getElementsByTagName('p');
const later = (work, frames) => requestAnimationFrame(frames > 1 ? () => later(work, frames - 1) : work);
later(() => { shown.textContent = 'third frame'; }, 3);
</script>`);

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  const pages = DYNAMIC_PAGES.map(({ html }, i) => [`/${i}`, html]);
  site = await servePages({
    ...Object.fromEntries(pages),
    ...(await dynamicPageResources()),
    '/late-frames': LATE_FRAMES,
  });
  pool = await testPool();
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

test('there are 50 pages', () => {
  expect(new Set(DYNAMIC_PAGES.map(({ name }) => name)).size).toBe(50);
});

test('with frozen time, every clock shows noon', async () => {
  const at = DYNAMIC_PAGES.findIndex(({ name }) => name === 'a clock');
  const { record } = await pool.capture(captureOf(`${site.url}/${at}`, { freeze: true }));
  const shown = record.elements.filter(({ tag }) => tag === 'p').map(({ text }) => text);
  expect(shown).toEqual(Object.values(CLOCKS));
});

test('a page renders its first frames before it is frozen, however late they are', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/late-frames`));
  expect(record.elements.find(({ tag }) => tag === 'p')?.text).toBe('third frame');
});

describe.concurrent('two captures have the same bytes:', () => {
  test.each(DYNAMIC_PAGES.map((page, i) => [page.name, page.options, i] as const))('%s', async (_name, options, i) => {
    const shoot = () => pool.capture(captureOf(`${site.url}/${i}`, options));
    const first = await shoot();
    const second = await shoot();
    expect(first.image.length).toBeGreaterThan(500);
    expect(second.image.equals(first.image)).toBe(true);
    expect(second.record.elements).toEqual(first.record.elements);
  });
});
