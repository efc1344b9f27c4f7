// Costs 4 s for each library, and 2 s to bundle them.
import type { ElementHandle } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { bundleModalLibraries } from '../../support/client-bundle.ts';
import { annotation } from '../support/feedback-double.ts';
import { configuredAsAuthor, configuredWith, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();
let libraries: string;
beforeAll(async () => {
  libraries = await bundleModalLibraries();
});

const LIBRARIES = ['radix', 'focusLock', 'chakra', 'reactAria'];

/** Opens the dialog of a library; its field has the focus. */
async function openDialog(library: string, head: string): Promise<OverlayPage> {
  const body = `<h1>Shop</h1><div id="app"></div><script>${libraries}</script>`;
  const overlay = await bench.show(head, body, `/#${library}`);
  await overlay.page.waitForSelector('#open');
  await overlay.page.click('#open');
  await overlay.page.waitForSelector('#street');
  await overlay.page.click('#street');
  return overlay;
}
const textOf = (field: ElementHandle<Element> | null) =>
  field?.evaluate((element) => (element as HTMLInputElement).value);
/** Types into a field of the overlay, as it got the focus and after a click into it. */
async function expectTyped(overlay: OverlayPage, selector: string): Promise<void> {
  const field = await overlay.see(selector);
  await overlay.page.keyboard.type('Why ');
  await field.click();
  await overlay.page.keyboard.type('Monday');
  expect(await textOf(field)).toBe('Why Monday');
  expect(await textOf(await overlay.page.$('#street'))).toBe('');
}

test.each(LIBRARIES)('in a dialog of %s, a comment is written, and its dialog stays', async (library) => {
  const overlay = await openDialog(library, configuredWith(bench, {}));
  await overlay.choose('#hint');
  await expectTyped(overlay, 'textarea');
  await overlay.click('.primary');
  await overlay.see('.pin');
  expect(bench.double.annotations).toMatchObject([{ content: 'Why Monday' }]);
  await overlay.page.click('#street');
  await overlay.page.keyboard.type('Main St 1');
  expect(await textOf(await overlay.page.$('#street'))).toBe('Main St 1');
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test.each(LIBRARIES)('in a dialog of %s, a reply and a search are written', async (library) => {
  bench.double.annotations = [
    annotation({ domFingerprint: { selector: '#hint', xpath: '', text: 'We ship on Monday' } }),
  ];
  const overlay = await openDialog(library, configuredAsAuthor(bench));
  await overlay.click('.pin');
  await (await overlay.see('.reply textarea')).click();
  await expectTyped(overlay, '.reply textarea');
  await overlay.page.keyboard.press('Escape');
  await overlay.click('.badge');
  await (await overlay.see('.drawer input')).click();
  await expectTyped(overlay, '.drawer input');
  expect(ownConsoleLines(overlay)).toEqual([]);
});
