import { readdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import { selectBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { PROFILE_PREFIX } from '../../src/infrastructure/capture/browser/browser-process.ts';
import { createBrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type IsolatedService, startIsolatedService } from '../isolated-service.ts';
import { median } from '../numbers.ts';
import type { Result } from '../report.ts';
import { type Bench, bearer, post, rssMegabytes, type Scenario } from '../scenario.ts';

const VIEWPORT = { width: 1280, height: 720, deviceScaleFactor: 1 };
const ROUNDS = 20;
/** Consecutive captures per round, and number of such rounds. */
const CONSECUTIVE = 5;
const sandbox = process.getuid?.() !== 0;

/**
 * Measures a warm capture of the landing page with its page record against goto and screenshot in
 * an open page; and consecutive captures, which include preparing the next page, against a new
 * context and page per capture.
 */
export const captureDuration: Scenario = {
  name: 'capture-time',
  async run({ ours }) {
    const directory = join(tmpdir(), 'pinbound-bench-browser');
    const url = `${ours.url}/`;
    const pool = createBrowserPool({
      directory,
      assets: resolve('dist/clients'),
      policy: 'open',
      concurrency: 1,
      deadlineMs: 60_000,
      sandbox,
    });
    const request = {
      url,
      viewport: VIEWPORT,
      fullPage: false,
      waitForSelector: null,
      delay: 0,
      hideSelectors: [],
      freeze: false,
      hideWebdriver: false,
      pins: [],
    };
    const chosen = await selectBrowser({ directory });
    const browser = await puppeteer.launch({
      executablePath: chosen.path,
      headless: chosen.source === 'bundled' ? 'shell' : true,
      env: { ...process.env, ...chosen.env },
      args: sandbox ? [] : ['--no-sandbox'],
      defaultViewport: VIEWPORT,
    });
    try {
      const page = await browser.newPage();
      const visit = async (on: Page) => {
        await on.goto(url, { waitUntil: 'load' });
        await on.screenshot({ optimizeForSpeed: true });
      };
      const bare = () => visit(page);
      const bareInNewContext = async () => {
        const context = await browser.createBrowserContext();
        await visit(await context.newPage());
        await context.close();
      };
      const capture = () => pool.capture(request);
      for (const work of [bare, bareInNewContext, capture, bare, bareInNewContext, capture]) await work();
      const times = { ours: [] as number[], bare: [] as number[] };
      const consecutive = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        times.bare.push(await msOf(bare));
        times.ours.push(await msOf(capture));
        // A worker stores the last capture in this time, and its next page gets ready.
        await sleep(100);
      }
      for (let round = 0; round < CONSECUTIVE; round++) {
        consecutive.bare.push(await msOf(bareInNewContext, CONSECUTIVE));
        consecutive.ours.push(await msOf(capture, CONSECUTIVE));
      }
      return [
        {
          name: 'warm capture of a page',
          ours: median(times.ours),
          peer: median(times.bare),
          unit: 'ms',
          aim: '≤ 1.25',
          note: 'bare: goto and screenshot in an open page of puppeteer',
        },
        {
          name: 'captures in a row, each',
          ours: median(consecutive.ours),
          peer: median(consecutive.bare),
          unit: 'ms',
          aim: '–',
          note: 'bare: a context and a page of its own for each, closed after it',
        },
      ];
    } finally {
      await browser.close();
      await pool.close();
    }
  },
};

/** Measures the snapshots per minute when all are requested at once over the API. */
export const captureRate: Scenario = {
  name: 'captures-a-minute',
  async run(bench) {
    const results: Result[] = [];
    for (const concurrency of [2, 4]) {
      const service = await startIsolatedService(bench, {
        NETWORK_POLICY: 'open',
        CAPTURE_CONCURRENCY: String(concurrency),
      });
      await captureAll(service, bench, 2 * concurrency);
      const count = 60;
      const ms = await captureAll(service, bench, count);
      await service.stop();
      results.push({
        name: `captures, CAPTURE_CONCURRENCY=${concurrency}`,
        ours: (count / ms) * 60_000,
        unit: 'a minute',
        aim: '–',
        note: `${count} at once, stored with thumbnail and page record`,
      });
    }
    return results;
  },
};

/**
 * Measures leaks of 200 captures: memory of the running service; processes and files after its
 * stop.
 */
export const captureLeaks: Scenario = {
  name: 'capture-leaks',
  async run(bench) {
    const service = await startIsolatedService(bench, { NETWORK_POLICY: 'open', CAPTURE_CONCURRENCY: '2' });
    // Memory varies with the images being decoded, so the median of many samples is compared.
    await captureAll(service, bench, 100);
    const before = await memoryWhile(service, () => captureAll(service, bench, 100));
    await captureAll(service, bench, 100);
    const after = await memoryWhile(service, () => captureAll(service, bench, 100));
    const { pid } = service.ours;
    await service.stop();
    const leftovers = (await readdir(await realpath(tmpdir()))).filter((name) =>
      name.startsWith(`${PROFILE_PREFIX}${pid}-`),
    );
    return [
      {
        name: 'memory after 200 more captures, RSS',
        ours: after,
        peer: before,
        unit: 'MB',
        aim: '≤ 1.10',
        note: 'median while 100 are taken; bare: while the 100 before were',
      },
      { name: 'directories of browsers that are left', ours: leftovers.length, unit: 'directories', aim: '0' },
      ...(await processesLeft(pid)),
    ];
  },
};

/** Counts browser processes of a service by the profile in their environment; Linux only. */
async function processesLeft(service: number | undefined): Promise<Result[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  const leftovers = environments.filter((environment) => environment.includes(`${PROFILE_PREFIX}${service}-`));
  return [{ name: 'processes of browsers that are left', ours: leftovers.length, unit: 'processes', aim: '0' }];
}

/** Measures the median resident memory during some work, MB. */
async function memoryWhile({ ours }: IsolatedService, work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(rssMegabytes(ours)), 250);
  await work();
  clearInterval(timer);
  return median(samples);
}

/**
 * Requests snapshots of the landing page and waits for the last one.
 *
 * @returns milliseconds from the first request on
 */
async function captureAll({ ours, token, projectId }: IsolatedService, bench: Bench, count: number): Promise<number> {
  const started = performance.now();
  const body = { projectId, url: `${bench.ours.url}/`, viewport: VIEWPORT };
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { data } = await post<{ data: { id: string } }>({ ours, token }, '/v1/snapshots', body);
    ids.push(data.id);
  }
  for (const id of ids) {
    for (;;) {
      const response = await fetch(`${ours.url}/v1/snapshots/${id}`, { headers: bearer(token) });
      const { data } = (await response.json()) as { data: { status: string; error: string | null } };
      if (data.status === 'completed') break;
      if (data.status === 'failed') throw new Error(`snapshot ${id} failed: ${data.error}`);
      await sleep(20);
    }
  }
  return performance.now() - started;
}

/** @returns mean milliseconds per repetition */
async function msOf(work: () => Promise<unknown>, times = 1): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < times; count++) await work();
  return (performance.now() - started) / times;
}
