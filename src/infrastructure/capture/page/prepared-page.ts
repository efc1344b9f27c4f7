import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core';
import { type FilteringProxy, type ProxyOptions, startFilteringProxy } from '../proxy/filtering-proxy.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import { type OwnWorld, prepareOwnWorld } from './isolated-world.ts';
import { logPage, type PageLog } from './page-log.ts';

/** An empty page that belongs to nobody yet: a context of its own, with a way out of its own. */
export interface PreparedPage {
  page: Page;
  session: CDPSession;
  /** Opens our world in the document that the page shows now. */
  openOwnWorld(): Promise<OwnWorld>;
  proxy: FilteringProxy;
  log: PageLog;
  /** Ends it with all it has opened. Rejects when the browser does not obey. */
  close(): Promise<void>;
}

/** Opens one, with everything shut that a picture has no use for. */
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
    // Unanswered, a dialog stops the page, and with it the picture.
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    closeOthers(context, page);
    const [openOwnWorld] = await Promise.all([
      prepareOwnWorld(session, options.scripts.page),
      page.evaluateOnNewDocument(options.scripts.deny),
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
    return { page, session, openOwnWorld, proxy, log, close: () => closeAll(context, proxy) };
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
