import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { CaptureError } from '../../src/infrastructure/capture/capture-errors.ts';
import type { CaptureRequest } from '../../src/infrastructure/capture/capture-request.ts';
import { block, type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const RED = '#ff0000';
const GREEN = '#008000';
const BLUE = '#0000ff';
const WHITE = '#ffffff';

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  site = await servePages({
    '/blocks': page(block('red', [0, 0, 100, 50]) + block('blue', [300, 250, 100, 50])),
    '/tall': page(
      `<div style="height:100vh;background:red"></div><div style="height:900px;background:blue"></div>
       <div style="height:100px;background:green"></div>`,
    ),
    '/asks': page(
      `<script>document.write(innerWidth === 640 && devicePixelRatio === 2 ? '<b>right</b>' : '<b>' + innerWidth + ' ' + devicePixelRatio)</script>`,
    ),
    '/wide': page(block('red', [0, 0, 100, 100]) + block('blue', [900, 100, 100, 100])),
    '/sticky': page(
      `<div style="position:sticky;top:0;height:40px;background:red"></div><div style="height:1200px;background:#fff"></div>
       <div style="position:fixed;bottom:0;left:0;width:100%;height:20px;background:blue"></div>`,
    ),
    '/late': page(
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '${block('red', [0, 0, 100, 100], 'id=late')}'), 2_000)</script>`,
    ),
    '/hidden': page(
      `<div id="ad" style="background:red;height:50px"><b style="visibility:visible;display:block;height:50px;background:red"></b></div>
       <div style="background:green;height:50px"></div>`,
    ),
    '/shadow': page(
      `<x-outer></x-outer><script>
         const rootOf = (host) => host.attachShadow({ mode: 'open' });
         setTimeout(() => {
           const outer = rootOf(document.querySelector('x-outer'));
           outer.innerHTML = '<div class="ad" style="height:50px;background:red"></div><x-inner></x-inner>';
           setTimeout(() => {
             rootOf(outer.querySelector('x-inner')).innerHTML = '<div class="ad" style="height:50px;background:blue"></div>';
           }, 2_000);
         }, 200);</script>`,
    ),
    '/lazy': page(
      `<div style="height:4000px"></div><img loading="lazy" src="/blue.svg" width="100" height="100" style="display:block">`,
    ),
    '/blue.svg': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#00f"/></svg>',
      );
    },
    '/revealed': page(
      `<div style="height:3000px"></div><div id="late" style="height:100px;background:red"></div>
       <script>new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return;
         late.style.background = 'blue'; observer.disconnect(); }).observe(late)</script>`,
    ),
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

const shoot = (path: string, options: Partial<CaptureRequest> = {}) =>
  pool.capture(captureOf(site.url + path, options));
const pictureOf = async (path: string, options: Partial<CaptureRequest> = {}) =>
  pixelsOf((await shoot(path, options)).image);
const failureOf = (path: string, options: Partial<CaptureRequest> = {}): Promise<unknown> =>
  shoot(path, options).then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('viewport', () => {
  test('is the size of the image', async () => {
    const small = await pictureOf('/blocks');
    expect([small.width, small.height]).toEqual([400, 300]);
    expect([small.at(0, 0), small.at(99, 49), small.at(100, 49), small.at(99, 50)]).toEqual([RED, RED, WHITE, WHITE]);
    expect([small.at(299, 250), small.at(300, 250), small.at(399, 299)]).toEqual([WHITE, BLUE, BLUE]);
    const wide = await pictureOf('/tall', { viewport: { width: 500, height: 200, deviceScaleFactor: 1 } });
    expect([wide.width, wide.height, wide.at(499, 199)]).toEqual([500, 200, RED]);
  });

  test('is set before the first script of the page', async () => {
    const viewport = { width: 640, height: 300, deviceScaleFactor: 2 };
    const { record } = await shoot('/asks', { viewport });
    expect(record.elements.at(-1)).toMatchObject({ tag: 'b', text: 'right' });
  });

  test.each([0.5, 1.5, 2, 3])('at deviceScaleFactor %d', async (scale) => {
    const picture = await pictureOf('/blocks', { viewport: { width: 400, height: 300, deviceScaleFactor: scale } });
    expect([picture.width, picture.height]).toEqual([400 * scale, 300 * scale]);
    const edge = Math.round(100 * scale);
    expect([picture.at(edge - 1, 0), picture.at(edge, 0)]).toEqual([RED, WHITE]);
  });
});

describe('fullPage', () => {
  test('is as long as the page, and the viewport keeps its height', async () => {
    const picture = await pictureOf('/tall', { fullPage: true });
    expect([picture.width, picture.height]).toEqual([400, 1300]);
    expect([picture.at(0, 299), picture.at(0, 300), picture.at(0, 1199), picture.at(0, 1200)]).toEqual([
      RED,
      BLUE,
      BLUE,
      GREEN,
    ]);
  });

  test('is as wide as the page', async () => {
    const picture = await pictureOf('/wide', { fullPage: true });
    expect([picture.width, picture.height, picture.at(999, 199)]).toEqual([1000, 300, BLUE]);
  });

  test('with several pixels per CSS pixel', async () => {
    const picture = await pictureOf('/tall', {
      fullPage: true,
      viewport: { width: 400, height: 300, deviceScaleFactor: 2 },
    });
    expect([picture.width, picture.height, picture.at(0, 599), picture.at(0, 600)]).toEqual([800, 2600, RED, BLUE]);
  });

  test('shows sticky and fixed elements once', async () => {
    const picture = await pictureOf('/sticky', { fullPage: true });
    const column = Array.from({ length: picture.height }, (_, y) => picture.at(200, y));
    expect(column.flatMap((color, y) => (color === RED ? [y] : []))).toEqual(Array.from({ length: 40 }, (_, y) => y));
    expect(column.flatMap((color, y) => (color === BLUE ? [y] : []))).toEqual(
      Array.from({ length: 20 }, (_, y) => 280 + y),
    );
  });

  test('includes content that loads or appears on scrolling', async () => {
    expect((await pictureOf('/lazy', { fullPage: true })).at(50, 4_050)).toBe(BLUE);
    expect((await pictureOf('/revealed', { fullPage: true })).at(50, 3_050)).toBe(BLUE);
  });
});

describe('waiting', () => {
  test('for a selector', async () => {
    expect((await pictureOf('/late')).at(0, 0)).toBe(WHITE);
    expect((await pictureOf('/late', { waitForSelector: '#late' })).at(0, 0)).toBe(RED);
  });

  test('for a selector in shadow trees', async () => {
    const picture = await pictureOf('/shadow', { waitForSelector: 'x-inner' });
    expect([picture.at(0, 0), picture.at(0, 50)]).toEqual([RED, WHITE]);
    const later = await pictureOf('/shadow', { waitForSelector: '.ad[style*=blue]' });
    expect([later.at(0, 0), later.at(0, 50)]).toEqual([RED, BLUE]);
  });

  test('for some time', async () => {
    expect((await pictureOf('/late', { delay: 2_500 })).at(0, 0)).toBe(RED);
  });

  test('for an invalid selector fails', async () => {
    const failure = await failureOf('/late', { waitForSelector: '##' });
    expect(failure).toEqual(new CaptureError('waitForSelector: "##" is not a CSS selector'));
  });

  test('without a match fails after 15 s', async () => {
    const started = Date.now();
    const failure = await failureOf('/blocks', { waitForSelector: '#never' });
    expect(failure).toEqual(new CaptureError('No element matched waitForSelector "#never" within 15 s'));
    expect(Date.now() - started).toBeGreaterThan(14_900);
  });
});

describe('hideSelectors', () => {
  test('hides matching elements with their descendants and keeps the layout', async () => {
    const shown = await pictureOf('/hidden');
    const hidden = await pictureOf('/hidden', { hideSelectors: ['#none', '#ad'] });
    expect([shown.at(0, 0), shown.at(0, 50)]).toEqual([RED, GREEN]);
    expect([hidden.at(0, 0), hidden.at(0, 49), hidden.at(0, 50)]).toEqual([WHITE, WHITE, GREEN]);
  });

  test('in shadow trees', async () => {
    const options = { waitForSelector: '.ad[style*=blue]' };
    const hidden = await pictureOf('/shadow', { ...options, hideSelectors: ['.ad[style*=red]'] });
    expect([hidden.at(0, 0), hidden.at(0, 50)]).toEqual([WHITE, BLUE]);
    const both = await pictureOf('/shadow', { ...options, hideSelectors: ['.ad'] });
    expect([both.at(0, 0), both.at(0, 50)]).toEqual([WHITE, WHITE]);
  });

  test('with an invalid selector fails', async () => {
    const failure = await failureOf('/hidden', { hideSelectors: ['#ad', 'a['] });
    expect(failure).toEqual(new CaptureError('hideSelectors: "a[" is not a CSS selector'));
  });
});
