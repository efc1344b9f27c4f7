import { describe, expect, test } from 'vitest';
import { BODY, configured, introAnnotation, ownConsoleLines, SCRIPT, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

describe('isolation from the page', () => {
  test('leaves the document, the globals and the network as they were after destroy()', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(`<script>${COUNT_WHAT_LIVES}</script>${SCRIPT}`);
    const { page } = overlay;
    const before = await page.evaluate(SERIALISE);
    await page.evaluate(`void (window.overlay = new SvcConfig.Overlay(${bench.options}).init())`);
    await overlay.click('.pin');
    await overlay.choose('h1');
    await overlay.page.keyboard.press('Escape');
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await expect.poll(() => bench.double.streams().length).toBe(1);
    const listed = bench.double.listed.length;
    expect(await page.evaluate('[...live].length')).toBeGreaterThan(10);
    await page.evaluate('overlay.destroy(); delete window.overlay');
    expect(await page.evaluate(SERIALISE)).toBe(before);
    expect(
      await page.evaluate('Object.getOwnPropertyNames(window).filter((key) => !keysBefore.includes(key))'),
    ).toEqual(['SvcConfig']);
    expect(await page.evaluate('[...live]')).toEqual([]);
    await expect.poll(() => bench.double.streams().length).toBe(0);
    await page.evaluate(() => {
      history.pushState({}, '', '/other');
      document.body.append('changed');
    });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(bench.double.listed).toHaveLength(listed);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('page styles do not apply to it', async () => {
    bench.double.annotations = [introAnnotation()];
    const css = `html { font-size: 90px } html * { display: none !important; font: 90px serif !important; opacity: 0 !important;
      pointer-events: none !important; transform: scale(3) !important; visibility: hidden !important; z-index: 0 !important;
      position: static !important; --accent: red; filter: invert(1) !important; all: unset !important }`;
    const plain = await bench.show(configured(bench));
    const expected = await (await plain.see('.launcher')).boundingBox();
    const hostile = await bench.show(`<style>${css}</style>${configured(bench)}`);
    const launcher = await hostile.see('.launcher');
    expect(await launcher.boundingBox()).toEqual(expected);
    expect(await launcher.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(47, 85, 212)');
    await hostile.click('.launcher');
    await hostile.see('.sheet');
  });

  test('a page that cancels copying, pasting and typing outside of its fields leaves the overlay usable', async () => {
    const ban = `<script>for (const type of ['beforeinput', 'input', 'copy', 'cut', 'paste', 'contextmenu', 'mousedown', 'keydown'])
      document.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true)</script>`;
    const overlay = await bench.show(`${ban}${configured(bench)}`);
    const { keyboard } = overlay.page;
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('a b c');
    for (const key of ['a', 'c', 'v', 'v'] as const) {
      await keyboard.down('Control');
      await keyboard.press(key, { commands: [{ a: 'selectAll', c: 'copy', v: 'paste' }[key]] });
      await keyboard.up('Control');
    }
    await overlay.click('.primary');
    await overlay.see('.pin');
    expect(bench.double.created).toMatchObject([{ body: { content: 'a b ca b c' } }]);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a drag of the page may end over the button', async () => {
    const listen = `<script>for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      addEventListener(type, () => document.title += type + ';')</script>`;
    const overlay = await bench.show(`<style>body{user-select:none}</style>${configured(bench)}${listen}`);
    const launcher = await (await overlay.see('.launcher')).clickablePoint();
    const { mouse } = overlay.page;
    await overlay.page.evaluate("document.title = ''");
    await mouse.move(100, 100);
    await mouse.down();
    await mouse.move(launcher.x, launcher.y);
    await mouse.up();
    // The browser clicks the common ancestor of both, which is the root element.
    expect(await overlay.page.title()).toBe('pointerdown;mousedown;pointerup;mouseup;click;');
    await overlay.page.evaluate("document.title = ''");
    await mouse.click(launcher.x, launcher.y);
    await overlay.see('.sheet');
    expect(await overlay.page.title()).toBe('');
  });

  test('toJSON methods that a library of the page added are not called', async () => {
    const overlay = await bench.show(`<script>${PROTOTYPE_1_6}</script>${configured(bench)}`);
    await overlay.choose('h1');
    await overlay.write('Said "once"');
    await overlay.see('.pin');
    expect(bench.double.created).toMatchObject([
      {
        body: {
          content: 'Said "once"',
          position_x: 500,
          metadata: { xpath: '/html/body/h1', diagnostics: { browser: { languages: [expect.any(String)] } } },
        },
      },
    ]);
    await expect.poll(() => bench.double.streams()).toMatchObject([{ key: 'pk_secret', url: `${bench.site}/` }]);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('works under a strict content security policy with Trusted Types', async () => {
    const overlay = await bench.show(
      `<script src="/overlay.js" data-svc-config='${bench.options}' defer></script>`,
      BODY,
      '/strict',
    );
    await overlay.choose('h1');
    await overlay.write('Strict');
    expect(await overlay.distance('.pin', 'h1')).toBeLessThan(2);
    expect(
      await (await overlay.see('.launcher')).evaluate((element) => getComputedStyle(element).backgroundColor),
    ).toBe('rgb(47, 85, 212)');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});

/** Page code with the `toJSON` methods of Prototype before 1.7. */
const PROTOTYPE_1_6 = `
  String.prototype.toJSON = function () { return '"' + this + '"'; };
  Array.prototype.toJSON = function () { return '[' + this.map((value) => JSON.stringify(value)).join() + ']'; };
  Number.prototype.toJSON = function () { return String(this); };`;

const SERIALISE = 'new XMLSerializer().serializeToString(document) + document.adoptedStyleSheets.length';

/** Page code that tracks active listeners of window and document, observers and intervals. */
const COUNT_WHAT_LIVES = `
  window.live = new Set();
  {
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    const handlers = new Map();
    EventTarget.prototype.addEventListener = function (type, handler, options) {
      if (this === window || this === document || this === window.navigation) {
        const entry = [type];
        live.add(entry);
        handlers.set(handler, [...(handlers.get(handler) ?? []), entry]);
        options?.signal?.addEventListener('abort', () => live.delete(entry));
      }
      addEventListener.call(this, type, handler, options);
    };
    EventTarget.prototype.removeEventListener = function (type, handler, options) {
      for (const entry of handlers.get(handler) ?? []) if (entry[0] === type) live.delete(entry);
      removeEventListener.call(this, type, handler, options);
    };
    for (const { prototype } of [MutationObserver, ResizeObserver]) {
      const { observe, disconnect } = prototype;
      prototype.observe = function (...args) { live.add(this); observe.apply(this, args) };
      prototype.disconnect = function () { live.delete(this); disconnect.call(this) };
    }
    const { setInterval, clearInterval } = window;
    window.setInterval = (...args) => { const id = setInterval(...args); live.add(id); return id };
    window.clearInterval = (id) => { live.delete(id); clearInterval(id) };
  }
  window.keysBefore = [...Object.getOwnPropertyNames(window), 'keysBefore'];
`;
