import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BODY, configured, SCRIPT, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();
const SAID = 'Comments cannot be stored here';
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

test('the snippet of a project starts the overlay on a page that is XML', async () => {
  const snippet = `<script src="/overlay.js" data-svc-config='${bench.options}' defer="defer"></script>`;
  const overlay = await bench.showXml(`<head><title>Bakery</title>${snippet}</head><body>${BODY}</body>`);
  expect(await overlay.page.evaluate('document.contentType')).toBe('application/xhtml+xml');
  await overlay.choose('h1');
  await overlay.write('The heading is too small');
  await overlay.see('.pin');
  expect(bench.double.created).toHaveLength(1);
  expect(overlay.consoleLines).toEqual([]);
});
