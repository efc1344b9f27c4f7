import { readFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';
import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { configured, introAnnotation, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

/** Holds the requests whose URL matches. Returns a function that lets them continue. */
async function holdRequests({ page }: OverlayPage, url: RegExp): Promise<() => Promise<unknown>> {
  const held: HTTPRequest[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => void (url.test(request.url()) ? held.push(request) : request.continue()));
  return async () => {
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
  };
}

/** Leaves requests for streams without a response. */
async function holdStreams({ page }: OverlayPage): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => void (request.url().includes('/graphql') || request.continue()));
}

describe('live changes', () => {
  test('applies status, text, replies, deletion, creation and imports', async () => {
    const first = introAnnotation({ content: 'Before' });
    bench.double.annotations = [first];
    const overlay = await bench.show(configured(bench));
    await overlay.click('.pin.open');
    await expect.poll(() => bench.double.streams()).toEqual([{ key: 'pk_secret', url: `${bench.site}/` }]);
    bench.double.emit('updated', { ...first, content: 'After' });
    await overlay.until(`${ROOT}.querySelector('.dialog').textContent.includes('After')`);
    bench.double.emit('resolved', { ...first, content: 'After', status: 'resolved' });
    await overlay.see('.pin.resolved');
    await overlay.see('.dialog .status.resolved');
    bench.double.emit('deleted', first);
    await overlay.unsee('.pin');
    await overlay.unsee('.dialog');
    bench.double.emit('created', introAnnotation({ number: 7 }));
    expect(await overlay.text('.pin')).toBe('7');
    bench.double.annotations = [introAnnotation({ number: 8 })];
    bench.double.emit('imported', introAnnotation({ number: 9 }));
    await overlay.until(`${ROOT}.querySelector('.pin').textContent === '8'`);
  });

  test('a thread whose code arrives after a change shows the change', async () => {
    const first = introAnnotation({ content: 'Before', status: 'open' });
    bench.double.annotations = [first];
    const overlay = await bench.show(configured(bench));
    await expect.poll(() => bench.double.streams().length).toBe(1);
    const releaseUi = await holdRequests(overlay, /\/ui-[^/]*\.js/);
    await overlay.click('.pin.open');
    bench.double.emit('updated', { ...first, content: 'After', status: 'resolved' });
    await overlay.see('.pin.resolved');
    await releaseUi();
    await overlay.see('.dialog');
    expect(await overlay.text('.dialog')).toContain('After');
    expect(await overlay.text('.dialog')).not.toContain('Before');
  });

  test('a text selection in an open thread is kept when a reply arrives', async () => {
    const about = introAnnotation({ content: 'Copy me' });
    bench.double.annotations = [about];
    const overlay = await bench.show(configured(bench));
    await overlay.click('.pin');
    await overlay.see('.dialog .text');
    await overlay.page.evaluate(`getSelection().selectAllChildren(${ROOT}.querySelector('.dialog .text'))`);
    const selected = () => overlay.page.evaluate(`${ROOT}.getSelection().toString().trim()`);
    expect(await selected()).toBe('Copy me');
    const reply = { id: 'reply', content: 'Done', author: { name: 'Ada' }, createdAt: new Date().toISOString() };
    bench.double.emit('updated', { ...about, comments: [reply], commentCount: 1 });
    await overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === 2`);
    expect(await selected()).toBe('Copy me');
  });

  test('a page that keeps state in its address causes one request when it settles, and keeps its pins', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configured(bench));
    await overlay.see('.pin');
    await expect.poll(() => bench.double.streams().length).toBe(1);
    const before = bench.double.listed.length;
    const wasHidden = await overlay.page.evaluate(`new Promise((done) => {
      let [count, wasHidden] = [0, false];
      const timer = setInterval(() => {
        history.replaceState(null, '', '?at=' + ++count);
        wasHidden ||= !${ROOT}.querySelector('.pin:not([hidden])');
        if (count === 20) done((clearInterval(timer), wasHidden));
      }, 50);
    })`);
    expect(wasHidden).toBe(false);
    await expect.poll(() => bench.double.listed.at(-1)).toBe(`${bench.site}/?at=20`);
    expect(bench.double.listed.length).toBeLessThan(before + 4);
    expect(bench.double.subscribed.length).toBeLessThan(4);
    await expect.poll(() => bench.double.streams()).toEqual([{ key: 'pk_secret', url: `${bench.site}/?at=20` }]);
    bench.double.listStatus = 503;
    await overlay.page.evaluate("history.pushState(null, '', '/elsewhere')");
    await overlay.unsee('.pin');
  });

  test('the subscription document is valid for the schema', async () => {
    await bench.show(configured(bench));
    await expect.poll(() => bench.double.subscribed.length).toBe(1);
    const schema = buildSchema(await readFile(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
    expect(validate(schema, parse(bench.double.subscribed[0] ?? ''))).toEqual([]);
  });

  test('the stream is open only while the page is visible; missed changes are fetched', async () => {
    const overlay = await bench.show(configured(bench));
    await expect.poll(() => bench.double.streams().length).toBe(1);
    const setHidden = (hidden: boolean) =>
      overlay.page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await setHidden(true);
    await expect.poll(() => bench.double.streams().length).toBe(0);
    bench.double.annotations = [introAnnotation()];
    await setHidden(false);
    await overlay.see('.pin');
    expect(bench.double.streams()).toHaveLength(1);
  });

  test('a broken stream is reopened and the list fetched again', async () => {
    const overlay = await bench.show(configured(bench));
    await expect.poll(() => bench.double.streams().length).toBe(1);
    bench.double.annotations = [introAnnotation()];
    bench.double.dropStreams();
    await overlay.see('.pin');
  });

  test('reports a list that the page’s own fetch cannot get, and fetches it once that works', async () => {
    bench.double.annotations = [introAnnotation()];
    const broken = '<script>window.own = fetch; window.fetch = async (...values) => Response.error()</script>';
    const overlay = await bench.show(broken + configured(bench));
    await overlay.see('.badge.bad');
    await expect.poll(() => bench.double.streams().length).toBe(1);
    expect(ownConsoleLines(overlay)).toEqual([]);
    bench.double.emit('created', introAnnotation({ number: 7 }));
    expect(await overlay.text('.pin')).toBe('7');
    await overlay.page.evaluate('window.fetch = own');
    bench.double.dropStreams();
    await overlay.until(`${ROOT}.querySelector('.badge.bad') === null`);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test.each([
    ['the browser has none', () => Promise.resolve(), 'delete window.EventSource'],
    ['it neither opens nor fails', holdStreams, ''],
  ])('without a stream, because %s, comments are fetched from time to time', async (_why, prepare, script) => {
    const quick = 'const { setTimeout: later } = window; window.setTimeout = (run, ms) => later(run, ms / 20)';
    const overlay = await bench.show(`<script>${quick};${script}</script>`);
    await prepare(overlay);
    await overlay.page.addScriptTag({ content: `window.SvcConfig = ${bench.options}` });
    await overlay.page.addScriptTag({ url: '/overlay.js' });
    await expect.poll(() => bench.double.listed.length).toBeGreaterThan(2);
    bench.double.annotations = [introAnnotation()];
    await overlay.see('.pin');
    expect(bench.double.streams()).toEqual([]);
  });

  test.each(['with', 'without'])('navigation inside the page changes the list, %s the Navigation API', async (api) => {
    bench.double.annotations = [introAnnotation()];
    const hide = api === 'with' ? '' : '<script>delete window.navigation</script>';
    const overlay = await bench.show(hide + configured(bench));
    await overlay.see('.pin');
    bench.double.annotations = [];
    await overlay.page.evaluate(() => history.pushState({}, '', '/other?x=1'));
    await overlay.unsee('.pin');
    await expect.poll(() => bench.double.listed.at(-1)).toBe(`${bench.site}/other?x=1`);
    const before = bench.double.listed.length;
    await overlay.page.evaluate(() => {
      location.hash = 'section';
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(bench.double.listed).toHaveLength(before);
  });
});
