// Costs one page, about a second, for each built-in that the scripts of pages use.
import { expect, test } from 'vitest';
import { BUILT_INS, FUNCTIONS, OF_WINDOW } from '../../../scripts/client-bundle.mjs';
import { configured, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/** Replaces globals whose names match by functions of the page, which have the same names. */
const replaced = (condition: string) => `<script>{
  const { getOwnPropertyNames, getOwnPropertyDescriptor, defineProperty } = Object;
  for (const name of getOwnPropertyNames(window)) {
    if (!getOwnPropertyDescriptor(window, name).configurable || !(${condition})) continue;
    const own = { [name]: function (own) { this.own = own } };
    defineProperty(window, name, { value: own[name], writable: true, configurable: true });
  }
}</script>`;
/** Methods of arrays as a library of 2008 replaces and deletes them, and one that JSON calls. */
const ARRAYS = `<script>
  Array.from = (list) => list.toArray ? list.toArray() : [].slice.call(list);
  delete Array.prototype.entries;
  Array.prototype.reverse = function () { for (let i = 0; i < this.length / 2; i++) {
    const j = this.length - 1 - i; [this[i], this[j]] = [this[j], this[i]]; } return this; };
  for (const { prototype } of [Array, String, Object, Date]) Object.defineProperty(prototype, 'toJSON',
    { value() { return 'own'; }, configurable: true, writable: true });
</script>`;
/** Functions of namespaces, as polyfills and libraries for tests replace them. */
const MEMBERS = `<script>
  JSON.stringify = (value) => '[' + value + ']';
  JSON.parse = (text) => eval('(' + text + ')');
  Intl.DateTimeFormat = class { constructor() { throw new Error('own'); } };
  window.Date = class extends Date { constructor(at = 0) { super(at); } static now() { return 0; } };
  performance.now = () => 0;
  Object.defineProperty(navigator, 'languages', { value: undefined });
  var navigation = [document.title];
</script>`;
/** Wrappers as libraries for tracing make them: each request gets headers, and some need `this`. */
const WRAPPERS = `<script>(() => {
  'use strict';
  const { fetch, setTimeout } = window;
  window.fetch = (...args) => {
    const request = new Request(...args);
    for (const name of ['traceparent', 'baggage', 'x-csrf-token']) request.headers.set(name, '1');
    return fetch(request);
  };
  window.setTimeout = function (...args) {
    if (this !== window) throw new TypeError('Illegal invocation');
    return setTimeout(...args);
  };
})()</script>`;
/** Functions of the page's own code, which have nothing to do with those of the browser. */
const OTHERS = `<script>
  window.getComputedStyle = () => ({ own: true });
  window.matchMedia = (query) => ({ matches: query.length > 1 });
`;
const FETCHES: Record<string, string> = {
  'that returns nothing': 'function () {}',
  'that throws': "() => { throw new Error('own') }",
  'that rejects': "async (id) => { throw new TypeError('no ' + id) }",
  'of data': 'async (path) => ({ path })',
  'of a list of its own': '(id) => [id]',
};
/** A promise of the page that nobody settles; the time limit of requests passes at once. */
const ENDLESS = `<script>{
  const { setTimeout } = window;
  let end;
  window.setTimeout = (run, delay, ...values) => {
    if (delay === 30_000) end = run;
    return setTimeout(run, delay, ...values);
  };
  window.fetch = (id) => {
    queueMicrotask(end);
    return new Promise(() => {});
  };
}</script>`;
/** Prototypes as code that hardens a page freezes them, and as libraries of 2010 extend them. */
const FROZEN = `<script>
  for (const one of [Object, Array, Function, String, Number, Promise, RegExp, Map, Set, Error, Symbol, Node, Element, Event])
    Object.freeze(one.prototype);
</script>`;
const EXTENDED = `<script>
  for (const name of ['each', 'forEach', 'keys', 'values', 'size', 'clone', 'extend'])
    Object.prototype[name] = Array.prototype[name] ?? function () { return this; };
  Array.prototype.last = String.prototype.last = function () { return this[this.length - 1]; };
</script>`;
/** The browsers of 2021 that docs/overlay.md names: without popovers, and sheets from scripts. */
const OLD_BROWSER = `<script>
  delete ShadowRoot.prototype.adoptedStyleSheets;
  delete CSSStyleSheet.prototype.replaceSync;
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete HTMLElement.prototype[name];
</script>`;
/** Constants of the page hide properties of the window. */
const hidden = OF_WINDOW.map((name) => `<script>const ${name} = 'own'</script>`).join('');

test.each([
  ...[...BUILT_INS, ...FUNCTIONS].map((name) => [name, replaced(`name === '${name}'`)] as const),
  ['every other class', replaced(`/^[A-Z]/.test(name) && !${JSON.stringify(BUILT_INS)}.includes(name)`)] as const,
  ['methods of arrays, and toJSON', ARRAYS] as const,
  ['functions of namespaces, and values of the window', MEMBERS] as const,
  ['wrappers of functions', WRAPPERS] as const,
  ...Object.entries(FETCHES).map(
    ([kind, code]) => [`a fetch ${kind}`, `${OTHERS}window.fetch = ${code}</script>`] as const,
  ),
  ['a fetch that never ends', ENDLESS] as const,
  ['frozen prototypes', FROZEN] as const,
  ['extended prototypes', EXTENDED] as const,
  ['nothing that browsers of 2021 lack', OLD_BROWSER] as const,
  ['constants named like properties of the window', hidden] as const,
])('a page whose code has its own globals: %s', async (_, head) => {
  const overlay = await bench.show(`${head}${configured(bench)}`);
  await overlay.choose('h1');
  await overlay.write('First words');
  await overlay.see('.pin');
  expect(bench.double.annotations).toMatchObject([{ content: 'First words' }]);
  await overlay.page.evaluate('SvcConfig.overlay.destroy()');
  expect(await overlay.page.$('svc-overlay')).toBeNull();
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test('an overlay on a page with its own `matchMedia` follows the color scheme', async () => {
  const overlay = await bench.show(`${replaced("name === 'matchMedia'")}${configured(bench)}`);
  await overlay.choose('h1');
  for (const value of ['dark', 'light']) {
    await overlay.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await overlay.until(`getComputedStyle(${ROOT}.querySelector('.root')).colorScheme === '${value}'`);
  }
});

test('a function of the page that is named `fetch` and takes nothing is not called', async () => {
  const more = '<script>var pages = 0; function fetch() { pages++; } // (...more)</script>';
  const overlay = await bench.show(`${more}${configured(bench)}`);
  await overlay.choose('h1');
  await overlay.write('First words');
  await overlay.see('.pin');
  expect(await overlay.page.evaluate('pages')).toBe(0);
});

test('a function of the page that does something else is called at most once', async () => {
  const load = '<script>var ids = []; function fetch(id) { ids.push(id); }</script>';
  const overlay = await bench.show(`${load}${configured(bench)}`);
  await overlay.choose('h1');
  await overlay.write('First words');
  await overlay.see('.pin');
  expect(await overlay.page.evaluate('ids.length')).toBe(1);
});

/** Wrappers that reject for the status of a response. */
const STRICT: Record<string, string> = {
  'with all values': 'async (...values) => checked(await fetch(...values))',
  'with a copy of the options': 'async (url, init) => checked(await fetch(url, { ...init, keepalive: false }))',
};
test.each(Object.entries(STRICT))('a wrapper %s that rejects for a status sends nothing twice', async (_how, code) => {
  const wrapper = `<script>{
    const { fetch } = window;
    const checked = (response) => { if (!response.ok) throw new Error('Status ' + response.status); return response; };
    window.fetch = ${code};
  }</script>`;
  bench.double.rejection = { status: 503, message: 'The service is starting' };
  const overlay = await bench.show(`${wrapper}${configured(bench)}`);
  await overlay.choose('h1');
  await overlay.write('First words');
  await overlay.see('.problem:not(:empty)');
  expect(bench.double.keys).toHaveLength(1);
  bench.double.rejection = null;
  // The next attempt has the same key.
  await overlay.see('.pin');
  expect(new Set(bench.double.keys).size).toBe(1);
  expect(bench.double.created).toHaveLength(1);
});
