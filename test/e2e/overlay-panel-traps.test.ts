// Cost: about 40 s: a site and a service in a real browser, and four libraries of dialogs.
import type { BrowserContext, ElementHandle, Frame } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { bundleModalLibraries } from '../support/client-bundle.ts';
import { createAnnotation } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useOverlayPanelSite } from './overlay-panel-site.ts';
import { see, settle } from './panel-actions.ts';

const app = useTestApp();
const bench = useOverlayPanelSite(app);
/** A device on which the member is logged in to the panel. */
let device: BrowserContext;

beforeAll(async () => {
  const libraries = await bundleModalLibraries();
  bench.serve('/', `<h1>Shop</h1><div id="app"></div><script>${libraries}</script>`);
  await createAnnotation(app, bench.owner, bench.project.id, {
    url: `${bench.site.origin}/`,
    content: 'Which Monday?',
    metadata: { selector: '#hint', xpath: '', text: 'We ship on Monday', offset: { x: 0.5, y: 0.5 } },
  });
  device = await bench.browser.createBrowserContext();
  const overlay = await bench.open('/', device);
  await bench.enter(overlay, 'Which Monday?');
  await overlay.page.close();
});

const textOf = (field: ElementHandle<Element> | null) =>
  field?.evaluate((element) => (element as HTMLInputElement).value);

test.each(['radix', 'focusLock', 'chakra', 'reactAria'])(
  'in a dialog of %s, a reply and a search are typed in the panel, and then in the dialog',
  async (library) => {
    const overlay = await bench.open(`/#${library}`, device);
    const { page } = overlay;
    await (await page.waitForSelector('#open'))?.click();
    const street = await page.waitForSelector('#street');
    await street?.click();
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Resolve and next');
    await expectTyped(panel, 'textarea', 'Next Monday');
    await panel.locator('button[aria-label="Back to the list"]').click();
    await expectTyped(panel, 'input[type=search]', 'Monday');
    await street?.click();
    await page.keyboard.type('Main St');
    expect(await textOf(street)).toBe('Main St');
    expect(overlay.consoleLines).toEqual([]);
    await page.close();

    async function expectTyped(frame: Frame, selector: string, text: string): Promise<void> {
      const field = await frame.waitForSelector(selector);
      await settle(frame);
      await field?.click();
      await page.keyboard.type(text);
      expect(await textOf(field)).toBe(text);
      expect(await textOf(street)).toBe('');
    }
  },
);

test('a page may make the panel inert, and one that always does so ends the overlay, whose owner is told', async () => {
  const overlay = await bench.open('/#focusLock', device);
  const { page } = overlay;
  await (await page.waitForSelector('#open'))?.click();
  await overlay.click('.pin');
  await overlay.see('.panel iframe');
  const hides = (body: string) =>
    page.evaluate(`{
      const panel = document.querySelector('svc-overlay[data-svc-asset=panel]');
      const hide = () => { if (!panel.inert) { panel.inert = true; window.times = (window.times ?? 0) + 1 } };
      ${body}
    }`);
  await hides('hide()');
  await overlay.until("!document.querySelector('svc-overlay[inert]')");
  await hides(`SvcConfig.overlay.on('unavailable', () => { document.title = 'told' });
    new MutationObserver(hide).observe(panel, { attributes: true }); hide()`);
  await overlay.until("document.title === 'told'");
  expect(await page.evaluate("document.querySelectorAll('svc-overlay').length")).toBe(0);
  expect(await page.evaluate('window.times')).toBeLessThan(20);
  expect(overlay.consoleLines).toEqual([expect.stringContaining('The page removes the overlay')]);
  await page.close();
});
