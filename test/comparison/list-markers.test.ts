import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { type ComparisonResult, runTask } from '../../src/infrastructure/comparison/task.ts';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { captureOf, testPool } from '../snapshots/support/pool.ts';

let server: PageServer;
let pool: BrowserPool;
const site: Record<string, string> = {};
beforeAll(async () => {
  server = await servePages(site);
  pool = await testPool();
});
afterAll(async () => {
  await pool.close();
  await server.close();
});

/** Page with a list of twenty items whose heights are fractions, below a banner. */
const html = (banner: number, { direction = 'ltr', styleOfFifth = '' } = {}) =>
  page(`<style>
    body { margin: 0; font: 15.5px/1.6 sans-serif } ul { margin: 10.5px 0; padding: 0 40px }
  </style><div dir="${direction}">${banner ? `<div style="height:${banner}px;background:#fd5"></div>` : ''}<ul>${Array.from(
    { length: 20 },
    (_, index) => `<li${index === 4 ? ` style="${styleOfFifth}"` : ''}>Bread ${index}</li>`,
  ).join('')}</ul></div>`);

/** Compares two pages and returns the kinds of the regions. */
async function compared(before: string, after: string, scale: number) {
  const stored = async (path: string, content: string) => {
    site[path] = content;
    const viewport = { width: 420, height: 200, deviceScaleFactor: scale };
    const { image, record } = await pool.capture(captureOf(`${server.url}${path}`, { viewport, fullPage: true }));
    return { image, tileHashes: undefined, record: await packRecord(record) };
  };
  const baseline = await stored('/before', before);
  const comparison = await stored('/after', after);
  const options = { threshold: 0.1, alignRows: true, ignore: [] };
  const { regions } = (await runTask({ kind: 'compare', baseline, comparison, options })) as ComparisonResult;
  return regions.map(({ kind }) => kind);
}

describe.each([1, 2, 3])('at a device scale factor of %d, in a list that moved by a fraction of a pixel', (scale) => {
  test.each(['ltr', 'rtl'])('no marker counts, written %s', async (direction) => {
    expect(await compared(html(0, { direction }), html(20.4, { direction }), scale)).toEqual(['inserted']);
  });

  test.each(['list-style-type:circle', 'list-style-type:none'])('a marker with %s is found', async (styleOfFifth) => {
    expect(await compared(html(0), html(20.4, { styleOfFifth }), scale)).toEqual(['inserted', 'changed']);
  });
});
