import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { bundleOverlay } from '../../support/client-bundle.ts';
import { annotation, type FeedbackDouble, startFeedbackDouble, startSite } from './feedback-double.ts';
import { type OverlayPage, openPage } from './overlay-page.ts';

/** Fixtures of the overlay tests: a browser and a site per file, a fake service per test. */
export interface OverlayHost {
  readonly double: FeedbackDouble;
  /** Files of the script by name. */
  readonly bundle: ReadonlyMap<string, string>;
  /** URL of the site without a trailing slash. */
  readonly site: string;
  /** A valid configuration as JSON. */
  readonly options: string;
  /** Opens a page with this head and body. `/strict` and `/nonce` have strict policies. */
  show(head: string, body?: string, path?: string): Promise<OverlayPage>;
  /** Opens a document whose type follows from the end of its path: `.xhtml`, `.svg`, `.xml`. */
  showXml(content: string, path?: string): Promise<OverlayPage>;
}

/** Script element of the overlay. */
export const SCRIPT = '<script src="/overlay.js" defer></script>';
export const BODY = `<h1>Fresh bread</h1><p class="intro">Baked every morning</p>
  <div id="cards"><article><button>Order rye</button></article><article><button>Order spelt</button></article></div>`;
/** Expression of the overlay's shadow root, for `page.evaluate`. */
export const ROOT = "document.querySelector('svc-overlay').shadowRoot";

/** Registers hooks that start and stop the fixtures. */
export function useOverlayHost(): OverlayHost {
  const pages = new Map<string, string>();
  let browser: Browser;
  let site: Awaited<ReturnType<typeof startSite>>;
  let double: FeedbackDouble;
  let bundle: Map<string, string>;
  beforeAll(async () => {
    bundle = await bundleOverlay();
    for (const [name, text] of bundle) pages.set(`/${name}`, text);
    [browser, site] = await Promise.all([launchBrowser(), startSite(pages)]);
  });
  afterAll(() => Promise.all([browser?.close(), site?.close()]));
  beforeEach(async () => {
    double = await startFeedbackDouble();
  });
  afterEach(async () => {
    for (const page of await browser.pages()) await page.close();
    await double.close();
  });
  return {
    get double() {
      return double;
    },
    get bundle() {
      return bundle;
    },
    get site() {
      return site.url;
    },
    get options() {
      return JSON.stringify({ apiUrl: `${double.url}/`, projectId: 'project-1', apiKey: 'pk_secret' });
    },
    showXml(content, path = '/page.xhtml') {
      pages.set(path, content);
      return openPage(browser, `${site.url}${path}`);
    },
    show(head, body = BODY, path = '/') {
      pages.set(
        path.replace(/#.*/, ''),
        `<!doctype html><html><head><title>Bakery</title>${head}</head><body>${body}</body></html>`,
      );
      return openPage(browser, `${site.url}${path}`);
    },
  };
}

/** Returns a head that configures the overlay by the global object. */
export function configured({ options }: OverlayHost): string {
  return `<script>window.SvcConfig = ${options}</script>${SCRIPT}`;
}

/** Returns the same head with further options. */
export function configuredWith({ options }: OverlayHost, more: Record<string, unknown>): string {
  return `<script>window.SvcConfig = ${JSON.stringify({ ...JSON.parse(options), ...more })}</script>${SCRIPT}`;
}

/** Returns the same head on the device that wrote all comments of the service. */
export function configuredAsAuthor({ options, double }: OverlayHost): string {
  const threads = Object.fromEntries(double.annotations.map(({ id }) => [id, [`pbv_${String(id)}`, '']]));
  const state = JSON.stringify({ threads: { [`${double.url} project-1`]: threads } });
  return `<script>localStorage.setItem('svc-overlay', ${JSON.stringify(state)}); window.SvcConfig = ${options}</script>${SCRIPT}`;
}

/** Creates an annotation on the paragraph of {@link BODY}. */
export function introAnnotation(fields = {}): Record<string, unknown> {
  return annotation({ domFingerprint: { selector: '.intro', xpath: '', text: 'Baked every morning' }, ...fields });
}

/** Returns the console lines without Chromium's own lines about failed requests. */
export function ownConsoleLines(overlay: OverlayPage): string[] {
  return overlay.consoleLines.filter((line) => !line.startsWith('Failed to load resource'));
}
