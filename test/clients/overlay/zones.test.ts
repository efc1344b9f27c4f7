import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BODY, configured, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/** Packages. Those up to 0.14.2 keep one native listener per target, type and phase. */
const PACKAGES = { '0.11': 'zone-js-0-11', '0.13': 'zone-js-0-13', '0.14.2': 'zone-js-0-14', '0.15': 'zone-js-0-15' };
const TYPES = ['scroll', 'keydown', 'click', 'pointerdown', 'hashchange', 'popstate', 'focusin', 'error'];

/** Counts the events that listeners of the page get, those of the capture phase as `type!`. */
const COUNT = `<script>
  window.calls = {};
  function countEvents() {
    for (const type of ${JSON.stringify(TYPES)}) {
      addEventListener(type, () => { calls[type] = (calls[type] ?? 0) + 1; });
      addEventListener(type, () => { calls[type + '!'] = (calls[type + '!'] ?? 0) + 1; }, true);
    }
  }
  countEvents();
  addEventListener('load', countEvents);
</script>`;
const FIRE = `(async () => {
  calls = {};
  for (const type of ${JSON.stringify(TYPES)}) window.dispatchEvent(new Event(type));
  await new Promise((done) => setTimeout(done));
  return calls;
})()`;
const EVERY_CALL = Object.fromEntries(TYPES.flatMap((type) => [type, `${type}!`].map((name) => [name, 2])));

test.each(Object.entries(PACKAGES))('zone.js %s: the keyboard and the listeners of the page stay', async (_, name) => {
  const zone = `<script>${await readFile(`node_modules/${name}/bundles/zone.umd.min.js`, 'utf8')}</script>`;
  const overlay = await bench.show(`${zone}${COUNT}${configured(bench)}`, `${BODY}<input id="own">`);
  const { page } = overlay;
  await overlay.choose('h1');
  await overlay.write('a b c');
  await overlay.see('.pin');
  expect(bench.double.annotations).toMatchObject([{ content: 'a b c' }]);
  const typed = async (text: string) => {
    await page.$eval('#own', (field) => {
      (field as HTMLInputElement).value = '';
    });
    await page.type('#own', text);
    return page.$eval('#own', (field) => (field as HTMLInputElement).value);
  };
  expect(await typed('x y z')).toBe('x y z');
  expect(await page.evaluate(FIRE)).toEqual(EVERY_CALL);
  await page.evaluate('SvcConfig.overlay.destroy()');
  expect(await typed('x y z')).toBe('x y z');
  expect(await page.evaluate(FIRE)).toEqual(EVERY_CALL);
  expect(ownConsoleLines(overlay)).toEqual([]);
});
