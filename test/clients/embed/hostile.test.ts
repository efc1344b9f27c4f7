import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BUILT_INS, FUNCTIONS, OF_WINDOW } from '../../../scripts/client-bundle.mjs';
import { type Host, useEmbedHost } from '../support/embed-host.ts';

const bench = useEmbedHost();
const SOON = { interval: 100 };

const ROWS = Array.from({ length: 10_000 }, (_none, i) => `<div class="row r${i % 7}"><span>${i}</span></div>`).join(
  '',
);
const MANY = `<main>${ROWS}</main>`;

/** Host pages that interfere with scripts; each counts its own events in `ticks`. */
const PAGES: [string, Host][] = [
  ['with frozen prototypes', { head: `<script>${freeze()}</script>` }],
  ['whose library redefines prototypes', { head: `<script>${redefine()}</script>` }],
  ['whose globals throw', { head: `<script>${sabotage()}</script>` }],
  ['with 20 000 elements', { body: MANY }],
  ['that changes all the time', { body: `<main></main><script>${churn()}</script>` }],
  [
    'with frames',
    { body: '<h1>Top</h1><iframe srcdoc="<p>Inner secret</p>"></iframe><iframe src="about:blank"></iframe>' },
  ],
  ['that is an application with a router', { body: `<nav></nav><main></main><script>${router()}</script>` }],
  ['with shadow roots', { body: `<h1>Light</h1><x-open></x-open><x-closed></x-closed><script>${shadows()}</script>` }],
];

function freeze(): string {
  return `for (const name of ['Object', 'Array', 'String', 'Function', 'Element', 'Node', 'Document', 'EventTarget', 'Map', 'Set', 'Promise', 'HTMLElement'])
    Object.freeze(window[name].prototype); Object.freeze(JSON); Object.freeze(Math);`;
}

/** Extensions of prototypes as in Prototype.js and MooTools. */
function redefine(): string {
  return `Array.prototype.toJSON = function () { return 'broken' }; String.prototype.toJSON = function () { return 'broken' };
    Object.prototype.extra = function () {}; Array.prototype.each = function () {};
    Array.from = (list) => [].slice.call(list); Element.prototype.remove = function () {};
    Array.prototype.find = function (test) { for (var i = 0; i < this.length; i++) if (test(this[i])) return this[i] };`;
}

function sabotage(): string {
  return `for (const [owner, name] of [[window, 'requestIdleCallback'], [window, 'MutationObserver'], [Navigator.prototype, 'sendBeacon'], [window, 'fetch'], [crypto, 'getRandomValues']])
    owner[name] = function () { throw new Error('no ' + name) };`;
}

function churn(): string {
  return `const main = document.querySelector('main');
    setInterval(() => { const row = document.createElement('p'); row.textContent = 'row ' + Math.random(); row.className = 'c' + Math.random();
      main.prepend(row); while (main.children.length > 300) main.lastChild.remove(); main.firstChild.title = 'x' }, 4);`;
}

/**
 * Navigates on every click of the page's button, like a router that wraps the functions of
 * `history`.
 */
function router(): string {
  return `const push = history.pushState; let pages = 0;
    history.pushState = function (...args) { ticks.order.push('push'); return push.apply(this, args) };
    const show = () => { document.querySelector('main').innerHTML = '<h2>Page ' + location.pathname + '</h2>'; document.title = location.pathname };
    addEventListener('popstate', () => { ticks.order.push('pop'); show() });
    document.getElementById('own').addEventListener('click', () => { history.pushState({ n: ++pages }, '', '/page-' + pages); show();
      if (pages === 3) history.back() });`;
}

function shadows(): string {
  return `document.querySelector('x-open').attachShadow({ mode: 'open' }).innerHTML = '<p>Open secret</p>';
    document.querySelector('x-closed').attachShadow({ mode: 'closed' }).innerHTML = '<p>Closed secret</p>';`;
}

/** Page code that counts clicks, keys and frames, and stops some events. */
const BEHAVIOR = `<button id="own">Own</button><input id="field"><script>
  window.ticks = { clicks: 0, inputs: 0, order: [] };
  document.getElementById('own').addEventListener('click', (event) => { ticks.clicks++; ticks.order.push('target'); event.stopPropagation() });
  document.addEventListener('click', () => ticks.order.push('document'));
  document.getElementById('field').addEventListener('input', (event) => { ticks.inputs++; ticks.value = event.target.value; event.preventDefault() });
</script>`;

const CSP = (api: string) => ({
  'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' ${api}; connect-src ${api}; frame-src *; require-trusted-types-for 'script'`,
});

async function behave(host: Host, settled: (readTicks: () => Promise<unknown>) => Promise<unknown>) {
  const shown = await bench.show({ ...host, body: `${BEHAVIOR}${host.body ?? ''}` });
  const { page } = shown;
  // A page without a rendered frame lays out on the first read of a box.
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 0)',
  );
  const globals = (await page.evaluate('Object.getOwnPropertyNames(window).sort().join()')) as string;
  for (let i = 0; i < 3; i++) await page.click('#own');
  await page.type('#field', 'abc');
  await page.mouse.move(50, 50);
  const readTicks = () =>
    host.head?.includes('toJSON')
      ? page.evaluate('ticks.clicks + " " + ticks.inputs + ticks.value')
      : page.evaluate('JSON.stringify(Object.values(ticks).map(String).sort())').catch(() => 'unreadable');
  await settled(readTicks);
  const result = {
    ticks: await readTicks(),
    consoleLines: shown.consoleLines,
    touched: await shown.touched(),
    long: host.traced ? (await shown.scriptTimes()).inLongTasks : 0,
    globals,
    html: await page.evaluate("document.documentElement.outerHTML.replace(/<script src[^>]*><.script>/, '').length"),
  };
  await page.close();
  return result;
}

/**
 * Compares the page with and without the script: same behavior, no console lines, no storage
 * access.
 */
async function compare(host: Host, { isChanging = false, isCollected = true } = {}) {
  const withIt = await behave({ ...host, traced: true }, async () => {
    if (!isCollected || isChanging) await delay(5_000);
    if (isCollected) await expectCollected();
  });
  const without = await behave({ ...host, without: true }, (readTicks) =>
    expect.poll(readTicks, SOON).toBe(withIt.ticks),
  );
  expect(withIt.ticks).toBe(without.ticks);
  expect([withIt.consoleLines, without.consoleLines]).toEqual([[], []]);
  expect(withIt.touched).toEqual([]);
  expect(withIt.globals).toBe(without.globals);
  if (!isChanging) expect(withIt.html).toBe(without.html);
  expect(withIt.long).toBeLessThan(50);
}

/** Waits for what `behave` does on a page, and for the page's structure. */
async function expectCollected(): Promise<void> {
  await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(3);
  await expect.poll(async () => (await bench.structures()).length, SOON).toBeGreaterThan(0);
}

describe('a host page', () => {
  test.each(PAGES)('%s behaves as without the script', async (name, host) => {
    const isCollected = !name.includes('throw');
    await compare(host, { isChanging: name.includes('all the time'), isCollected });
    expect(JSON.stringify(await bench.structures())).not.toMatch(/secret/);
  });

  test.each([
    ['classes', BUILT_INS.map((name) => `window.${name} = function (own) { this.own = own };`).join('')],
    ['functions', FUNCTIONS.map((name) => `function ${name}(own) { return { own } }`).join(';')],
    ['constants', OF_WINDOW.map((name) => `</script><script>const ${name} = 'own'`).join('')],
  ])('with its own globals, %s, is recorded', async (_kind, code) => {
    const { page, consoleLines } = await bench.show({ head: `<script>${code}</script>`, body: '<h1>Own</h1>' });
    await page.click('h1');
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(1);
    await expect.poll(async () => (await bench.structures()).length, SOON).toBe(1);
    expect(consoleLines).toEqual([]);
  });

  test('with a content security policy that permits only the script and the service', async () => {
    await compare({ headers: CSP(bench.app.url) });
    await expect.poll(async () => (await bench.events()).length, SOON).toBeGreaterThan(3);
    await expect.poll(async () => (await bench.structures()).length, SOON).toBe(1);
  });

  test('with 20 000 elements is recorded up to 5 000 of them', async () => {
    const { page, scriptTimes } = await bench.show({ body: MANY, traced: true });
    await expect.poll(async () => (await bench.structures()).length, { ...SOON, timeout: 60_000 }).toBe(1);
    // Replaces a large part of the page.
    await page.evaluate(() => {
      const rows = document.querySelectorAll('main > div');
      const copy = rows[0]?.parentElement?.cloneNode(true) as Element;
      for (let i = 0; i < 200; i++) rows[i]?.remove();
      rows[500]?.parentElement?.prepend(...[...copy.children].slice(0, 200));
    });
    await expect.poll(async () => (await bench.structures()).length, { ...SOON, timeout: 60_000 }).toBe(2);
    const { longest, total } = await scriptTimes();
    // Slices of equal work: eight or more on a quiet machine.
    expect(longest).toBeLessThan(total / 4);
    const [structure] = await bench.structures();
    expect(structure.elements.length).toBeLessThanOrEqual(5_000);
    expect(structure.elements.length).toBeGreaterThan(3_000);
  });

  test.each([
    ['by the history', false],
    // Headless Chromium has no back-forward cache: dispatches the events of a cached page.
    ['from the back-forward cache', true],
  ])('that is restored %s continues as another view', async (_how, isKept) => {
    const head = `<script>addEventListener('pageshow', (event) => { window.persisted = event.persisted })</script>`;
    const { page, consoleLines, touched, scriptTimes } = await bench.show({
      head,
      body: '<h1>First</h1>',
      traced: isKept,
    });
    await page.click('h1');
    if (isKept) {
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
      await expect.poll(async () => (await bench.events()).some(({ type }) => type === 'click'), SOON).toBe(true);
      // A cached page does nothing.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await delay(3_000);
      expect(asked).toEqual([]);
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    } else {
      await bench.show({ body: '<h1>Second</h1>', without: true }, '/second');
      await page.goto(`${bench.site}/second`);
      await page.goBack();
    }
    expect(await page.evaluate('persisted')).toBe(isKept);
    await page.click('h1');
    await expect
      .poll(async () => (await bench.events()).filter(({ type }) => type === 'page_view').length, SOON)
      .toBe(2);
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(2);
    const sessions = new Set((await bench.events()).map(({ session }) => session));
    // Restoring from the cache continues the session; a reload starts another one.
    expect(sessions.size).toBe(isKept ? 1 : 2);
    expect([consoleLines, await touched()]).toEqual([[], []]);
    if (isKept) expect((await scriptTimes()).inLongTasks).toBeLessThan(50);
  });
});
