// Cost: about 25 s: two sites and a service in two real browsers.
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OverlayPage, openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { createAnnotation } from '../support/factories.ts';
import { listOrigins } from '../support/panel.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useOverlayPanelSite } from './overlay-panel-site.ts';
import { openPopup, press, see } from './panel-actions.ts';

const app = useTestApp();
const bench = useOverlayPanelSite(app);
let blocking: Browser;
/** Another site, which the browser keeps apart from the first one. */
let second: string;

beforeAll(async () => {
  blocking = await launchBrowser('--test-third-party-cookie-phaseout');
  second = bench.site.origin.replace('shop.', 'second.');
  await listOrigins(app, bench.owner, bench.project.id, [bench.site.origin, second]);
  bench.serve('/', '<h1>Fresh bread</h1>');
  for (const [origin, content] of [
    [bench.site.origin, 'Which bread?'],
    [second, 'Which spelt?'],
  ]) {
    await createAnnotation(app, bench.owner, bench.project.id, {
      content,
      url: `${origin}/`,
      metadata: { selector: 'h1', xpath: '', text: 'Fresh bread' },
    });
  }
});
afterAll(() => blocking?.close());

/** Opens the panel of a page; returns its frame. */
async function openPanelOf(overlay: OverlayPage) {
  await overlay.until('SvcConfig.overlay');
  await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
  await overlay.see('.panel iframe');
  return bench.panelOf(overlay);
}

/** Logs in to the panel of the first site; returns the page and the windows that it opens. */
async function logInOn(device: BrowserContext) {
  const overlay = await bench.open('/', device);
  const windows: Page[] = [];
  overlay.page.on('popup', (popup) => windows.push(popup as Page));
  const panel = await bench.enter(overlay, 'Which bread?');
  expect(windows).toHaveLength(1);
  return { overlay, panel, windows };
}

describe.each([
  ['by default', () => bench.browser, true],
  ['where cookies of other sites are blocked', () => blocking, false],
])('%s, the browser keeps the session', (_name, browser, takesOthers) => {
  let device: BrowserContext;
  let entered: Awaited<ReturnType<typeof logInOn>>;
  beforeAll(async () => {
    device = await browser().createBrowserContext();
    entered = await logInOn(device);
  });
  afterAll(() => device.close());

  test('so that a reload and another tab need no log-in', async () => {
    const { overlay, panel, windows } = entered;
    const probe = "document.cookie = 'probe=1; SameSite=None; Secure'; document.cookie.includes('probe')";
    expect(await panel.evaluate(probe)).toBe(takesOthers);
    await overlay.page.reload();
    await see(await openPanelOf(overlay), 'Which bread?');
    const tab = await bench.open('/', device);
    await see(await openPanelOf(tab), 'Which bread?');
    expect(windows).toHaveLength(1);
  });

  test('and a second site asks for one click in a window, once, without a log-in', async () => {
    const overlay = await openPage(device, `${second}/`);
    const windows: Page[] = [];
    overlay.page.on('popup', (popup) => windows.push(popup as Page));
    const popup = await openPopup(overlay.page, await openPanelOf(overlay));
    await see(popup, new URL(second).host);
    await see(popup, 'Continue as');
    expect(await popup.$('input')).toBeNull();
    await press(popup, 'Continue as');
    await see(await bench.panelOf(overlay), 'Which spelt?');
    await overlay.page.reload();
    await see(await openPanelOf(overlay), 'Which spelt?');
    const first = await bench.open('/', device);
    await see(await openPanelOf(first), 'Which bread?');
    expect(windows).toHaveLength(1);
  });
});

test('a browser that keeps no session opens a window again after a reload, which needs no log-in', async () => {
  const device = await bench.browser.createBrowserContext();
  const { overlay, panel, windows } = await logInOn(device);
  const forget = async () => {
    const kept = (await device.cookies()).filter(({ name }) => name.startsWith('pinbound_panel'));
    expect(kept).toHaveLength(1);
    await device.deleteCookie(...kept);
  };
  await forget();
  // The session lives on in memory.
  await panel.locator('li[data-id] a').click();
  await see(panel, 'Resolve and next');
  await overlay.page.reload();
  const reloaded = await openPanelOf(overlay);
  await see(reloaded, 'Log in');
  const popup = await openPopup(overlay.page, reloaded);
  await see(popup, 'Continue as');
  expect(await popup.$('input')).toBeNull();
  await press(popup, 'Continue as');
  await see(reloaded, 'Which bread?');
  expect(windows).toHaveLength(2);
  await device.close();
});
