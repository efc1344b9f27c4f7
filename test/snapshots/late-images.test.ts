import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** Browsers open six connections per server, so this many images take ten times as long as one. */
const IMAGES = 60;
const ROUNDS = IMAGES / 6;
const [SLOW_MS, HEIGHT] = [700, 20];

let site: PageServer;
let pool: BrowserPool;
let green: Buffer;
/** Responds with a green image after a delay. */
const slow =
  (ms: number): Parameters<typeof servePages>[0][string] =>
  async (_request, response) => {
    await wait(ms);
    response.writeHead(200, { 'content-type': 'image/png' }).end(green);
  };

const list = (source: string, count = IMAGES) =>
  Array.from(
    { length: count },
    (_, n) => `<img src="${source}?${n}" loading="lazy" width="10" height="${HEIGHT}" style="display:block">`,
  ).join('');

beforeAll(async () => {
  green = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  pool = await testPool({ deadlineMs: 40_000 });
  site = await servePages({
    '/slow': page(list('/image')),
    '/one-missing': page(`<div style="height:1000px"></div>${list('/quick', 3)}${list('/never', 1)}`),
    '/chat': page(`${list('/quick', 3)}<script>fetch('/never')</script>`),
    '/image': slow(SLOW_MS),
    '/quick': slow(0),
    '/never': () => undefined,
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

const capture = async (path: string) => {
  const started = performance.now();
  const { image, record } = await pool.capture(captureOf(site.url + path, { fullPage: true }));
  return { image, record, durationMs: performance.now() - started };
};

test('a capture waits for images as long as they keep arriving', async () => {
  const { image, record, durationMs } = await capture('/slow');
  // Longer than the wait for a missing image.
  expect(durationMs).toBeGreaterThan(ROUNDS * SLOW_MS);
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const isGreen = (row: number) => data[row * info.width * info.channels] === 0;
  const shown = Array.from({ length: IMAGES }, (_, n) => isGreen(n * HEIGHT + HEIGHT / 2)).filter(Boolean);
  expect(shown).toHaveLength(IMAGES);
  expect(record).toMatchObject({ isComplete: true, pendingRequests: [] });
});

test('a missing image is skipped after 5 seconds, and the record names it', async () => {
  const { record } = await capture('/one-missing');
  expect(record).toMatchObject({ isComplete: false, pendingRequests: [`${site.url}/never?0`] });
});

test('background requests do not make the image incomplete', async () => {
  const { record } = await capture('/chat');
  expect(record).toMatchObject({ isComplete: true, pendingRequests: [`${site.url}/never`] });
});
