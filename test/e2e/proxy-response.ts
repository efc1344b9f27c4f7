import type { Page } from 'puppeteer-core';

/**
 * Responds to all further POST requests of the page like a proxy whose service is down: 502 with an
 * HTML page.
 */
export async function respondLikeProxy(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() !== 'POST') return void request.continue();
    const body = '<html><body><h1>502 Bad Gateway</h1></body></html>';
    request.respond({ status: 502, contentType: 'text/html', body });
  });
}
