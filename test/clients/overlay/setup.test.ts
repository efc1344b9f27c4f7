import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import {
  BODY,
  configured,
  configuredWith,
  introAnnotation,
  ownConsoleLines,
  SCRIPT,
  useOverlayHost,
} from '../support/overlay-host.ts';

const bench = useOverlayHost();

describe('setting up', () => {
  const attribute = () => bench.options.replaceAll('"', '&quot;');

  const nothing = () => '';

  test.each([
    ['a global object', () => configured(bench), nothing],
    ['a top-level const', () => `<script>const SvcConfig = ${bench.options}</script>${SCRIPT}`, nothing],
    ['a frozen object', () => `<script>window.SvcConfig = Object.freeze(${bench.options})</script>${SCRIPT}`, nothing],
    ['an attribute', () => SCRIPT, () => `<div data-svc-config="${attribute()}"></div>`],
    [
      'its own script element',
      () => `<script src="/overlay.js" data-svc-config="${attribute()}" defer></script>`,
      nothing,
    ],
    [
      'an attribute after an undeferred script',
      () => '<script src="/overlay.js"></script>',
      () => `<div data-svc-config="${attribute()}"></div>`,
    ],
    [
      'explicit construction',
      () => `${SCRIPT}<script type="module">new SvcConfig.Overlay(${bench.options}).init()</script>`,
      nothing,
    ],
  ])('by %s', async (_name, head, body) => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(head(), BODY + body());
    await overlay.see('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('the project id is used without an apiKey', async () => {
    const options = JSON.stringify({ apiUrl: bench.double.url, projectId: 'project-1' });
    const overlay = await bench.show(`<script>window.SvcConfig = ${options}</script>${SCRIPT}`);
    await overlay.choose('h1');
    await overlay.write('Hello');
    await overlay.see('.pin');
    expect(bench.double.created[0]).toMatchObject({
      headers: { 'x-project-key': 'project-1' },
      body: { projectKey: 'project-1' },
    });
  });

  test.each([
    ['{"projectId": "p"}', 'apiUrl is missing'],
    ['{"apiUrl": "feedback.example.com", "projectId": "p"}', 'apiUrl is "feedback.example.com"'],
    ['{"apiUrl": "javascript:alert(1)", "projectId": "p"}', 'apiUrl is "javascript:alert(1)"'],
    ['{"apiUrl": "https://x.test"}', 'projectId is missing'],
    ['{"apiUrl": "https://x.test", "projectId": 7}', 'projectId is of type number'],
    ['{"apiUrl": "https://x.test", "projectId": "p", "apiKey": []}', 'apiKey is of type object'],
    [
      '{"apiUrl": "https://x.test", "projectId": "p", "apiKey": "pbt_secret"}',
      'apiKey is "pbt_secret"; expected the key of the project.',
    ],
    ['"text"', 'The configuration is "text"'],
  ])('%s shows nothing and warns once', async (json, message) => {
    const overlay = await bench.show(`<script>window.SvcConfig = ${json}</script>${SCRIPT}`);
    expect(overlay.consoleLines).toHaveLength(1);
    expect(overlay.consoleLines[0]).toContain(message);
    expect(overlay.consoleLines[0]).toContain('expected');
    expect(await overlay.page.$('svc-overlay')).toBeNull();
  });

  test('an attribute that is not JSON warns once; a script without configuration says nothing', async () => {
    const wrong = await bench.show(SCRIPT, '<div data-svc-config="{apiUrl}"></div>');
    expect(wrong.consoleLines).toHaveLength(1);
    expect(wrong.consoleLines[0]).toContain('data-svc-config is "{apiUrl}"; expected JSON');
    const none = await bench.show(SCRIPT);
    expect(none.consoleLines).toEqual([]);
    expect(await none.page.evaluate('Object.keys(SvcConfig)')).toEqual(['Overlay']);
  });

  test('a second start from any script or instance only warns', async () => {
    const overlay = await bench.show(configured(bench) + SCRIPT);
    await overlay.see('.launcher');
    await overlay.page.evaluate(`new SvcConfig.Overlay(${bench.options}).init(); SvcConfig.overlay.init()`);
    expect(await overlay.page.$$eval('svc-overlay', (found) => found.length)).toBe(1);
    expect(overlay.consoleLines).toHaveLength(3);
    expect(overlay.consoleLines.every((line) => line.includes('already on this page'))).toBe(true);
    await overlay.page.evaluate('SvcConfig.overlay.destroy()');
    expect(await overlay.page.$('svc-overlay')).toBeNull();
  });

  test('the remains of an overlay in a saved page are cleaned up', async () => {
    const overlay = await bench.show(configured(bench), `${BODY}<svc-overlay data-svc-asset=""></svc-overlay>`);
    await overlay.see('.launcher');
    expect(await overlay.page.$$eval('svc-overlay', (found) => found.length)).toBe(1);
  });
});

describe('the audience', () => {
  const shown = (page: Page) => page.evaluate("document.querySelector('svc-overlay') !== null");

  test('"parameter": nothing is shown or requested without it; it counts until the tab is closed', async () => {
    bench.double.annotations = [introAnnotation()];
    const head = configuredWith(bench, { audience: 'parameter' });
    const overlay = await bench.show(head);
    expect(await shown(overlay.page)).toBe(false);
    expect(bench.double.listed).toEqual([]);
    await overlay.page.goto(`${bench.site}/?pinbound`, { waitUntil: 'load' });
    await overlay.see('.pin');
    await overlay.page.goto(`${bench.site}/`, { waitUntil: 'load' });
    await overlay.see('.pin');
    expect(await shown((await bench.show(head)).page)).toBe(false);
  });

  test('"members": the overlay is shown once the page’s function returns a token', async () => {
    const head = (body: string) => `<script>window.SvcConfig = { ...${bench.options}, audience: 'members',
      accessToken: ${body} }</script>${SCRIPT}`;
    for (const nobody of ['async () => null', '() => { throw new Error("No") }', 'null']) {
      const { page } = await bench.show(head(nobody));
      await page.evaluate('new Promise((done) => setTimeout(done))');
      expect([nobody, await shown(page)]).toEqual([nobody, false]);
    }
    const overlay = await bench.show(head('() => new Promise((done) => { window.logIn = done })'));
    expect(await shown(overlay.page)).toBe(false);
    await overlay.page.evaluate("logIn('member-token')");
    await overlay.see('.launcher');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});

test('a message disappears after four seconds', async () => {
  // The page's timers of that length run when the test says so.
  const clock = `<script>{ const start = window.setTimeout; window.due = [];
    window.setTimeout = (work, ms, ...more) => ms === 4000 ? due.push(work) : start(work, ms, ...more) }</script>`;
  const overlay = await bench.show(clock + configured(bench));
  await overlay.choose('h1');
  await overlay.write('Too pale');
  expect(await overlay.text('.toast')).toBe('Comment sent');
  await overlay.page.evaluate('due.forEach((work) => work())');
  await overlay.unsee('.toast');
});
