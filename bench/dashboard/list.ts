import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { median, quantile } from '../numbers.ts';
import type { Result } from '../report.ts';
import { openList, openPage, ROW, SAMPLES, SETTLE_MS } from './tab.ts';

const SCROLL_MS = 3_000;
/** Threads that are opened by key, and the pause between two keys. */
const THREADS = 40;
const BETWEEN_KEYS_MS = 250;

/** Opens the list again and again, with its code in the cache. */
export async function measureOpening(page: Page, list: string, annotations: number): Promise<Result> {
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
    name: `rows of ${annotations} after the shell`,
    ours: median(delays),
    unit: 'ms',
    aim: '≤ 300',
    note: `slowest of ${SAMPLES} ${Math.max(...delays).toFixed(0)} ms`,
  };
}

/** Goes through the list by key, which opens a thread each time. */
export async function measureThreads(page: Page, list: string): Promise<Result[]> {
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
export async function measureFilter(page: Page, list: string): Promise<Result> {
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
export async function measureScrolling(page: Page, list: string, annotations: number): Promise<Result> {
  await openList(page, list);
  const ours = await scroll(page);
  const barePage = await openPage(page.browser());
  const rows = Array.from(
    { length: annotations },
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
