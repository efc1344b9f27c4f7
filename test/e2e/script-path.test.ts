// Costs 6 s: a service with its demo, and a browser.
import { expect, test } from 'vitest';
import { openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { startTestApp } from '../support/test-app.ts';

test('the demo takes a comment where an ad blocker stops the usual paths of the scripts', async () => {
  const app = await startTestApp({ demo: true, env: { SCRIPT_PATH: '/tools/desk' } });
  const browser = await launchBrowser();
  const blocked: string[] = [];
  const page = {
    async newPage() {
      const opened = await browser.newPage();
      await opened.setRequestInterception(true);
      opened.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (!/^\/(overlay(\.js|\/)|embed\.min\.js)/.test(pathname)) return request.continue();
        blocked.push(pathname);
        return request.abort('blockedbyclient');
      });
      return opened;
    },
  };
  const overlay = await openPage(page, `${app.url}/demo`);
  await overlay.choose('main h1');
  await overlay.write('Behind a blocker');
  await overlay.see('.pin');
  expect(blocked).toEqual([]);
  for (const path of ['/overlay.js', '/tools/desk/overlay.js', '/tools/desk/embed.min.js']) {
    expect((await fetch(app.url + path)).status).toBe(200);
  }
  await browser.close();
  await app.close();
});
