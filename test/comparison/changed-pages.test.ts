import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import type { Capture } from '../../src/infrastructure/capture/capture-request.ts';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { createDiffWorkerPool, type DiffWorkerPool } from '../../src/infrastructure/comparison/diff-worker-pool.ts';
import type { ComparisonOptions, ComparisonResult, StoredSnapshot } from '../../src/infrastructure/comparison/task.ts';
import { inspectImage } from '../../src/infrastructure/images/inspect-image.ts';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { captureOf, testPool } from '../snapshots/support/pool.ts';

/** Shop page with mostly fractional element edges; each change replaces one piece of it. */
const SHOP = `
  <header style="height:59.6px;background:#eee"><a href="/" style="font-size:24px">Shop</a></header>
  <main style="padding:20px">
    <h1 id="title">Running shoe</h1>
    <p class="price">49 €</p>
    <div style="height:90px"><button id="buy" style="background:#24a;color:#fff;width:140px;height:40px;border:0">Add to cart</button></div>
    <img id="photo" src="/photo.svg?blue" width="120" height="80" style="display:block">
    <ul><li>Light</li><li>Waterproof</li><li>Vegan</li></ul>
    <p style="margin-top:60px">Delivery is free.</p>
  </main>`;

const CHANGES = {
  '/text': ['49 €', '59 €'],
  '/recolored': ['background:#24a', 'background:#a24'],
  '/moved': ['<button id="buy" style="', '<button id="buy" style="margin-left:180px;'],
  '/resized': ['width:140px;height:40px', 'width:190px;height:40px'],
  '/restyled': ['<p class="price"', '<p class="price" style="font-weight:700"'],
  '/content': ['/photo.svg?blue', '/photo.svg?green'],
  '/added': ['Add to cart</button>', 'Add to cart</button> <b id="badge" style="background:gold">New</b>'],
  '/removed': ['<a href="/" style="font-size:24px">Shop</a>', ''],
  '/banner': ['</header>', '</header><div id="banner" style="height:70px;background:#c33">Sale <b>now</b></div>'],
  '/without-line': ['<li>Waterproof</li>', ''],
  '/at-the-top': ['<header', '<div id="banner" style="height:70px;background:#c33">Sale <b>now</b></div><header'],
  '/at-the-top-of-list': ['<ul>', '<ul><li id="new">New</li>'],
  '/faint-text': ['<p style="margin-top:60px"', '<p style="margin-top:60px;color:#0a0a0a"'],
  '/faint-shadow': ['width:140px', 'box-shadow:0 1px 2px rgb(0 0 0 / 4%);width:140px'],
  '/faint-gradient': ['background:#eee', 'background:linear-gradient(#eee, #ececec) #eee'],
  '/translucent': ['<h1 id="title"', '<h1 id="title" style="opacity:.98"'],
  '/reordered': ['<li>Light</li><li>Waterproof</li><li>Vegan</li>', '<li>Vegan</li><li>Light</li><li>Waterproof</li>'],
} as const;

let site: PageServer;
let pool: BrowserPool;
let diffWorkers: DiffWorkerPool;
beforeAll(async () => {
  const changed = Object.entries(CHANGES).map(([path, [from, to]]) => [path, page(SHOP.replace(from, to))]);
  site = await servePages({
    '/': page(SHOP),
    ...Object.fromEntries(changed),
    '/several': page(
      SHOP.replace('49 €', '59 €').replace('background:#24a', 'background:#a24').replace('Vegan', 'Red'),
    ),
    '/photo.svg': ({ url }, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      const color = url?.split('?')[1];
      response.end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="${color}"/></svg>`,
      );
    },
  });
  pool = await testPool();
  diffWorkers = createDiffWorkerPool();
});
afterAll(async () => {
  await diffWorkers.close();
  await pool.close();
  await site.close();
});

async function shoot(path: string, scale = 1): Promise<Capture> {
  const viewport = { width: 400, height: 200, deviceScaleFactor: scale };
  return pool.capture(captureOf(site.url + path, { viewport, fullPage: true }));
}

async function stored({ image, record }: Capture): Promise<StoredSnapshot> {
  const { tileHashes } = await inspectImage(image);
  return { image, tileHashes, record: await packRecord(record) };
}

async function compared(
  from: string,
  to: string,
  options: Partial<ComparisonOptions> = {},
  scale = 1,
): Promise<ComparisonResult> {
  const [baseline, comparison] = await Promise.all([from, to].map(async (path) => stored(await shoot(path, scale))));
  if (!baseline || !comparison) throw new Error('two images are required');
  const all = { threshold: 0.1, alignRows: true, ignore: [], ...options };
  return diffWorkers.run(async () => ({ kind: 'compare' as const, baseline, comparison, options: all }));
}

/** Maps each element that a region names to its changes. */
const named = ({ regions }: ComparisonResult): Record<string, string> =>
  Object.fromEntries(
    regions.flatMap(({ elements }) => elements.map(({ selector, kinds }) => [selector, kinds.join(' ')])),
  );

test.each([
  ['/text', { 'html > body > main > p:nth-of-type(1)': 'text' }],
  ['/recolored', { '#buy': 'recolored' }],
  ['/moved', { '#buy': 'moved' }],
  ['/resized', { '#buy': 'resized' }],
  ['/restyled', { 'html > body > main > p:nth-of-type(1)': 'restyled' }],
  ['/content', { '#photo': 'content' }],
  ['/added', { '#badge': 'added' }],
  ['/removed', { 'html > body > header > a': 'removed' }],
  ['/banner', { '#banner': 'added' }],
  ['/at-the-top', { '#banner': 'added' }],
  ['/at-the-top-of-list', { '#new': 'added' }],
  ['/without-line', { 'html > body > main > ul > li:nth-of-type(2)': 'removed' }],
])('%s: the element that changed is named, and no other', async (path, elements) => {
  expect(named(await compared('/', path))).toEqual(elements);
});

test.each([
  ['/faint-text', 'html > body > main > p:nth-of-type(2)', 'recolored', 'color'],
  ['/faint-shadow', '#buy', 'recolored', 'boxShadow'],
  ['/faint-gradient', 'html > body > header', 'recolored', 'backgroundImage'],
  ['/translucent', '#title', 'recolored', 'opacity'],
])('%s: styles that pixels do not show are a region without pixels', async (path, selector, kind, name) => {
  const { regions, diffPixels } = await compared('/', path);
  expect(diffPixels).toBe(0);
  expect(regions).toMatchObject([{ kind: 'changed', pixels: 0, elements: [{ selector, kinds: [kind] }] }]);
  expect(Object.keys(regions[0]?.elements[0]?.after?.style ?? {})).toEqual([name]);
});

test('a banner that shifts the page is one change', async () => {
  const { regions, shifts, diffPixels } = await compared('/', '/banner');
  expect(regions).toMatchObject([{ kind: 'inserted', x: 0, y: 60, width: 400, height: 70 }]);
  expect(diffPixels).toBe(400 * 70);
  expect(shifts).toEqual([{ kind: 'inserted', y: 60, rows: 70 }]);
});

test('reordered elements are reported as moved, without text changes', async () => {
  const kinds = Object.values(named(await compared('/', '/reordered')));
  expect(kinds.length).toBeGreaterThan(0);
  expect(new Set(kinds)).toEqual(new Set(['moved']));
});

describe('several changes', () => {
  test('are separate regions, each with its own element', async () => {
    const { regions } = await compared('/', '/several');
    const kinds = regions.map(({ elements }) => elements.map(({ tag, kinds }) => `${tag} ${kinds}`));
    expect(kinds).toEqual([['p text'], ['button recolored'], ['li text']]);
  });

  test('are not reported inside ignored elements and boxes', async () => {
    const ignore = ['.price', 'ul > li', { x: 0, y: 130, width: 400, height: 110 }];
    expect(await compared('/', '/several', { ignore })).toMatchObject({ diffPixels: 0, regions: [] });
    expect(named(await compared('/', '/several', { ignore: ['#buy', 'li'] }))).toEqual({
      'html > body > main > p:nth-of-type(1)': 'text',
    });
  });
});

test('elements are reported in CSS pixels, regions in image pixels', async () => {
  const { regions } = await compared('/', '/recolored', {}, 2);
  const [region] = regions;
  const box = region?.elements[0]?.after?.box;
  expect(box).toMatchObject({ width: 140, height: 40 });
  expect([region?.width, region?.height]).toEqual([280, 80]);
  expect(Math.abs((region?.y ?? 0) - 2 * (box?.y ?? 0))).toBeLessThanOrEqual(1);
});

test('a page compared with itself has no differences', async () => {
  expect(await compared('/', '/')).toMatchObject({ diffPixels: 0, regions: [], shifts: [] });
});
