import type { Browser, CDPSession, Frame, Page } from 'puppeteer-core';
import type { ExpectStatic } from 'vitest';
import { type OverlayPage, overlayIn } from '../../clients/support/overlay-page.ts';
import type { Host } from './host.ts';
import { type HostSite, startHost } from './site.ts';

/** A visit of a host. */
interface Visit {
  readonly page: Page;
  /** The page, or its frame that contains the host. */
  readonly frame: Frame | Page;
  /** All console lines and uncaught errors. */
  readonly lines: string[];
  readonly overlay: OverlayPage;
  /** Belongs to the test: several run at the same time. */
  readonly expect: ExpectStatic;
}

/** State of a page when all is done. */
interface Remains {
  readonly globals: string[];
  readonly elements: string[];
  readonly functions: string[];
  readonly pressed: number;
  readonly lines: string[];
}

const TEXT = 'Which grain is it, please?';
const REPLY = 'Rye or spelt?';
const LETTERS = 'a b d';

/**
 * Acts as a visitor on a host: comments, replies, uses the page, and ends the overlay. The same
 * acts on the page without the overlay show what it would have been.
 */
export async function visit(browser: Browser, host: Host, expect: ExpectStatic): Promise<void> {
  const site = await startHost(host);
  try {
    const expected = await inContext(browser, (page) => actWithout(page, host, site, expect));
    const found = await inContext(browser, (page) => actWith(page, host, site, expect));
    expect(found).toEqual({ ...expected, globals: [...expected.globals, 'SvcConfig'].sort() });
  } finally {
    await site.close();
  }
}

/** Opens a page with storage of its own. */
async function inContext<T>(browser: Browser, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    return await act(await context.newPage());
  } finally {
    await context.close();
  }
}

async function actWithout(page: Page, host: Host, { plainUrl }: HostSite, expect: ExpectStatic): Promise<Remains> {
  const visited = await open(page, host, plainUrl, expect);
  await typeInPage(visited, host, LETTERS);
  await changePage(visited, host);
  await typeInPage(visited, host, LETTERS + LETTERS);
  return remainsOf(visited);
}

async function actWith(page: Page, host: Host, site: HostSite, expect: ExpectStatic): Promise<Remains> {
  const { url, double, collected } = site;
  const visited = await open(page, host, url, expect);
  const { overlay, frame } = visited;
  const target = selectorOf(host, 'target');
  await overlay.see('.launcher');
  expect(await frame.evaluate(IS_BUTTON_ON_TOP), 'the button is not covered').toBe(true);
  await typeInPage(visited, host, LETTERS);

  await overlay.choose(target, 0.2, 0.5);
  await overlay.write(TEXT);
  await overlay.see('.pin:not([hidden])');
  expect(double.created).toMatchObject([{ body: { content: TEXT, url: frame.url() } }]);
  const picture = expect.stringMatching(/^data:image\/(webp|png|jpeg);base64,.{200}/);
  expect(double.created[0]?.body.metadata).toMatchObject({ diagnostics: { picture } });
  await expectAtTarget(visited, target);

  await overlay.click('.pin:not([hidden])');
  await (await overlay.see('.reply textarea')).type(REPLY);
  await overlay.click('.reply .primary');
  await expect.poll(() => double.calls).toMatchObject([{ method: 'POST', body: { content: REPLY } }]);
  await overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === 2`);
  await overlay.click('.dialog .close');
  await overlay.unsee('.dialog');

  await changePage(visited, host);
  await expectAtTarget(visited, target);
  await typeInPage(visited, host, LETTERS + LETTERS);
  await expect.poll(() => collected.join(), { message: 'the embed script collects' }).toContain('page_view');

  const listed = double.listed.length;
  await frame.evaluate('SvcConfig.overlay.destroy()');
  await pressShortcut(visited);
  expect(await listenersOf(visited, /\/(overlay|app|ui|shared|threads|composer|visitor)[^/]*\.js$/)).toEqual([]);
  await expect.poll(() => double.streams()).toEqual([]);
  expect(double.listed).toHaveLength(listed);
  return remainsOf(visited);
}

async function open(page: Page, host: Host, url: string, expect: ExpectStatic): Promise<Visit> {
  // Chunks load on use, which takes its time on a busy machine.
  page.setDefaultTimeout(60_000);
  const lines: string[] = [];
  page.on('console', (message) => {
    // Marks of profilers: Firefox reports those of React, which depend on time.
    if (`${message.type()}` !== 'timeStamp') lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  await page.setViewport({ width: 1000, height: 700 });
  await page.goto(url, { waitUntil: 'load' });
  const frame = host.frame ? await (await page.waitForSelector(host.frame))?.contentFrame() : page;
  if (!frame) throw new Error('The frame does not exist');
  await host.prepare?.(page);
  await frame.waitForSelector(selectorOf(host, 'field'), { visible: true });
  return { page, frame, lines, expect, overlay: overlayIn(page, frame, lines) };
}

/** LWC appends a number to ids. */
const selectorOf = ({ within = '' }: Host, id: string) => `${within}[id|=${id}]`;

/** Types in the page's field, whose framework shows the text. */
async function typeInPage({ page, frame, expect }: Visit, host: Host, expected: string): Promise<void> {
  const field = await frame.waitForSelector(selectorOf(host, 'field'));
  await field?.click();
  await page.keyboard.press('End');
  await page.keyboard.type(LETTERS);
  const typed = async () =>
    (await frame.waitForSelector(selectorOf(host, 'typed')))?.evaluate((element) => element.textContent?.trim());
  await expect.poll(typed, { message: 'the text of the page’s field' }).toBe(expected);
}

/** Lets the page render again, with something new above the target. */
async function changePage({ frame }: Visit, host: Host): Promise<void> {
  await (await frame.waitForSelector(selectorOf(host, 'change')))?.click();
  await frame.waitForSelector(selectorOf(host, 'news'), { visible: true });
}

async function expectAtTarget({ overlay, expect }: Visit, target: string): Promise<void> {
  const distance = () => overlay.distance('.pin:not([hidden])', target).catch(() => Infinity);
  await expect.poll(distance, { message: 'the pin is at its element' }).toBeLessThan(3);
}

/** Presses the shortcut of the overlay outside of fields. */
async function pressShortcut({ page, frame }: Visit): Promise<void> {
  await frame.evaluate('document.activeElement?.blur()');
  await page.keyboard.press('c');
}

/**
 * Returns the types of listeners of window and document whose code is in one of these scripts.
 * Chromium alone tells.
 */
async function listenersOf({ page, frame }: Visit, scripts: RegExp): Promise<string[]> {
  if (frame !== page || !/Chrome/.test(await page.browser().version())) return [];
  const session = await page.createCDPSession();
  const own = new Set<string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
    if (scripts.test(url)) own.add(scriptId);
  });
  await session.send('Debugger.enable');
  const found = await Promise.all(['window', 'document'].map((name) => listenersOn(session, name)));
  return found.flat().flatMap(({ type, scriptId }) => (own.has(scriptId) ? [type] : []));
}

async function listenersOn(session: CDPSession, expression: string) {
  const { result } = await session.send('Runtime.evaluate', { expression });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
  return listeners;
}

async function remainsOf({ frame, lines }: Visit): Promise<Remains> {
  return { ...((await frame.evaluate(REMAINS)) as Omit<Remains, 'lines'>), lines };
}

const ROOT = "document.querySelector('svc-overlay').shadowRoot";
const IS_BUTTON_ON_TOP = `(() => {
  const { left, top, width, height } = ${ROOT}.querySelector('.launcher').getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const isInWindow = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
  return isInWindow && document.elementFromPoint(x, y) === document.querySelector('svc-overlay');
})()`;
/**
 * Digits in names of globals are random; some names are puppeteer's or zone.js's. The script
 * elements stay.
 */
const REMAINS = `(() => {
  const own = (element) => element.matches('script[src*="overlay"], script[src*="embed"]');
  const nameOf = (element) => element.outerHTML.replace(/>[^]*/, '>');
  const children = [document.head, document.body].flatMap((parent) => Array.from(parent.children));
  const elements = [document.documentElement, document.body, ...document.documentElement.children, ...children];
  return {
    globals: Object.getOwnPropertyNames(window)
      .filter((name) => !/ariaQuerySelector|__zone_symbol__/.test(name)).map((name) => name.replace(/\\d+/g, '0')).sort(),
    elements: elements.filter((element) => !own(element))
      .map((element) => nameOf(element).replaceAll('/without/', '/with/')).sort(),
    functions: [fetch, console.log, console.error, history.pushState, XMLHttpRequest.prototype.open].map(String),
    pressed: (window.pressed ?? []).filter((key) => key !== 'c').length,
  };
})()`;
