// A document that never ends shows the overlay after five seconds.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleClient } from '../../support/client-bundle.ts';
import { ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';
import { type OverlayPage, overlayIn } from '../support/overlay-page.ts';

const bench = useOverlayHost();
const TARGET = '<h1>Fresh bread</h1>';
/** Bodies of pages, and whether their document ends. */
const PAGES: Record<string, [body: string, ends: boolean]> = {
  'an image that never ends': [`${TARGET}<img src="/never.png" alt="">`, true],
  'a frame that never ends': [`${TARGET}<iframe src="/never.html"></iframe>`, true],
  'an asynchronous script that never ends': [`${TARGET}<script async src="/never.js"></script>`, true],
  'a blocking script that never ends': [`${TARGET}<script src="/never.js"></script>`, true],
  'a style sheet in the body that never ends': [`${TARGET}<link rel="stylesheet" href="/never.css">`, true],
  'a document that streams forever': [TARGET, false],
};
const NAMES = Object.keys(PAGES);

let server: Server;
let site: string;
let embed: string;
/** Script elements of the page. */
let snippet: string;
/** Bodies that the embed script sends. */
let collected: string[];
beforeAll(async () => {
  embed = await bundleClient('embed/main.ts');
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const script = pathname === '/embed.js' ? embed.replace('{{API_URL}}', site) : bench.bundle.get(pathname.slice(1));
    const [body, ends] = PAGES[decodeURIComponent(pathname.slice(1))] ?? [];
    if (script) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (/^\/(v1|svc)\//.test(pathname)) {
      request.on('data', (part) => collected.push(String(part)));
      request.on('end', () => response.writeHead(202, { 'content-type': 'application/json' }).end('{}'));
    } else if (body) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.write(`<!doctype html><html><head><title>Bakery</title>${snippet}</head><body>${body}`);
      if (ends) response.end('<p>Baked every morning</p></body></html>');
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

async function open(name: string): Promise<OverlayPage> {
  collected = [];
  snippet = `<script src="/overlay.js" data-svc-config='${bench.options}' async="async"></script>
    <script src="/embed.js" data-project-key="project-1" async="async"></script>`;
  const { page } = await bench.show('');
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  await page.goto('about:blank');
  // Navigations of such pages end in a timeout.
  page.goto(`${site}/${encodeURIComponent(name)}`).catch(() => undefined);
  return overlayIn(page, page, lines);
}

test.each(NAMES)('%s: the page is commented on and collected, and the overlay ends', async (name) => {
  const overlay = await open(name);
  await overlay.see('.launcher');
  expect(await overlay.page.evaluate('document.readyState')).not.toBe('complete');
  await overlay.choose('h1');
  await overlay.write('Which grain?');
  await overlay.see('.pin');
  expect(bench.double.annotations).toMatchObject([{ content: 'Which grain?' }]);
  await expect.poll(() => collected.join()).toContain('page_view');
  await overlay.page.evaluate('SvcConfig.overlay.destroy()');
  expect(await overlay.page.$('svc-overlay')).toBeNull();
  expect(ownConsoleLines(overlay)).toEqual([]);
});
