// Cost: about 120 s: 24 pages with the panel in a real browser.
import type { BrowserContext, Frame, Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { overlayViolations } from '../clients/support/overlay-axe.ts';
import { violations } from '../support/axe.ts';
import { createAnnotation } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { PANEL, ROOT, useOverlayPanelSite } from './overlay-panel-site.ts';
import { see } from './panel-actions.ts';

const app = useTestApp();
const bench = useOverlayPanelSite(app);
let device: BrowserContext;

beforeAll(async () => {
  bench.serve('/', '<h1>Fresh bread</h1>');
  await createAnnotation(app, bench.owner, bench.project.id, {
    content: 'Which bread?',
    url: `${bench.site.origin}/`,
    metadata: { selector: 'h1', xpath: '', text: 'Fresh bread', offset: { x: 0.1, y: 0.5 } },
  });
  device = await bench.browser.createBrowserContext();
  const overlay = await bench.open('/', device);
  await bench.enter(overlay, 'Which bread?');
  await overlay.page.close();
});

/** Moves the focus by Tab from the panel's start to a matching element of it. */
async function tabTo(page: Page, panel: Frame, selector: string): Promise<void> {
  await panel.waitForSelector(selector);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await panel.evaluate(`document.hasFocus() && document.activeElement.matches('${selector}')`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

const CASES = [1_280, 390].flatMap((width) =>
  ['light', 'dark'].flatMap((theme) => ['ltr', 'rtl'].map((dir) => ({ width, theme, dir }))),
);

/** Opens the page of a case. */
async function open({ width, theme, dir }: (typeof CASES)[number], on = device) {
  bench.serve('/', `<body dir="${dir}"><h1 style="margin:120px 0 0;text-align:start">Fresh bread</h1></body>`, {
    theme,
  });
  const overlay = await bench.open('/', on);
  await overlay.page.setViewport({ width, height: 800 });
  await overlay.page.reload();
  return overlay;
}

/** Checks page and panel. */
async function check(page: Page, panel: Frame, theme: string) {
  expect(await page.evaluate(`document.activeElement === ${PANEL}.host`)).toBe(true);
  expect(await panel.evaluate('document.documentElement.dataset.theme')).toBe(theme);
  expect(await overlayViolations(page)).toEqual([]);
  expect(await violations(panel)).toEqual([]);
}

describe('axe-core finds nothing in the panel, and keys suffice', () => {
  test.each(CASES)('$width px, $theme, $dir: thread', async (options) => {
    const { width, theme, dir } = options;
    const overlay = await open(options);
    const { page } = overlay;
    await (await overlay.see('.pin')).focus();
    await page.keyboard.press('Enter');
    const box = await (await overlay.see('.panel iframe')).boundingBox();
    expect(Math.round(box?.x ?? -1)).toBe(dir === 'rtl' || width === 390 ? 0 : width - 389);
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Resolve and next');
    await check(page, panel, theme);
    await tabTo(page, panel, 'button[aria-label="Close the panel"]');
    await page.keyboard.press('Enter');
    await overlay.unsee('.panel iframe');
    expect(await page.evaluate(`${ROOT}.activeElement.className`)).toContain('pin');
    await page.close();
  });

  test.each(CASES)('$width px, $theme, $dir: list', async (options) => {
    const overlay = await open(options);
    const { page } = overlay;
    await (await overlay.see('.badge')).focus();
    await page.keyboard.press('Enter');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Which bread?');
    await check(page, panel, options.theme);
    await tabTo(page, panel, 'li[data-id] a');
    await page.keyboard.press('Enter');
    await see(panel, 'Resolve and next');
    await tabTo(page, panel, 'textarea');
    await page.close();
  });

  test.each(CASES)('$width px, $theme, $dir: log-in', async (options) => {
    const visitor = await bench.browser.createBrowserContext();
    const overlay = await open(options, visitor);
    const { page } = overlay;
    await (await overlay.see('.badge')).focus();
    await page.keyboard.press('Enter');
    await (await overlay.see('.drawer .link')).focus();
    await page.keyboard.press('Enter');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Comments of this site');
    await check(page, panel, options.theme);
    await tabTo(page, panel, 'main button');
    const opened = new Promise<Page>((resolve) => page.once('popup', (popup) => resolve(popup as Page)));
    await page.keyboard.press('Enter');
    await opened;
    await see(panel, 'Use the code');
    expect(await violations(panel)).toEqual([]);
    await visitor.close();
  });
});
