import type { Browser, ElementHandle, Frame, Page } from 'puppeteer-core';

/** A page with an overlay; selectors apply to its shadow root. */
export interface OverlayPage {
  readonly page: Page;
  /** All console lines and uncaught errors of the page. */
  readonly consoleLines: string[];
  /** Waits until a matching element is visible. */
  see(selector: string): Promise<ElementHandle<Element>>;
  /** Waits until no matching element is visible. */
  unsee(selector: string): Promise<void>;
  /**
   * Waits until an expression of the page is true. An expression that throws is not true yet:
   * `page.waitForFunction` would stop evaluating it and wait until the timeout.
   */
  until(expression: string): Promise<void>;
  click(selector: string): Promise<void>;
  text(selector: string): Promise<string>;
  /** Clicks the button, then the page's element at these fractions of its size. */
  choose(selector: string, x?: number, y?: number): Promise<void>;
  write(content: string): Promise<void>;
  /**
   * Returns the distance between a pin's tip and a point of an element, its top right corner by
   * default, in pixels; near the window's edge, from where the whole pin is visible.
   */
  distance(pin: string, element: string, x?: number, y?: number): Promise<number>;
}

/** Opens a URL in a viewport of 1000 by 700 pixels. */
export async function openPage(browser: Pick<Browser, 'newPage'>, url: string): Promise<OverlayPage> {
  const page = await browser.newPage();
  // Chunks load on use, which takes its time on a busy machine.
  page.setDefaultTimeout(60_000);
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('pageerror', (error) => consoleLines.push(String(error)));
  await page.setViewport({ width: 1000, height: 700 });
  await page.goto(url, { waitUntil: 'load' });
  return overlayIn(page, page, consoleLines);
}

/** Returns the overlay of a frame; that of the page itself for the page. */
export function overlayIn(page: Page, frame: Frame | Page, consoleLines: string[]): OverlayPage {
  const deep = (selector: string) => `svc-overlay >>> ${selector}`;

  const see = async (selector: string) => {
    const found = await frame.waitForSelector(deep(selector), { visible: true });
    if (!found) throw new Error(`${selector} is not visible`);
    return found;
  };
  const click = async (selector: string) => (await see(selector)).click();
  const boxOf = async (handle: ElementHandle<Element> | null) => {
    const box = await handle?.boundingBox();
    if (!box) throw new Error('The element has no box');
    return box;
  };
  return {
    page,
    consoleLines,
    see,
    click,
    async until(expression) {
      await frame.waitForFunction(`(() => { try { return ${expression}; } catch { return false; } })()`);
    },
    async unsee(selector) {
      await frame.waitForSelector(deep(selector), { hidden: true });
    },
    text: async (selector) => (await see(selector)).evaluate((element) => element.textContent ?? ''),
    async choose(selector, x = 0.5, y = 0.5) {
      await click('.launcher');
      await see('.sheet');
      const box = await boxOf(await frame.$(selector));
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
      await see('.outline');
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
      await see('form');
    },
    async write(content) {
      await (await see('textarea')).type(content);
      await click('.primary');
    },
    async distance(pin, element, x = 1, y = 0) {
      await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const tip = await boxOf(await see(pin));
      const box = await boxOf(await frame.$(element));
      const width = Number(await frame.evaluate('document.documentElement.clientWidth'));
      const across = Math.min(box.x + box.width * x, width - tip.width);
      return Math.hypot(tip.x - across, tip.y + tip.height - Math.max(box.y + box.height * y, tip.height));
    },
  };
}
