import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import { type OverlayPage, openPage } from '../../clients/support/overlay-page.ts';

/** Website with the overlay. */
export interface Site {
  readonly url: string;
  /** Content security policy of its pages. */
  policy?: string;
  /** Opens its page with an example as its head. */
  show(head: string): Promise<OverlayPage>;
  close(): Promise<void>;
}

/** @param scripts the overlay's files by name */
export async function startSite(browser: Browser, scripts: ReadonlyMap<string, string>): Promise<Site> {
  let html = '';
  const server = createServer((request, response) => {
    const script = scripts.get((request.url ?? '').replace(/^\/|\?.*$/g, ''));
    if (site.policy && script === undefined) response.setHeader('content-security-policy', site.policy);
    response.setHeader('content-type', script !== undefined ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(script ?? html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    show(head) {
      html = `<!doctype html><title>Shop</title>${head}<h1>Shop</h1><output id="total">12 €</output>`;
      return openPage(browser, `${site.url}/cart`);
    },
    close: () => new Promise((closed) => server.close(() => closed()).closeAllConnections()),
  };
  return site;
}
