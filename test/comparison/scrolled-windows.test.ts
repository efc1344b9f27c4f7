import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { createDiffWorkerPool, type DiffWorkerPool } from '../../src/infrastructure/comparison/diff-worker-pool.ts';
import type { ComparisonOptions } from '../../src/infrastructure/comparison/task.ts';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { pixelsOf } from '../snapshots/support/pixels.ts';
import { captureOf, testPool } from '../snapshots/support/pool.ts';

const prices = (price: string) =>
  page(`<header style="position:fixed;top:0;width:100%;height:40px;background:#eee">Shop</header>
    <div style="height:1500px;background:#eef"></div>
    <h1 id="pricing" style="margin:0;height:60px;scroll-margin-top:100px;background:#fcc">${price}</h1>
    <div style="height:2000px"></div>`);

let site: PageServer;
let pool: BrowserPool;
let diffWorkers: DiffWorkerPool;
beforeAll(async () => {
  site = await servePages({ '/before': prices('10 EUR'), '/after': prices('99 EUR') });
  pool = await testPool();
  diffWorkers = createDiffWorkerPool();
});
afterAll(async () => {
  await diffWorkers.close();
  await pool.close();
  await site.close();
});

const shoot = (path: string, fullPage = false) =>
  pool.capture(
    captureOf(`${site.url}${path}#pricing`, { viewport: { width: 400, height: 300, deviceScaleFactor: 2 }, fullPage }),
  );

async function stored(path: string) {
  const { image, record } = await shoot(path);
  return { image, tileHashes: undefined, record: await packRecord(record) };
}

async function compared(options: Partial<ComparisonOptions> = {}) {
  const [baseline, comparison] = [await stored('/before'), await stored('/after')];
  const all = { threshold: 0.1, alignRows: true, ignore: [], ...options };
  return diffWorkers.run(async () => ({ kind: 'compare' as const, baseline, comparison, options: all }));
}

test('a record contains the offset of the image in the document', async () => {
  const { image, record } = await shoot('/before');
  expect(record.scroll).toEqual({ x: 0, y: 1_400 });
  const [, y] = record.elements.find(({ id }) => id === 'pricing')?.box ?? [];
  expect(y).toBe(1_500);
  expect((await pixelsOf(image)).at(790, 2 * 100)).toBe('#ffcccc');
  expect((await shoot('/before', true)).record.scroll).toEqual({ x: 0, y: 0 });
});

test('a change in a scrolled window has its element name and its position on the page', async () => {
  const { regions } = await compared();
  expect(regions).toHaveLength(1);
  expect(regions[0]?.elements).toMatchObject([
    { selector: '#pricing', kinds: ['text'], before: { text: '10 EUR', box: { y: 1_500 } }, after: { text: '99 EUR' } },
  ]);
});

test('an ignored element in a scrolled window is ignored at its visible position', async () => {
  expect(await compared({ ignore: ['#pricing'] })).toMatchObject({ diffPixels: 0, regions: [] });
});
