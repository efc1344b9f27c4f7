// Eleven captures in Chromium: the shortest run of one design of the labeled set.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRUTHS, VERDICT_OF } from '../../bench/verdicts/cases.ts';
import { DESIGNS } from '../../bench/verdicts/designs.ts';
import { judgeDesign } from '../../bench/verdicts/judge-set.ts';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, type Site, servePages } from './support/pages.ts';
import { testPool } from './support/pool.ts';

const site: Site = {};
let server: PageServer;
let pool: BrowserPool;

beforeAll(async () => {
  server = await servePages(site);
  pool = await testPool();
});
afterAll(async () => {
  await pool.close();
  await server.close();
});

test('verdicts of captured pages are those of the labels', async () => {
  const design = DESIGNS.find(({ name }) => name === 'hero');
  expect(design).toBeDefined();
  if (!design) return;
  const publish = (path: string, html: string) => {
    site[path] = html;
    return server.url + path;
  };
  const judged = await judgeDesign(design, pool.capture, publish);
  expect(new Set(judged.map(({ truth }) => truth))).toEqual(new Set(TRUTHS));
  const wrong = judged.filter(({ truth, verdict }) => verdict.verdict !== VERDICT_OF[truth]);
  expect(wrong.map(({ before, after, truth, verdict }) => ({ before, after, truth, verdict }))).toEqual([]);
  for (const { isMet, verdict } of judged) if (verdict.literal) expect(verdict.literal.isMet).toBe(isMet);
});
