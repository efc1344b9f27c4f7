import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const [GREEN, RED, BLUE, ORANGE, WHITE] = ['#00ff00', '#ff0000', '#0000ff', '#ffaa00', '#ffffff'];

const STYLES = `<style>
  @keyframes redden { from { background: ${GREEN} } to { background: ${RED} } }
  @keyframes fill { from { width: 0 } to { width: 100% } }
  @keyframes reveal { from { opacity: 0 } to { opacity: 1 } }
  div { height: 50px }
  #paused { animation: redden 2s forwards paused }
  #progress { position: fixed; top: 100px; left: 0; background: ${BLUE}; animation: fill linear; animation-timeline: scroll(root) }
  .revealed { position: absolute; width: 100%; background: ${ORANGE}; animation: reveal linear both; animation-timeline: view(); animation-range: entry 0% cover 30% }
</style>`;
const BODY = `<div id="paused"></div><div id="half"></div><div id="progress"></div>
  <div class="revealed" style="top:700px"></div><div style="height:900px"></div>
  <script>const half = document.querySelector('#half').animate({ background: ['${GREEN}', '${RED}'] }, { duration: 1000, easing: 'steps(2)' });
    half.pause(); half.currentTime = 100</script>`;

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  site = await servePages({
    '/top': page(BODY, STYLES),
    '/corner': page('<a id="corner">Home</a><p style="height:2000px"></p>', CORNER),
    '/half': page(`${BODY}<script>scrollTo(0, 350)</script>`, STYLES),
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

const CORNER = `<style>body { margin: 0 } #corner { display: block; height: 100px; background: ${GREEN}; transition: background 1s }
  #corner:hover { background: ${RED} } html:hover p { background: ${RED} }</style>`;

const picture = async (path: string, fullPage: boolean) =>
  pixelsOf((await pool.capture(captureOf(site.url + path, { fullPage }))).image);

test.each([false, true])(
  'paused animations keep their state, and scroll-driven ones are at their start: full page %s',
  async (fullPage) => {
    const { at } = await picture('/top', fullPage);
    expect([at(200, 25), at(200, 75), at(10, 125)]).toEqual([GREEN, GREEN, WHITE]);
  },
);

test('a viewport shows scroll-driven animations at the scroll position', async () => {
  // The page is scrolled by 350 of 700 pixels.
  const { at } = await picture('/half', false);
  expect([at(190, 125), at(210, 125)]).toEqual([BLUE, WHITE]);
});

test('the full page shows elements that animate while they are in view', async () => {
  const { at } = await picture('/top', true);
  expect(at(200, 725)).toBe(ORANGE);
});

test.each([false, true])('nothing is painted with hover styles: full page %s', async (fullPage) => {
  const { at } = await picture('/corner', fullPage);
  expect([at(50, 50), at(50, 200)]).toEqual([GREEN, WHITE]);
});
