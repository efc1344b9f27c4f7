import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { BODY, configured, introAnnotation, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

/** Intercepts requests of a page; those without a result continue. */
async function intercept({ page }: OverlayPage, respond: (request: HTTPRequest) => string | null | undefined) {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const body = respond(request);
    if (body === null) request.abort();
    else if (body === undefined) request.continue();
    else request.respond({ contentType: 'text/javascript', body });
  });
}

describe('content security policies', () => {
  const nonce = (attributes: string) =>
    `<script src="/overlay.js" nonce="n0nce" data-svc-config='${bench.options}' ${attributes}></script>`;

  test.each([
    ['a nonce', '/nonce', () => nonce('defer')],
    ["a nonce and 'strict-dynamic'", '/strict-dynamic', () => nonce('defer')],
    ['the origin of the script', '/strict', () => nonce('async')],
  ])('that allow %s allow the chunks too', async (_name, path, script) => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(script(), BODY, path);
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
    await overlay.choose('h1');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});

describe('chunks', () => {
  test('share one file, and leave no global', async () => {
    const drawing = [...bench.bundle].filter(([, text]) => text.includes('pin cluster')).map(([name]) => name);
    expect(drawing).toEqual([expect.stringMatching(/^overlay\/shared-/)]);
    const overlay = await bench.show(`<script>window.before = Object.keys(window)</script>${configured(bench)}`);
    await overlay.choose('h1');
    const added = 'Object.keys(window).filter((name) => !before.includes(name))';
    expect(await overlay.page.evaluate(added)).toEqual(['before', 'SvcConfig']);
  });

  test.each(['ui', 'shared', 'app', 'quotes', 'en-ui'])(
    'that cannot be loaded for a click are reported: %s',
    async (chunk) => {
      const overlay = await bench.show(configured(bench));
      let isDown = true;
      await intercept(overlay, (request) => (isDown && request.url().includes(`/${chunk}-`) ? null : undefined));
      await overlay.click('.launcher');
      expect(await overlay.text('.toast')).toContain('Loading failed');
      await overlay.see('.launcher[aria-busy="false"]');
      isDown = false;
      await overlay.click('.launcher');
      await overlay.see('.sheet');
    },
  );

  test('that cannot be loaded for a pin are reported, and requested again', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configured(bench));
    await overlay.see('.pin');
    let isDown = true;
    await intercept(overlay, (request) => (isDown && /\/overlay\/ui-/.test(request.url()) ? null : undefined));
    await overlay.click('.pin');
    expect(await overlay.text('.toast')).toContain('Loading failed');
    isDown = false;
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
  });
});

describe('a script of an older build, whose chunks are gone', () => {
  /**
   * Opens a page with a script of another build, which the cache serves until it is requested past
   * the cache.
   */
  const showOld = async (isUpdated: boolean) => {
    const entry = bench.bundle.get('overlay.js') ?? '';
    const [hash = ''] = /(?<=overlay\/ui-)[0-9a-f]{8}/.exec([...bench.bundle.keys()].join()) ?? [];
    expect(hash).not.toBe('');
    const overlay = await bench.show('');
    await intercept(overlay, (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const isOld = pathname === '/overlay.js' && !(isUpdated && searchParams.has('after'));
      return isOld ? entry.replaceAll(hash, 'OLDBUILD') : undefined;
    });
    await overlay.page.addScriptTag({ url: `${bench.site}/overlay.js` });
    await overlay.page.evaluate(`
      window.events = [];
      window.overlay = new SvcConfig.Overlay(${bench.options});
      for (const type of ['ready', 'created', 'unavailable']) overlay.on(type, () => events.push(type));
      overlay.init();
    `);
    return overlay;
  };

  test('hands over to the newer build, which opens the requested panel', async () => {
    const overlay = await showOld(true);
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await overlay.page.click('h1');
    await overlay.write('By the newer build');
    await overlay.see('.pin');
    expect(bench.double.created).toHaveLength(1);
    expect(await overlay.page.evaluate('events')).toEqual(['ready', 'ready', 'created']);
    expect(await overlay.page.$$eval('svc-overlay', (hosts) => hosts.length)).toBe(1);
    await overlay.page.evaluate('overlay.destroy()');
    expect(await overlay.page.$('svc-overlay')).toBeNull();
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('reports that it is unavailable when there is no newer build', async () => {
    const overlay = await showOld(false);
    await overlay.click('.launcher');
    expect(await overlay.text('.toast')).toContain('Loading failed');
    await expect.poll(() => overlay.page.evaluate('events')).toEqual(['ready', 'unavailable']);
    await overlay.see('.launcher');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});
