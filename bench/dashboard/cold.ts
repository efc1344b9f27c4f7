import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { median } from '../numbers.ts';
import type { Result } from '../report.ts';
import { logIn, openPage, ROW, SAMPLES } from './tab.ts';

/** Browser contexts without a cache, of the measurements that log in each time. */
const CONTEXTS = 9;

/** One of the pages with comments. */
export const CAPTURED_PAGE = 'https://shop.example/page-42';

/** Pages and pictures that are opened. */
export interface Shown {
  url: string;
  projectId: string;
  comparisonId: string;
  /** Key of the project of the overlay. */
  projectKey: string;
}

/** Runs a measurement in a browser without cache and session. */
async function inFreshContext<Value>(browser: Browser, run: (page: Page) => Promise<Value>): Promise<Value> {
  const context = await browser.createBrowserContext();
  try {
    return await run(await openPage(context));
  } finally {
    await context.close();
  }
}

/** Logs in without a cache, up to the first comment. */
export async function measureLogIn(browser: Browser, { url, projectId }: Shown): Promise<Result> {
  const delays: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    delays.push(
      await inFreshContext(browser, async (page) => {
        await page.goto(`${url}/app/login?next=${encodeURIComponent(`/projects/${projectId}`)}`);
        await page.locator('input[type=email]').fill('b@example.com');
        await page.locator('input[type=password]').fill('a long password');
        const started = performance.now();
        await page.keyboard.press('Enter');
        await page.waitForSelector(ROW);
        return performance.now() - started;
      }),
    );
  }
  return {
    name: 'log-in to rows',
    ours: median(delays),
    unit: 'ms',
    aim: '≤ 1 000',
    note: `cold cache; slowest of ${SAMPLES} ${Math.max(...delays).toFixed(0)} ms`,
  };
}

/** Opens the view of a page from the list of pages, up to its picture. */
export const measurePageView = (browser: Browser, shown: Shown): Promise<Result[]> =>
  measurePictures(browser, shown, {
    name: 'page view with picture',
    from: `/projects/${shown.projectId}/pages?q=page-42`,
    to: { link: 'main article a' },
    pictures: 'main section[tabindex] img',
    place: 'main section[tabindex] > *',
  });

/** Opens a comparison from the list of snapshots, up to both pictures. */
export const measureComparison = (browser: Browser, shown: Shown): Promise<Result[]> =>
  measurePictures(browser, shown, {
    name: 'comparison with pictures',
    from: `/projects/${shown.projectId}/snapshots`,
    to: { path: `/app/projects/${shown.projectId}/comparisons/${shown.comparisonId}` },
    pictures: '[data-mode=side] img',
    place: '[data-mode=side]',
  });

interface Opened {
  name: string;
  /** Path of the screen before. */
  from: string;
  to: { link: string } | { path: string };
  /** Selector of the pictures. */
  pictures: string;
  /** Selector of their place, which is there before them. */
  place: string;
}

async function measurePictures(browser: Browser, shown: Shown, opened: Opened): Promise<Result[]> {
  const delays: { place: number; pictures: number; bare: number }[] = [];
  for (let sample = 0; sample < CONTEXTS; sample += 1) {
    delays.push(
      await inFreshContext(browser, async (page) => {
        await logIn(page, shown.url, opened.from);
        await page.waitForSelector('link' in opened.to ? opened.to.link : 'main [data-snapshot]');
        await page.waitForNetworkIdle({ idleTime: 300 });
        if ('link' in opened.to) await page.hover(opened.to.link);
        return page.evaluate(timePictures, opened.to, opened.pictures, opened.place);
      }),
    );
  }
  const of = (name: 'place' | 'pictures' | 'bare') => delays.map((delay) => delay[name]);
  const slowest = Math.max(...of('pictures')).toFixed(0);
  return [
    {
      name: opened.name,
      ours: median(of('pictures')),
      unit: 'ms',
      aim: '≤ 400',
      note: `cold cache; slowest of ${CONTEXTS} ${slowest} ms; a bare page with these pictures ${median(of('bare')).toFixed(0)} ms`,
    },
    { name: `${opened.name}: its place`, ours: median(of('place')), unit: 'ms', aim: '–', note: 'of the same size' },
  ];
}

/** Runs in the page: opens another screen, and waits until its pictures are decoded and painted. */
async function timePictures(to: { link: string } | { path: string }, pictures: string, place: string) {
  const frame = () => new Promise<void>((next) => requestAnimationFrame(() => setTimeout(next)));
  const started = performance.now();
  if ('link' in to) document.querySelector<HTMLElement>(to.link)?.click();
  else history.pushState(null, '', to.path);
  let placed: number | undefined;
  while (performance.now() - started < 30_000) {
    await frame();
    if (document.querySelector(place)) placed ??= performance.now() - started;
    const images = [...document.querySelectorAll<HTMLImageElement>(pictures)];
    if (images.length === 0 || images.some(({ complete, naturalWidth }) => !complete || naturalWidth === 0)) continue;
    await Promise.all(images.map((image) => image.decode()));
    await frame();
    const painted = performance.now() - started;
    // The same bytes, read again by a page with nothing else.
    document.body.replaceChildren();
    const bareStarted = performance.now();
    await Promise.all(
      [...new Set(images.map(({ src }) => src))].map(async (src) => {
        const bytes = await (await fetch(src, { cache: 'reload' })).blob();
        const image = new Image();
        image.src = URL.createObjectURL(bytes);
        document.body.append(image);
        await image.decode();
      }),
    );
    await frame();
    return { place: placed ?? painted, pictures: painted, bare: performance.now() - bareStarted };
  }
  throw new Error(`${location.href} shows no picture ${pictures}: ${document.body.innerText.slice(0, 400)}`);
}

/** Loads a page with the overlay, from the end of its script to the painted button. */
export async function measureOverlay(browser: Browser, shown: Shown): Promise<Result> {
  const site = await serveSite(shown);
  try {
    const delays: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      delays.push(
        await inFreshContext(browser, async (page) => {
          await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
          return page.evaluate(timeOverlay);
        }),
      );
    }
    return {
      name: "overlay's first paint after its script",
      ours: median(delays),
      unit: 'ms',
      aim: '≤ 100',
      note: `cold cache; slowest of ${SAMPLES} ${Math.max(...delays).toFixed(0)} ms`,
    };
  } finally {
    site.close();
  }
}

async function timeOverlay(): Promise<number> {
  const { times } = globalThis as unknown as { times: { painted: Promise<number> } };
  const painted = await times.painted;
  const script = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/overlay.js'));
  return painted - (script as PerformanceResourceTiming).responseEnd;
}

/** Serves a page that loads the overlay and notes when its button is painted. */
async function serveSite({ url, projectId, projectKey }: Shown): Promise<Server> {
  const config = JSON.stringify({ apiUrl: url, projectId, apiKey: projectKey });
  const watch = `globalThis.times = { painted: new Promise((painted) => {
    const look = () => {
      const button = document.querySelector('svc-overlay')?.shadowRoot?.querySelector('button');
      if (button?.offsetWidth) setTimeout(() => painted(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }) };`;
  const html = `<!doctype html><title>Shop</title><h1>Shop</h1><script>${watch}</script>
    <script src="${url}/overlay.js" data-svc-config='${config}' defer></script>`;
  const site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  return site;
}
