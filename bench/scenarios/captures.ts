import { readdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import { chooseBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { PROFILE_PREFIX } from '../../src/infrastructure/capture/browser/browser-process.ts';
import { createBrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type OwnService, startOwnService } from '../isolated-service.ts';
import { median } from '../numbers.ts';
import type { Result } from '../report.ts';
import { type Bench, bearer, post, rssMegabytes, type Scenario } from '../scenario.ts';

const VIEWPORT = { width: 1280, height: 720, deviceScaleFactor: 1 };
const ROUNDS = 20;
/** Taken one after another, in each of as many rounds. */
const IN_A_ROW = 5;
const sandbox = process.getuid?.() !== 0;

/**
 * One warm capture of the landing page, with its page record, against a bare page that does goto and screenshot; and captures
 * in a row, where what we prepare for the next one counts, against a bare context and page for each.
 */
export const captureTime: Scenario = {
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
      pins: [],
    };
    const chosen = await chooseBrowser({ directory });
    const browser = await puppeteer.launch({
      executablePath: chosen.path,
      headless: chosen.source === 'bundled' ? 'shell' : true,
      env: { ...process.env, ...chosen.env },
      args: sandbox ? [] : ['--no-sandbox'],
      defaultViewport: VIEWPORT,
    });
    try {
      const page = await browser.newPage();
      const show = async (on: Page) => {
        await on.goto(url, { waitUntil: 'load' });
        await on.screenshot({ optimizeForSpeed: true });
      };
      const bare = () => show(page);
      const bareAfresh = async () => {
        const context = await browser.createBrowserContext();
        await show(await context.newPage());
        await context.close();
      };
      const taken = () => pool.capture(request);
      for (const work of [bare, bareAfresh, taken, bare, bareAfresh, taken]) await work();
      const times = { ours: [] as number[], bare: [] as number[] };
      const inARow = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        times.bare.push(await msOf(bare));
        times.ours.push(await msOf(taken));
        // A real worker has stored the last one by then, and its next page is ready.
        await sleep(100);
      }
      for (let round = 0; round < IN_A_ROW; round++) {
        inARow.bare.push(await msOf(bareAfresh, IN_A_ROW));
        inARow.ours.push(await msOf(taken, IN_A_ROW));
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
          ours: median(inARow.ours),
          peer: median(inARow.bare),
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

/** How many snapshots a service takes in a minute, ordered at once over the API. */
export const capturesAMinute: Scenario = {
  name: 'captures-a-minute',
  async run(bench) {
    const results: Result[] = [];
    for (const concurrency of [2, 4]) {
      const service = await startOwnService(bench, {
        NETWORK_POLICY: 'open',
        CAPTURE_CONCURRENCY: String(concurrency),
      });
      await takeAll(service, bench, 2 * concurrency);
      const count = 60;
      const ms = await takeAll(service, bench, count);
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

/** What 200 captures leave behind in a service: memory while it runs; processes and files once it has stopped. */
export const captureLeaks: Scenario = {
  name: 'capture-leaks',
  async run(bench) {
    const service = await startOwnService(bench, { NETWORK_POLICY: 'open', CAPTURE_CONCURRENCY: '2' });
    // Memory goes up and down with what is decoded at the moment: the middle of many looks says more than one.
    await takeAll(service, bench, 100);
    const before = await memoryWhile(service, () => takeAll(service, bench, 100));
    await takeAll(service, bench, 100);
    const after = await memoryWhile(service, () => takeAll(service, bench, 100));
    const { pid } = service.ours;
    await service.stop();
    const left = (await readdir(await realpath(tmpdir()))).filter((name) =>
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
      { name: 'directories of browsers that are left', ours: left.length, unit: 'directories', aim: '0' },
      ...(await processesLeft(pid)),
    ];
  },
};

/** Processes of a service's browsers; each has its profile in its environment, where only Linux tells. */
async function processesLeft(service: number | undefined): Promise<Result[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  const left = environments.filter((environment) => environment.includes(`${PROFILE_PREFIX}${service}-`));
  return [{ name: 'processes of browsers that are left', ours: left.length, unit: 'processes', aim: '0' }];
}

/** Median of the resident memory while something is done, MB. */
async function memoryWhile({ ours }: OwnService, work: () => Promise<unknown>): Promise<number> {
  const looks: number[] = [];
  const timer = setInterval(() => looks.push(rssMegabytes(ours)), 250);
  await work();
  clearInterval(timer);
  return median(looks);
}

/** Orders snapshots of the landing page and waits for the last. @returns milliseconds from the first order on */
async function takeAll({ ours, token, projectId }: OwnService, bench: Bench, count: number): Promise<number> {
  const started = performance.now();
  const body = { projectId, url: `${bench.ours.url}/`, viewport: VIEWPORT };
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { data } = await post<{ data: { id: string } }>({ ours, token }, '/v1/snapshots', body);
    ids.push(data.id);
  }
  for (const id of ids) {
    for (;;) {
      const answer = await fetch(`${ours.url}/v1/snapshots/${id}`, { headers: bearer(token) });
      const { data } = (await answer.json()) as { data: { status: string; error: string | null } };
      if (data.status === 'completed') break;
      if (data.status === 'failed') throw new Error(`a snapshot failed: ${data.error}`);
      await sleep(20);
    }
  }
  return performance.now() - started;
}

/** @returns milliseconds for each of so many times */
async function msOf(work: () => Promise<unknown>, times = 1): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < times; count++) await work();
  return (performance.now() - started) / times;
}
