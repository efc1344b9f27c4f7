// Costs one page, about a second, for each built-in that the scripts of pages use.
import { expect, test } from 'vitest';
import { BUILT_INS, OF_WINDOW } from '../../../scripts/client-bundle.mjs';
import { configured, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/** Replaces globals whose names match by functions of the page. */
const replaced = (condition: string) => `<script>{
  const { getOwnPropertyNames, getOwnPropertyDescriptor, defineProperty } = Object;
  for (const name of getOwnPropertyNames(window)) {
    if (!getOwnPropertyDescriptor(window, name).configurable || !(${condition})) continue;
    defineProperty(window, name, { value: function (own) { this.own = own }, writable: true, configurable: true });
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
/** Constants of the page hide properties of the window. */
const hidden = OF_WINDOW.map((name) => `<script>const ${name} = 'own'</script>`).join('');

test.each([
  ...BUILT_INS.map((name) => [name, replaced(`name === '${name}'`)] as const),
  ['every other class', replaced(`/^[A-Z]/.test(name) && !${JSON.stringify(BUILT_INS)}.includes(name)`)] as const,
  ['methods of arrays, and toJSON', ARRAYS] as const,
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
