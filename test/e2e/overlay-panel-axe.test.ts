// Cost: about 60 s: eight pages with the panel in a real browser.
import axe from 'axe-core';
import type { BrowserContext, Frame, Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
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

/** Returns the violations that axe-core finds in a page or a frame. */
async function violations(frame: Page | Frame, include: string): Promise<unknown> {
  await frame.evaluate(axe.source);
  return frame.evaluate(`axe.run({ include: ['${include}'] }, { resultTypes: ['violations'], iframes: false })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`);
}

const CASES = [1_280, 390].flatMap((width) =>
  ['light', 'dark'].flatMap((theme) => ['ltr', 'rtl'].map((dir) => ({ width, theme, dir }))),
);

describe('axe-core finds nothing in the panel, and keys suffice', () => {
  test.each(CASES)('$width px, $theme, $dir', async ({ width, theme, dir }) => {
    bench.serve('/', `<body dir="${dir}"><h1 style="margin:120px 0 0;text-align:start">Fresh bread</h1></body>`, {
      theme,
    });
    const { page, see: seeDeep, unsee } = await bench.open('/', device);
    await page.setViewport({ width, height: 800 });
    await page.reload();
    await (await seeDeep('.pin')).focus();
    await page.keyboard.press('Enter');
    const box = await (await seeDeep('.panel iframe')).boundingBox();
    expect(Math.round(box?.x ?? -1)).toBe(dir === 'rtl' || width === 390 ? 0 : width - 389);
    const panel = await page.waitForFrame((frame) => frame.url().startsWith(`${app.url}/panel`));
    await see(panel, 'Resolve and next');
    expect(await page.evaluate(`document.activeElement === ${PANEL}.host`)).toBe(true);
    expect(await panel.evaluate('document.documentElement.dataset.theme')).toBe(theme);
    // Transitions have ended.
    await page.evaluate('new Promise((done) => setTimeout(done, 350))');
    expect(await violations(page, 'svc-overlay')).toEqual([]);
    expect(await violations(panel, 'body')).toEqual([]);
    await panel.focus('button[aria-label="Close the panel"]');
    await page.keyboard.press('Enter');
    await unsee('.panel iframe');
    expect(await page.evaluate(`${ROOT}.activeElement.className`)).toContain('pin');
    await page.close();
  });
});
