import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { type IsolatedService, startIsolatedService } from '../isolated-service.ts';
import { median, quantile } from '../numbers.ts';
import type { Result } from '../report.ts';
import { bearer, type Scenario } from '../scenario.ts';
import { fillWorkList } from '../work-list-data.ts';

const ANNOTATIONS = 10_000;
/** Opened lists, filters and updates of a measurement. */
const SAMPLES = 15;
/** Time after which the page has loaded further rows and has nothing left to do. */
const SETTLE_MS = 1_000;
const SCROLL_MS = 3_000;
/** Threads that are opened by key, and the pause between two keys. */
const THREADS = 40;
const BETWEEN_KEYS_MS = 250;
/** Updates while the browser still compiles code, and as many that must not add to the memory. */
const UPDATES = 1_000;
/** The statuses are counted again a second after the last update. */
const SETTLE_AFTER_UPDATES_MS = 3_000;
/** Updates sent at once. */
const AT_ONCE = 10;

/** Measures the list of a project with many comments in Chromium. */
export const dashboard: Scenario = {
  name: 'dashboard',
  async run(bench) {
    const service = await startIsolatedService(bench, {});
    const sql = new pg.Client({ connectionString: service.databaseUrl });
    await sql.connect();
    const browser = await launchBrowser();
    try {
      await fillWorkList(sql, service, { projects: 1, annotations: ANNOTATIONS, labels: 50, replies: 5 });
      const { rows } = await sql.query<{ id: string }>("SELECT id FROM projects WHERE slug = 'project-1'");
      const projectId = rows[0]?.id ?? '';
      const page = await openPage(browser);
      // The dashboard's session is bound to BASE_URL, whose default is localhost.
      const url = service.ours.url.replace('127.0.0.1', 'localhost');
      const list = `${url}/app/projects/${projectId}`;
      const entered = await measureLogIn(browser, url, projectId);
      await logIn(page, url);
      return [
        entered,
        await measureOpening(page, list),
        ...(await measureThreads(page, list)),
        await measureFilter(page, list),
        await measureScrolling(page, list),
        ...(await measureUpdates(page, list, { service, sql, projectId })),
      ];
    } finally {
      await browser.close();
      await sql.end();
      await service.stop();
    }
  },
};

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  // tsx wraps functions in this helper, which functions that run in the page call, too.
  await page.evaluateOnNewDocument('globalThis.__name = (value) => value');
  await page.goto('about:blank');
  return page;
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/login`);
  await page.locator('input[type=email]').fill('b@example.com');
  await page.locator('input[type=password]').fill('a long password');
  await page.keyboard.press('Enter');
  await page.waitForSelector('nav');
}

/** Selector of a comment in the list. */
const ROW = 'ol li[data-id]';

async function openList(page: Page, list: string): Promise<void> {
  await page.goto(`${list}?status=any`);
  await page.waitForSelector(ROW);
  await pause(SETTLE_MS);
}

async function measureOpening(page: Page, list: string): Promise<Result> {
  const { identifier } = await page.evaluateOnNewDocument((row) => {
    const times: Record<string, number> = {};
    Object.assign(globalThis, { times });
    new MutationObserver(() => {
      if (document.querySelector('nav')) times.shell ??= performance.now();
      if (document.querySelector(row)) times.rows ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, ROW);
  const delays: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await page.goto(`${list}?status=any`);
    await page.waitForSelector(ROW);
    const { shell = 0, rows = 0 } = await page.evaluate(
      () => (globalThis as unknown as { times: { shell?: number; rows?: number } }).times,
    );
    delays.push(rows - shell);
  }
  await page.removeScriptToEvaluateOnNewDocument(identifier);
  return {
    name: `rows of ${ANNOTATIONS} after the shell`,
    ours: median(delays),
    unit: 'ms',
    aim: '≤ 300',
    note: `slowest of ${SAMPLES} ${Math.max(...delays).toFixed(0)} ms`,
  };
}

/** Logs in without a cache, up to the first comment. */
async function measureLogIn(browser: Browser, url: string, projectId: string): Promise<Result> {
  const delays: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(`${url}/app/login?next=${encodeURIComponent(`/projects/${projectId}`)}`);
    await page.locator('input[type=email]').fill('b@example.com');
    await page.locator('input[type=password]').fill('a long password');
    const started = performance.now();
    await page.keyboard.press('Enter');
    await page.waitForSelector(ROW);
    delays.push(performance.now() - started);
    await context.close();
  }
  return {
    name: 'log-in to rows',
    ours: median(delays),
    unit: 'ms',
    aim: '≤ 1 000',
    note: `cold cache; slowest of ${SAMPLES} ${Math.max(...delays).toFixed(0)} ms`,
  };
}

/** Goes through the list by key, which opens a thread each time. */
async function measureThreads(page: Page, list: string): Promise<Result[]> {
  await openList(page, list);
  await page.evaluate(() => {
    const measured = { keys: [] as number[], threads: [] as number[], shift: 0 };
    Object.assign(globalThis, { measured });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) measured.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const before = document.querySelector('article')?.getAttribute('aria-label');
        requestAnimationFrame(() => setTimeout(() => measured.keys.push(performance.now() - timeStamp)));
        const observer = new MutationObserver(() => {
          const label = document.querySelector('article:has(h2)')?.getAttribute('aria-label');
          if (!label || label === before) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => measured.threads.push(performance.now() - timeStamp)));
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      },
      true,
    );
  });
  for (let opened = 0; opened < THREADS; opened += 1) {
    await page.keyboard.press('j');
    await pause(BETWEEN_KEYS_MS);
  }
  const { keys, threads, shift } = await page.evaluate(
    () => (globalThis as unknown as { measured: { keys: number[]; threads: number[]; shift: number } }).measured,
  );
  return [
    {
      name: 'thread opens from the list',
      ours: median(threads),
      unit: 'ms',
      aim: '≤ 100',
      note: `key to the painted thread; slowest of ${threads.length} ${Math.max(...threads).toFixed(0)} ms`,
    },
    {
      name: 'key to pixels',
      ours: quantile(keys, 0.95),
      unit: 'ms',
      aim: '≤ 50',
      note: `95th percentile of ${keys.length} keys that move through the list`,
    },
    { name: 'layout shift', ours: shift, unit: '', aim: '0', note: `of the list and ${threads.length} threads` },
  ];
}

/** Chooses a status again and again; each one has other rows, and is not in the cache at first. */
async function measureFilter(page: Page, list: string): Promise<Result> {
  await openList(page, list);
  const delays: number[] = [];
  for (const status of ['open', 'in_progress', 'resolved', 'any', 'open', 'resolved', 'in_progress', 'any']) {
    delays.push(
      await page.evaluate(
        async (value, row) => {
          const ids = () => Array.from(document.querySelectorAll<HTMLElement>(row), ({ dataset }) => dataset.id).join();
          const before = ids();
          const select = document.querySelector<HTMLSelectElement>('select[aria-label=Status]');
          if (!select) throw new Error('the list has no filter by status');
          const changed = new Promise<void>((resolve) => {
            new MutationObserver((_records, observer) => {
              const now = ids();
              if (!now || now === before) return;
              observer.disconnect();
              resolve();
            }).observe(document.body, { childList: true, subtree: true, attributes: true });
          });
          const started = performance.now();
          Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
          select.dispatchEvent(new Event('change', { bubbles: true }));
          await changed;
          return performance.now() - started;
        },
        status,
        ROW,
      ),
    );
    await pause(SETTLE_MS);
  }
  return {
    name: 'filter to rows',
    ours: median(delays),
    unit: 'ms',
    aim: '≤ 150',
    note: `slowest of ${delays.length} ${Math.max(...delays).toFixed(0)} ms`,
  };
}

/** Scrolls the list, which loads further pages, and a page that has plain rows only. */
async function measureScrolling(page: Page, list: string): Promise<Result> {
  await openList(page, list);
  const ours = await scroll(page);
  const barePage = await openPage(page.browser());
  const rows = Array.from(
    { length: ANNOTATIONS },
    (_, index) => `<li data-id="${index}" style="height: 56px">Row ${index}</li>`,
  );
  await barePage.setContent(`<div style="height: 800px; overflow: auto"><ol>${rows.join('')}</ol></div>`);
  await pause(SETTLE_MS);
  const bare = await scroll(barePage);
  await barePage.close();
  return {
    name: 'scrolling',
    ours: ours.rate,
    peer: bare.rate,
    unit: 'frames/s',
    aim: '≥ 60',
    note: `99 % of frames within ${ours.slowest.toFixed(0)} ms; 2 400 px a second; bare: a page of plain rows`,
  };
}

/** Scrolls on by a part of the pane in each frame. */
async function scroll(page: Page): Promise<{ rate: number; slowest: number }> {
  await page.bringToFront();
  const frames = await page.evaluate(
    (row, ms) =>
      new Promise<number[]>((resolve) => {
        const scroller = document.querySelector(row)?.closest('ol')?.parentElement;
        const times: number[] = [];
        const step = (now: number) => {
          times.push(now);
          scroller?.scrollBy(0, 40);
          if (now - (times[0] ?? now) < ms) requestAnimationFrame(step);
          else resolve(times);
        };
        requestAnimationFrame(step);
      }),
    ROW,
    SCROLL_MS,
  );
  const intervals = frames.slice(1).map((time, index) => time - (frames[index] ?? time));
  const duration = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  return { rate: (intervals.length / duration) * 1_000, slowest: quantile(intervals, 0.99) };
}

interface Updated {
  service: IsolatedService;
  sql: pg.Client;
  projectId: string;
}

/** Changes comments that the list shows, as other members do. */
async function measureUpdates(page: Page, list: string, { service, sql, projectId }: Updated): Promise<Result[]> {
  await openList(page, list);
  const { rows } = await sql.query<{ id: string }>(
    'SELECT id FROM annotations WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT 10',
    [projectId],
  );
  let sent = 0;
  const update = async (): Promise<void> => {
    const { id } = rows[sent % rows.length] ?? { id: '' };
    const content = `Update ${sent}`;
    sent += 1;
    const response = await fetch(`${service.ours.url}/annotations/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...bearer(service.token) },
      body: JSON.stringify({ content }),
    });
    if (!response.ok) throw new Error(`PATCH: ${response.status} ${await response.text()}`);
  };
  const updateMany = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, update));
    await page.waitForFunction((text) => document.body.innerText.includes(text), {}, `Update ${sent - 1}`);
  };
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await updateMany(UPDATES);
  await pause(SETTLE_AFTER_UPDATES_MS);
  const before = await usedHeap(session);
  const idle = await idleShare(session);
  const busy = await taskTime(session);
  const started = performance.now();
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await update();
    await pause(100);
  }
  const spent = (await taskTime(session)) - busy - idle * (performance.now() - started);
  await updateMany(UPDATES);
  const after = await usedHeap(session);
  return [
    {
      name: 'live update, main thread',
      ours: spent / SAMPLES,
      unit: 'ms',
      aim: '≤ 16',
      note: `CPU time with style, layout and paint; ${SAMPLES} updates, one at a time`,
    },
    {
      name: `memory after ${UPDATES} more live updates`,
      ours: after,
      peer: before,
      unit: 'MB',
      aim: '≤ 1.1',
      note: `heap of JavaScript after collection; bare: after the first ${UPDATES}`,
    },
  ];
}

/** CPU time of all tasks of the page's main thread, ms. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** Part of the time that the main thread is busy without updates. */
async function idleShare(session: CDPSession): Promise<number> {
  const [busy, started] = [await taskTime(session), performance.now()];
  await pause(1_000);
  return ((await taskTime(session)) - busy) / (performance.now() - started);
}

/** JavaScript heap in use after a collection, MB. */
async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}
