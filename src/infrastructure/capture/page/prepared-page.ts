import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core';
import { type FilteringProxy, type ProxyOptions, startFilteringProxy } from '../proxy/filtering-proxy.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import { type IsolatedWorld, prepareIsolatedWorld } from './isolated-world.ts';
import { logPage, type PageLog } from './page-log.ts';

/** Empty page in a separate browser context with a separate proxy, ready for a capture. */
export interface PreparedPage {
  page: Page;
  session: CDPSession;
  /** Opens the isolated world of the current document. */
  openIsolatedWorld(): Promise<IsolatedWorld>;
  proxy: FilteringProxy;
  log: PageLog;
  /** Closes the page and everything it opened. Rejects if the browser does not respond. */
  close(): Promise<void>;
}

/** Opens a page with all features disabled that a capture does not need. */
export async function preparePage(
  browser: Browser,
  options: { scripts: CaptureScripts; proxy: ProxyOptions },
): Promise<PreparedPage> {
  const proxy = await startFilteringProxy(options.proxy);
  let context: BrowserContext | undefined;
  try {
    context = await browser.createBrowserContext({
      proxyServer: proxy.url,
      proxyBypassList: ['<-loopback>'],
      downloadBehavior: { policy: 'deny' },
    });
    const page = await context.newPage();
    const session = await page.createCDPSession();
    const log = logPage(page, proxy);
    // An open dialog blocks the page and its capture.
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    closeOthers(context, page);
    const [openIsolatedWorld] = await Promise.all([
      prepareIsolatedWorld(session, options.scripts.page),
      page.evaluateOnNewDocument(options.scripts.prepare),
      page.setBypassServiceWorker(true),
      page.emulateMediaFeatures([
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: 'light' },
      ]),
      page.emulateTimezone('UTC'),
      session.send('Emulation.setLocaleOverride', { locale: 'en-US' }),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Browser.grantPermissions', { permissions: [], browserContextId: context.id }),
    ]);
    return { page, session, openIsolatedWorld, proxy, log, close: () => closeAll(context, proxy) };
  } catch (error) {
    await closeAll(context, proxy).catch(() => undefined);
    throw error;
  }
}

function closeOthers(context: BrowserContext, page: Page): void {
  context.on('targetcreated', (target) => {
    if (target.type() !== 'page') return;
    target
      .page()
      .then((other) => (other && other !== page ? other.close() : undefined))
      .catch(() => undefined);
  });
}

async function closeAll(context: BrowserContext | undefined, proxy: FilteringProxy): Promise<void> {
  proxy.close();
  await context?.close();
}
