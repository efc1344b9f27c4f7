import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const [BLUE, RED, WHITE] = ['#0000ff', '#ff0000', '#ffffff'];
const WINDOW = 300;
const ROWS = 20;

const rows = (html: (n: number) => string) => Array.from({ length: ROWS }, (_, n) => html(n)).join('');
const SKIPPED = `<style>section { content-visibility: auto; contain-intrinsic-size: 50px } div { height: 400px; background: ${BLUE} }</style>`;
const UNSEEN = `<style>section { height: 140px; margin: 30px 0; background: ${BLUE}; opacity: 0 } .in { opacity: 1 }</style>`;

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  site = await servePages({
    '/skipped': page(
      `${rows(() => '<section><div></div></section>')}<section style="content-visibility:hidden"><div></div></section>`,
      SKIPPED,
    ),
    '/skipped-in-shadow': page(
      `<x-list></x-list><script>document.querySelector('x-list').attachShadow({ mode: 'open' }).innerHTML =
        ${JSON.stringify(SKIPPED + rows(() => '<section><div></div></section>'))}</script>`,
    ),
    // Like libraries for hiding headers and for revealing elements in view.
    '/throttled': page(
      `<header id="head" style="position:fixed;top:0;width:100%;height:40px;background:${RED}"></header>
       <button id="up" style="position:fixed;left:0;top:100px;width:40px;height:40px;border:0;background:${RED}" hidden></button>
       <div style="height:4000px;background:${BLUE}"></div>
       <script>let last = 0, timer, again;
         const look = () => { head.hidden = scrollY > last; up.hidden = scrollY < 300; last = scrollY };
         const rest = () => { timer = 0; if (again) begin() };
         const begin = () => { again = false; look(); timer = setTimeout(rest, 200) };
         addEventListener('scroll', () => { if (timer) again = true; else begin() })</script>`,
    ),
    // Each is revealed when nearly all of it is in view; every other one spans two windows.
    '/revealed': page(
      `${rows(() => '<section></section>')}<script>
        const seen = (entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.className = 'in' };
        const observer = new IntersectionObserver(seen, { threshold: 0.9 });
        for (const section of document.querySelectorAll('section')) observer.observe(section)</script>`,
      UNSEEN,
    ),
    '/revealed-while-waiting': page(
      `${rows(() => '<section></section>')}<script>fetch('/never');
        const seen = (entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.className = 'in' };
        const observer = new IntersectionObserver(seen);
        for (const section of document.querySelectorAll('section')) observer.observe(section)</script>`,
      UNSEEN,
    ),
    '/endless': page(
      `<main><div style="height:3000px"></div></main><script>addEventListener('scroll', () => {
        if (scrollY + 2 * innerHeight < document.body.scrollHeight) return;
        const more = document.createElement('div'); more.style.height = '3000px';
        document.querySelector('main').append(more) })</script>`,
    ),
    '/right-to-left': page(
      `<script>document.documentElement.dir = 'rtl'</script><div style="height:40px;background:${RED}"></div>
       <div style="width:100px;height:50px;background:${BLUE}"></div>`,
      '<style>body { margin: 0 }</style>',
    ),
    '/never': () => undefined,
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

async function whole(path: string, viewport = { width: 400, height: WINDOW, deviceScaleFactor: 1 }) {
  const { image, record } = await pool.capture(captureOf(site.url + path, { fullPage: true, viewport }));
  return { image, record, pixels: await pixelsOf(image) };
}

test.each(['/skipped', '/skipped-in-shadow'])(
  'content that is laid out only near the viewport is included: %s',
  async (path) => {
    const { pixels } = await whole(path);
    expect(pixels.height).toBeGreaterThanOrEqual(ROWS * 400);
    const middles = Array.from({ length: ROWS }, (_, n) => pixels.at(200, n * 400 + 200));
    expect(middles).toEqual(Array(ROWS).fill(BLUE));
    // Hidden content stays hidden.
    if (path === '/skipped') expect(pixels.at(200, pixels.height - 1)).toBe(WHITE);
  },
);

test('a page that reacts to scrolling with a delay is captured in its top state, each time', async () => {
  const [first, second] = [await whole('/throttled'), await whole('/throttled')];
  expect([first.pixels.at(200, 20), first.pixels.at(20, 120)]).toEqual([RED, BLUE]);
  expect(second.image.equals(first.image)).toBe(true);
});

test.each(['/revealed', '/revealed-while-waiting'])(
  'elements that are revealed in view are included: %s',
  async (path) => {
    const { pixels } = await whole(path);
    const middles = Array.from({ length: ROWS }, (_, n) => pixels.at(200, 30 + n * 170 + 70));
    expect(middles).toEqual(Array(ROWS).fill(BLUE));
  },
);

test('an endless page is captured up to the maximum height and reported as incomplete', async () => {
  const patient = await testPool({ deadlineMs: 200_000 });
  // At this scale the maximum height is 15 000 CSS pixels.
  const viewport = { width: 400, height: 1_000, deviceScaleFactor: 4 };
  const { record } = await patient.capture(captureOf(`${site.url}/endless`, { fullPage: true, viewport }));
  await patient.close();
  expect(record.height).toBeGreaterThan(12_000);
  expect(record.height).toBeLessThanOrEqual(15_000);
  expect(record.isComplete).toBe(false);
});

test('a page from right to left that is lower than the window is not shifted', async () => {
  const viewport = { width: 400, height: WINDOW, deviceScaleFactor: 1 };
  const { image } = await pool.capture(captureOf(`${site.url}/right-to-left`, { viewport, fullPage: true }));
  const { width, at } = await pixelsOf(image);
  expect([width, at(0, 10), at(399, 10), at(299, 60), at(300, 60), at(399, 60)]).toEqual([
    ...[400, RED, RED],
    ...[WHITE, BLUE, BLUE],
  ]);
});
