import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { CLOCKS, DYNAMIC_PAGES, dynamicPageResources } from './support/dynamic-pages.ts';
import { type PageServer, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  const pages = DYNAMIC_PAGES.map(({ html }, i) => [`/${i}`, html]);
  site = await servePages({ ...Object.fromEntries(pages), ...(await dynamicPageResources()) });
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
