import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const GREEN = '#00ff00';
const STYLES = `<style>i { display: block; width: 30px; height: 30px; background: ${GREEN} }</style>`;

const KINDS = [
  '<marquee scrollamount=20><i></i></marquee>',
  '<marquee direction=right><i></i></marquee>',
  '<marquee behavior=alternate truespeed scrolldelay=1><i></i></marquee>',
  '<marquee behavior=slide loop=1><i></i></marquee>',
  '<marquee direction=up height=60><i></i></marquee>',
  '<marquee><marquee><i></i></marquee></marquee>',
  '<form><input name=before hidden><input name=firstChild hidden><marquee><i></i></marquee></form>',
  `<marquee><iframe width=30 height=30 frameborder=0 srcdoc="<body bgcolor=${GREEN}>"></iframe></marquee>`,
];

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  site = await servePages(Object.fromEntries(KINDS.map((html, i) => [`/${i}`, page(html, STYLES)])));
  pool = await testPool();
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

const capture = async (i: number, delay: number) =>
  (await pool.capture(captureOf(`${site.url}/${i}`, { delay }))).image;

test.each(KINDS.map((html, i) => [html, i] as const))('is held where the layout has it: %s', async (_html, i) => {
  const first = await capture(i, 0);
  const { at } = await pixelsOf(first);
  expect([at(2, 15), at(28, 15), at(32, 15)]).toEqual([GREEN, GREEN, '#ffffff']);
  for (const delay of [170, 390]) expect((await capture(i, delay)).equals(first)).toBe(true);
});

test('the record has the elements of the page', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/0`));
  expect(record.elements.map(({ tag }) => tag)).toEqual(['html', 'body', 'marquee', 'i']);
});
