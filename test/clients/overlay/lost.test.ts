// Costs 25 s, mostly waits of the pages.
import { expect, test, vi } from 'vitest';
import { BODY, configured, introAnnotation, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/** Removes whatever it does not know from an element, at once. */
const guard = (element: string) => `<script>{
  const unknown = (child) => !child.matches('head, body, h1, p, div, script');
  new MutationObserver(() => { for (const child of ${element}.children) if (unknown(child)) child.remove(); })
    .observe(${element}, { childList: true });
}</script>`;
const GUARDS = { body: guard('document.body'), html: guard('document.documentElement') };

test.each(['body', 'html'] as const)(
  'a page that removes what it does not know from %s keeps the overlay elsewhere',
  async (where) => {
    const overlay = await bench.show(configured(bench), BODY + GUARDS[where]);
    await new Promise((passed) => setTimeout(passed, 6_000));
    await overlay.choose('h1');
    await overlay.write('Guarded');
    await overlay.see('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  },
);

test('a page that removes it everywhere goes on without it, and its owner is told', async () => {
  const told = `<script>addEventListener('DOMContentLoaded', () => SvcConfig.overlay.on('unavailable', () => document.title = 'told'))</script>`;
  const overlay = await bench.show(configured(bench) + told, BODY + GUARDS.body + GUARDS.html);
  await overlay.until("document.title === 'told'");
  expect(await overlay.page.$('svc-overlay')).toBeNull();
  expect(await overlay.page.evaluate('SvcConfig.overlay.isRunning')).toBe(false);
  expect(ownConsoleLines(overlay)).toEqual([expect.stringContaining('The page removes the overlay')]);
});

test.each([
  ['document.write() without an end', "document.write('<h1>Written</h1><p class=intro>Baked every morning</p>')"],
  [
    'document.open()',
    "document.open(); document.write('<h1>Opened</h1><p class=intro>Baked every morning</p>'); document.close()",
  ],
])('after %s, the overlay is back', async (_, code) => {
  bench.double.annotations = [introAnnotation()];
  const overlay = await bench.show(configured(bench));
  await overlay.see('.pin');
  await overlay.page.evaluate(code);
  await overlay.until("document.querySelector('svc-overlay')");
  await overlay.see('.pin');
  await overlay.choose('h1');
  await overlay.write('a b c');
  await overlay.until("document.querySelector('svc-overlay').shadowRoot.querySelectorAll('.pin').length === 2");
  expect(bench.double.annotations).toMatchObject([{}, { content: 'a b c' }]);
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test.each([
  'html{transform:translateX(0)}',
  'html,body{will-change:transform}',
  'html{contain:paint}',
  'html{perspective:900px}',
])('the button stays in the window on a page with %s', async (css) => {
  const overlay = await bench.show(`<style>${css} p{height:3000px}</style>${configured(bench)}`);
  await overlay.see('.launcher');
  await overlay.page.evaluate("document.querySelector('#cards').scrollIntoView({ block: 'center' })");
  const box = await (await overlay.see('.launcher')).boundingBox();
  expect(box?.y).toBeGreaterThan(500);
  expect(box?.y).toBeLessThan(700);
  await overlay.choose('#cards button');
  await overlay.write('Moved');
  await overlay.see('.pin');
  expect(ownConsoleLines(overlay)).toEqual([]);
});

/** Disables whatever is outside of a dialog, in all roots: `maintain.disabled` of ally.js. */
const DISABLE = `{
  const disable = (root) => {
    for (const one of [...root.querySelectorAll('*')].filter((each) => !each.closest('#cards'))) {
      if (one.shadowRoot) watch(one.shadowRoot);
      if (/^(button|input|textarea|select)$/.test(one.localName)) one.disabled = true;
      else if (one.hasAttribute('tabindex') || one.shadowRoot || one.localName === 'label') {
        one.tabIndex = -1;
        one.focus = () => console.warn('inert', one);
        one.style.pointerEvents = 'none';
      }
    }
  };
  const watch = (root) => {
    if (root.watched) return;
    root.watched = true;
    disable(root);
    new MutationObserver(() => disable(root)).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  };
  watch(document);
}`;
test('a library that disables what is outside of its dialog leaves the overlay usable', async () => {
  bench.double.annotations = [introAnnotation()];
  const overlay = await bench.show(configured(bench));
  await overlay.see('.pin');
  await overlay.page.evaluate(DISABLE);
  await overlay.choose('h1');
  await overlay.write('Enabled');
  await overlay.until(`${HOST}.shadowRoot.querySelectorAll('.pin').length === 2`);
  await overlay.click('.badge');
  await (await overlay.see('.drawer input')).click();
  await overlay.page.keyboard.type('Enab');
  await overlay.until(`${HOST}.shadowRoot.querySelectorAll('.drawer .row').length === 1`);
  expect(ownConsoleLines(overlay)).toEqual([]);
});

const HOST = "document.querySelector('svc-overlay')";
const FRAME = "const frame = document.createElement('iframe'); document.body.append(frame)";
test.each([
  ['adopted by another document', `document.implementation.createHTMLDocument('').adoptNode(${HOST})`],
  ['moved into a frame', `${FRAME}; frame.contentDocument.body.append(${HOST})`],
  [
    'moved into a frame and back',
    `${FRAME}; const host = ${HOST}; frame.contentDocument.body.append(host); document.documentElement.append(host)`,
  ],
  [
    'in a document whose element html is replaced by an adopted one',
    `const text = '<h1>Fresh bread</h1>'; const { documentElement } = new DOMParser().parseFromString(text, 'text/html');
     document.documentElement.replaceWith(document.adoptNode(documentElement))`,
  ],
  [
    'on a page that empties those of all roots',
    `for (const one of [document, ${HOST}.shadowRoot]) one.adoptedStyleSheets = []`,
  ],
  ['on a page that gives all roots its own', `${HOST}.shadowRoot.adoptedStyleSheets = [new CSSStyleSheet()]`],
  [
    'on a page that disables all its style sheets',
    `for (const one of ${HOST}.shadowRoot.adoptedStyleSheets) one.disabled = true`,
  ],
  ['in a document whose inert element html becomes usable again', 'document.documentElement.inert = true'],
])('the overlay keeps its styles %s', async (_, code) => {
  const overlay = await bench.show(configured(bench));
  await overlay.see('.launcher');
  await overlay.page.evaluate(`{ ${code} }`);
  await overlay.page.evaluate('setTimeout(() => { document.documentElement.inert = false }, 100)');
  const isOnTop = `(() => {
    const { x, y, width } = document.querySelector('svc-overlay')?.shadowRoot.querySelector('.launcher').getBoundingClientRect() ?? {};
    return width > 0 && document.elementFromPoint(x + width / 2, y + 10)?.localName === 'svc-overlay';
  })()`;
  await overlay.until(isOnTop);
  await overlay.choose('h1');
  await overlay.write('Adopted');
  await overlay.see('.pin');
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test('the overlay of a page whose element html stays inert can be used', async () => {
  const overlay = await bench.show(configured(bench), `${BODY}<script>document.documentElement.inert = true</script>`);
  await overlay.click('.launcher');
  const { width = 0, height = 0 } = overlay.page.viewport() ?? {};
  await overlay.see('.sheet');
  await overlay.page.mouse.click(width / 2, height / 2);
  await overlay.write('a b c');
  await vi.waitUntil(() => bench.double.created.length === 1, { timeout: 60_000 });
  expect(bench.double.created).toMatchObject([{ body: { content: 'a b c' } }]);
  expect(await overlay.page.evaluate("document.querySelectorAll(':modal').length")).toBe(0);
  await overlay.page.evaluate('document.documentElement.inert = false');
  await overlay.choose('#cards button');
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test('the dialog of a page whose element html is inert stays usable, and Escape leaves the overlay usable', async () => {
  const dialog = '<dialog><button id="agree" onclick="this.closest(\'dialog\').close()">Agree</button></dialog>';
  const script = "<script>document.documentElement.inert = true; document.querySelector('dialog').showModal()</script>";
  const overlay = await bench.show(configured(bench), `${BODY}${dialog}${script}`);
  await overlay.see('.launcher');
  await overlay.page.click('#agree');
  await overlay.page.waitForFunction("!document.querySelector('dialog').open");
  for (let press = 0; press < 3; press += 1) await overlay.page.keyboard.press('Escape');
  await overlay.click('.launcher');
  await overlay.see('.sheet');
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test('the button of a page whose body is inert while it starts can be used', async () => {
  const overlay = await bench.show(configured(bench), `${BODY}<script>document.body.inert = true</script>`);
  await overlay.click('.launcher');
  await overlay.see('.sheet');
  await overlay.click('.launcher');
  await overlay.page.evaluate('document.body.inert = false');
  await overlay.choose('h1');
  await overlay.write('Started');
  await overlay.see('.pin');
  expect(ownConsoleLines(overlay)).toEqual([]);
});
