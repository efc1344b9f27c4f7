import type { HTTPRequest, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { useEmbedHost } from '../support/embed-host.ts';

const bench = useEmbedHost();
const SOON = { interval: 50 };

const BUTTON = '<button>Buy</button>';
const clicks = async () => (await bench.events()).filter(({ type }) => type === 'click').length;
const inputs = async () => (await bench.events()).filter(({ type }) => type === 'input').length;

const setHidden = (page: Page, state: string) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/**
 * Intercepts requests to the collector. Requests without a result of `respond` reach the service.
 */
async function intercept(page: Page, respond: (request: HTTPRequest) => boolean) {
  const asked: { at: number; path: string; body: string }[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(v1\/collect|svc\/event)/.test(pathname)) {
      asked.push({ at: Date.now(), path: pathname, body: request.postData() ?? '' });
      if (respond(request)) return;
    }
    void request.continue();
  });
  return asked;
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };

describe('a failed request', () => {
  test('is retried after 1, 3, 9 and 27 seconds, then dropped', async () => {
    // Timers run five times as fast.
    const hasty = '<script>{ const set = setTimeout; window.setTimeout = (work, ms) => set(work, ms / 5) }</script>';
    const { page } = await bench.show({ head: hasty, body: BUTTON });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    let first = '';
    const asked = await intercept(page, (request) => {
      first ||= request.postData() ?? '';
      if (request.postData() !== first) return false;
      void request.abort();
      return true;
    });
    await page.click('button');
    await expect.poll(() => asked.filter(({ body }) => body === first).length).toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const times = asked.filter(({ body }) => body === first).map(({ at }) => at);
    const waits = times.slice(1).map((at, i) => (at - (times[i] ?? 0)) / 1_000);
    expect(waits).toHaveLength(4);
    for (const [i, wait] of waits.entries()) {
      expect(5 * wait).toBeGreaterThan(0.85 * 3 ** i);
      expect(5 * wait).toBeLessThan(1.2 * 3 ** i + 15);
    }
    // Later requests are sent.
    await page.click('button');
    await expect.poll(clicks, SOON).toBe(1);
  });

  test('respects Retry-After', async () => {
    const { page } = await bench.show({ body: BUTTON });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    let rejectedCount = 0;
    const asked = await intercept(page, (request) => {
      if (rejectedCount++ > 0) return false;
      void request.respond({ status: 503, headers: { ...CORS, 'retry-after': '4' } });
      return true;
    });
    await page.click('button');
    await expect.poll(clicks, SOON).toBe(1);
    const [first, second] = asked.filter(({ path }) => path === '/v1/collect');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(3_900);
  });

  test('is retried after a timeout', async () => {
    const { page } = await bench.show({ body: BUTTON });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    let held = 0;
    await intercept(page, () => held++ === 0);
    await page.click('button');
    await expect.poll(clicks).toBe(1);
  });

  test('with 403 before the page has loaded prevents collecting', async () => {
    const page = await bench.browser.newPage();
    await bench.show({ body: `<img src="/slow.png">${BUTTON}`, without: true }, '/slow');
    await page.evaluateOnNewDocument(
      'window.observed = 0; const { observe } = MutationObserver.prototype; MutationObserver.prototype.observe = function (...a) { observed++; return observe.apply(this, a) }',
    );
    let load: (() => void) | undefined;
    page.on('request', (request) => {
      if (request.url().endsWith('/slow.png')) load = () => void request.abort();
      else void request.continue();
    });
    await page.setRequestInterception(true);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await bench.show(
      {
        without: true,
        body: `<img src="/slow.png">${BUTTON}<script src="${bench.app.url}/embed.min.js" data-project-key="pk_none"></script>`,
      },
      '/slow',
    );
    const responded = page.waitForResponse((response) => response.url().endsWith('/svc/event'));
    const gone = page.goto(`${bench.site}/slow`, { waitUntil: 'load' });
    expect((await responded).status()).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 200));
    load?.();
    await gone;
    await page.click('button');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await page.evaluate('observed')).toBe(0);
    expect(asked.filter((path) => /collect/.test(path))).toEqual([]);
  });
});

describe('a page that is left', () => {
  const FIELDS = Array.from({ length: 150 }, (_none, i) => `<input id="field-number-${i}-of-a-long-form">`).join('');

  test('sends all events', async () => {
    const { page } = await bench.show({ body: FIELDS });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    await page.evaluate(() => {
      for (const field of document.querySelectorAll('input'))
        field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.goto('about:blank');
    await expect.poll(inputs, SOON).toBe(150);
  });

  test.each([
    ['rejects beacons', 'delete Request.prototype.keepalive; Navigator.prototype.sendBeacon = () => false'],
    ['knows none', 'delete Request.prototype.keepalive; delete Navigator.prototype.sendBeacon'],
  ])('in a browser that %s, and comes back, goes on', async (_what, prepare) => {
    const { page } = await bench.show({ head: `<script>${prepare}</script>`, body: BUTTON });
    await page.click('button');
    await setHidden(page, 'hidden');
    await expect.poll(clicks, SOON).toBe(1);
    await setHidden(page, 'visible');
    await page.click('button');
    await expect.poll(clicks, SOON).toBe(2);
  });

  test('uses a beacon without keepalive support', async () => {
    const { page } = await bench.show({ head: '<script>delete Request.prototype.keepalive</script>', body: BUTTON });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    await page.click('button');
    await page.goto('about:blank');
    await expect.poll(clicks, SOON).toBe(1);
  });

  test('and navigates while hidden reports the new page when it is visible', async () => {
    const { page } = await bench.show({ body: BUTTON });
    const views = async () =>
      (await bench.events()).filter(({ type }) => type === 'page_view').map(({ url }) => new URL(url).pathname);
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    await setHidden(page, 'hidden');
    await page.evaluate(() => history.pushState({}, '', '/unseen'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await views()).toEqual(['/']);
    await setHidden(page, 'visible');
    await expect.poll(views, SOON).toEqual(['/', '/unseen']);
  });
});

test('records one hover in 100 ms and sends a batch every 2 seconds', async () => {
  const spots = Array.from(
    { length: 60 },
    (_none, i) => `<i style="float:left;width:10px;height:10px" id="spot${i}"></i>`,
  );
  const { page } = await bench.show({ body: spots.join('') });
  await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
  const asked = await intercept(page, () => false);
  const begun = Date.now();
  for (let round = 0; Date.now() - begun < 6_000; round++) await page.mouse.move(13 + (round % 50) * 10, 13);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const hovers = (await bench.events()).filter(({ type }) => type === 'hover').map(({ timestamp }) => timestamp);
  expect(hovers.length).toBeGreaterThan(5);
  for (const [i, at] of hovers.slice(1).entries()) expect(at - hovers[i]).toBeGreaterThanOrEqual(100);
  const times = asked.filter(({ path }) => path === '/v1/collect').map(({ at }) => at);
  expect(times.length).toBeGreaterThanOrEqual(3);
  expect(times.length).toBeLessThanOrEqual(5);
});

test('navigation is detected without the Navigation API', async () => {
  const { page } = await bench.show({ head: '<script>delete window.navigation</script>', body: BUTTON });
  expect(await page.evaluate('typeof window.navigation')).toBe('undefined');
  await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
  await page.evaluate(() => history.pushState({}, '', '/pushed'));
  const views = async () =>
    (await bench.events()).filter(({ type }) => type === 'page_view').map(({ url }) => new URL(url).pathname);
  await expect.poll(views, SOON).toEqual(['/', '/pushed']);
  await page.goBack();
  await expect.poll(views, SOON).toEqual(['/', '/pushed', '/']);
});
