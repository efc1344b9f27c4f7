import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { BODY, configured, ownConsoleLines, SCRIPT, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();
const SAID = 'Comments cannot be saved here';
const LIMIT = 2_048;

/** Opens a page at an address of its path, which the service's double stores. */
async function at(path: string) {
  const overlay = await bench.show(configured(bench), BODY, '/');
  // Another fragment alone would load nothing.
  await overlay.page.goto('about:blank');
  await overlay.page.goto(`${bench.site}${path}`);
  await overlay.see('.launcher');
  return overlay;
}
const urls = () => bench.double.created.map(({ body }) => String(body.url));

describe('a page whose state is in an address that is too long to store', () => {
  test.each([2_100, 4_000, 9_000])('of %i characters has its comments at the address without that', async (length) => {
    const path = `/?tab=sales&state=${'(a:b,c)'.repeat(length / 7)}&page=2`;
    const overlay = await at(path);
    await overlay.choose('h1');
    await overlay.write('The heading is too small');
    await overlay.see('.pin');
    expect(urls()).toEqual([`${bench.site}/?tab=sales&page=2`]);
    expect(bench.double.listed).toContain(urls()[0]);
    await overlay.page.reload();
    await overlay.see('.pin');
    expect(overlay.consoleLines).toEqual([]);
  });

  test('loses a fragment before parameters, and keeps a route', async () => {
    const overlay = await at(`/?page=2#${'x'.repeat(LIMIT)}`);
    await overlay.choose('h1');
    await overlay.write('One');
    await overlay.see('.pin');
    expect(urls()).toEqual([`${bench.site}/?page=2`]);
    const routed = await at(`/#/chart?from=${'9'.repeat(LIMIT)}&to=2`);
    await routed.choose('h1');
    await routed.write('Two');
    await routed.see('.pin:not([hidden])');
    expect(urls()[1]).toBe(`${bench.site}/#/chart?to=2`);
  });

  test.each([
    [`/#access_token=${'x'.repeat(LIMIT)}`, '/'],
    [`/?a=1#:~:text=${'x'.repeat(LIMIT)}`, '/?a=1'],
    [`/?a=1;b=2&c=${'x'.repeat(LIMIT)}&d=3#top`, '/?a=1;b=2&d=3'],
    [`/?${'x'.repeat(LIMIT)}&d=3`, '/?d=3'],
    [`/?q=${'%D0%B6'.repeat(400)}&d=3`, '/?d=3'],
    [`/?a=${'x'.repeat(1_100)}&b=${'y'.repeat(1_200)}&c=3#/route?d=4`, `/?a=${'x'.repeat(1_100)}&c=3#/route?d=4`],
    [`/?a=1#!/list?ids=${'1,'.repeat(1_100)}&d=4`, '/?a=1#!/list?d=4'],
  ])('loses its longest parameters alone: $1', async (path, kept) => {
    const overlay = await at(path);
    await overlay.choose('h1');
    await overlay.write('One');
    await overlay.see('.pin');
    expect(urls()).toEqual([bench.site + kept]);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('an address of exactly the limit is stored as it is', async () => {
    const path = '/?a=';
    const overlay = await at(path + 'b'.repeat(LIMIT - bench.site.length - path.length));
    await overlay.choose('h1');
    await overlay.write('One');
    await overlay.see('.pin');
    expect(urls()[0]).toHaveLength(LIMIT);
  });
});

describe('before anything is written, visitors read that nothing can be stored', () => {
  test('where the path alone is too long', async () => {
    const overlay = await at(`/#/${'x'.repeat(LIMIT)}`);
    const asked = bench.double.listed.length;
    await overlay.click('.launcher');
    await expect.poll(() => overlay.text('.toast')).toContain(SAID);
    expect(await overlay.page.$('svc-overlay >>> .sheet')).toBeNull();
    expect(bench.double.listed.slice(asked)).toEqual([]);
  });

  test('on a page of a file', async () => {
    const file = join(tmpdir(), 'pinbound-file-page.html');
    const script = SCRIPT.replace('src="', `src="${bench.site}`);
    await writeFile(file, `<!doctype html><title>File</title>${configured(bench).replace(SCRIPT, script)}${BODY}`);
    const overlay = await bench.show(configured(bench), BODY);
    await overlay.page.goto(pathToFileURL(file).href);
    await overlay.click('.launcher');
    await expect.poll(() => overlay.text('.toast')).toContain(SAID);
    expect(await overlay.page.$('svc-overlay >>> .sheet')).toBeNull();
  });
});

/** Ways to open a page that no server sent, in a frame. */
const UNSENT: Record<string, string> = {
  'in the attribute of a frame': 'frame.srcdoc = html',
  'in the attribute of a frame with a sandbox': "frame.sandbox = 'allow-scripts'; frame.srcdoc = html",
  'in a blob': "frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))",
  'in a data URL': "frame.src = 'data:text/html,' + encodeURIComponent(html)",
  'written by a script': 'queueMicrotask(() => { frame.contentDocument.write(html); frame.contentDocument.close() })',
};
test.each(Object.entries(UNSENT))('a page %s says that nothing can be stored, or stores it', async (_how, code) => {
  const script = SCRIPT.replace('src="', `src="${bench.site}`);
  const html = `<!doctype html><title>Inner</title>${configured(bench).replace(SCRIPT, script)}${BODY}`;
  const overlay = await bench.show(
    '',
    `<script>const html = ${JSON.stringify(html).replaceAll('</', '<\\/')};
     const frame = document.createElement('iframe'); frame.width = 900; frame.height = 600; ${code}; document.body.append(frame)</script>`,
  );
  const inner = (await (await overlay.page.waitForSelector('iframe'))?.contentFrame()) as Frame;
  await (await inner.waitForSelector('svc-overlay >>> .launcher', { visible: true }))?.click();
  const isSent = /^http/.test(String(await inner.evaluate('location.href')));
  const seen = await inner.waitForSelector(`svc-overlay >>> ${isSent ? '.sheet' : '.toast'}`, { visible: true });
  if (!isSent) expect(await seen?.evaluate(({ textContent }) => textContent)).toContain(SAID);
  expect(ownConsoleLines(overlay).filter((line) => !line.includes('can escape its sandboxing'))).toEqual([]);
});

/** Documents that show no elements of HTML. */
const OTHER_XML: Record<string, string> = {
  'a drawing': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>
    <script>window.SvcConfig = OPTIONS</script><script href="/overlay.js"/></svg>`,
  'a feed with a script': `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
    <script xmlns="http://www.w3.org/1999/xhtml">window.SvcConfig = OPTIONS</script>
    <script xmlns="http://www.w3.org/1999/xhtml" src="/overlay.js"></script></feed>`,
};
test.each(Object.entries(OTHER_XML))('%s with the script runs without errors', async (kind, xml) => {
  const path = kind === 'a drawing' ? '/page.svg' : '/page.xml';
  const overlay = await bench.showXml(xml.replace('OPTIONS', bench.options), path);
  await overlay.page.evaluate('new Promise((done) => setTimeout(done, 500))');
  expect(ownConsoleLines(overlay)).toEqual([]);
});

test.each([
  ['/page.xhtml', 'application/xhtml+xml'],
  ['/page.xml', 'text/xml'],
])('the snippet of a project starts the overlay on the page %s, which is XML', async (path, type) => {
  const snippet = `<script src="/overlay.js" data-svc-config='${bench.options}' defer="defer"></script>`;
  const overlay = await bench.showXml(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Bakery</title>${snippet}</head><body>${BODY}</body></html>`,
    path,
  );
  expect(await overlay.page.evaluate('document.contentType')).toBe(type);
  await overlay.choose('h1');
  await overlay.write('The heading is too small');
  await overlay.see('.pin');
  expect(bench.double.created).toHaveLength(1);
  expect(overlay.consoleLines).toEqual([]);
});
