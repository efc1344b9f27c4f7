import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const SHOP = '<div style="height:1000px;background:#00ff00"></div>';

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool({ deadlineMs: 16_000 });
  site = await servePages({
    '/script': page(`${SHOP}<script async src="/never?script"></script>`),
    '/pixel': page(`${SHOP}<img src="/never?pixel" width="1" height="1" style="position:absolute">`),
    // Blocks parsing, so that the document never ends.
    '/blocking-script': page(`${SHOP}<script src="/never?script"></script>`),
    '/document': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(SHOP);
    },
    '/never': () => undefined,
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

test.concurrent.each([
  ['/script', '/never?script', false],
  ['/pixel', '/never?pixel', false],
  ['/script', '/never?script', true],
])('%s without a response leaves the rest of the image complete', async (path, missing, fullPage) => {
  const { image, record } = await pool.capture(captureOf(site.url + path, { fullPage }));
  expect(record).toMatchObject({ status: 200, isComplete: false, pendingRequests: [site.url + missing] });
  const { at, height } = await pixelsOf(image);
  expect([height, at(200, height - 1)]).toEqual([fullPage ? 1_000 : 300, '#00ff00']);
});

test.concurrent.each(['/blocking-script', '/document'])('an incomplete document fails: %s', async (path) => {
  await expect(pool.capture(captureOf(site.url + path))).rejects.toThrow('The page did not finish loading within 8 s');
});
