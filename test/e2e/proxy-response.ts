import type { Page } from 'puppeteer-core';

/** From now on whatever the page posts is answered as a proxy does whose service is down: 502, with a page of its own. */
export async function answerLikeProxy(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() !== 'POST') return void request.continue();
    const body = '<html><body><h1>502 Bad Gateway</h1></body></html>';
    request.respond({ status: 502, contentType: 'text/html', body });
  });
}
