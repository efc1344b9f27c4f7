import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAudits } from 'graphql-http';
import { describe, expect, test, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts';
import { startTestApp } from '../../support/test-app.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp({ demo: true });

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

test('GraphQL over HTTP: all 61 audits pass', async () => {
  const audits = serverAudits({ url: `${app.url}/graphql` });
  const results = await Promise.all(audits.map(({ fn }) => fn()));
  const failed = results.flatMap((result) =>
    result.status === 'ok' ? [] : [`${result.status} ${result.id} ${result.name}: ${result.reason}`],
  );
  expect(failed).toEqual([]);
  expect(results).toHaveLength(61);
});

describe('pages', () => {
  const pages: [path: string, contains: string[]][] = [
    ['/', ['/docs', '/graphql', '/openapi.json', '/demo']],
    ['/demo', ['overlay.js']],
    ['/docs', ['/openapi.json', '/docs/swagger-ui-bundle.js']],
    ['/graphql', ['GraphiQL']],
  ];

  test.each(pages)('serves %s without other hosts', async (path, contains) => {
    const page = await get(path, { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await page.text();
    // The page of GraphiQL is megabytes long: matches, not the text, go into messages.
    expect(contains.filter((text) => !html.includes(text))).toEqual([]);
    expect(html.match(/\{\{[A-Z_]+\}\}|@import|unpkg|jsdelivr|cdnjs|esm\.sh/g)).toBeNull();
    const markup = html.replace(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/g, '$1$2');
    const loaded = [...markup.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\s(?:src|href)="([^"]+)"/g)];
    for (const [, reference = ''] of loaded.filter(([, reference]) => !reference?.startsWith('data:'))) {
      const url = new URL(reference, app.url + path);
      expect(url.origin).toBe(app.url);
      expect([reference, (await fetch(url)).status]).toEqual([reference, 200]);
    }
  });

  test('the GraphiQL page has one title and is not cached', async () => {
    const { headers } = await get('/graphql', { accept: 'text/html' });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['/', '/demo', '/docs', '/graphql', '/app/reset-password'])(
    '%s is for no other site to read, frame or hold a handle of',
    async (path) => {
      const { headers } = await get(path, { accept: 'text/html', origin: 'https://stranger.example' });
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test.each(['reset-password', 'accept-invitation', 'verify-email'])(
    'the address of mailed links, /%s, redirects to a screen',
    async (name) => {
      const { status, headers } = await fetch(`${app.url}/${name}`, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, `/app/${name}`]);
      // The browser keeps the fragment with the token.
      expect(headers.get('location')).not.toContain('#');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  test('a page is revalidated by its ETag and supports HEAD', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const head = await fetch(app.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  /** That a text is the same as it is and compressed, each under an ETag of its own. */
  async function expectCompressed(path: string): Promise<void> {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect([path, plain.status, plain.headers.get('content-encoding')]).toEqual([path, 200, null]);
    const text = await plain.text();
    const etags = new Set([plain.headers.get('etag')]);
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(path, { 'accept-encoding': encoding });
      expect([path, packed.headers.get('content-encoding')]).toEqual([path, encoding]);
      expect(packed.headers.get('vary')).toContain('accept-encoding');
      // Megabytes long, some: not the texts go into messages.
      expect([path, (await packed.text()) === text]).toEqual([path, true]);
      const etag = packed.headers.get('etag') ?? '';
      etags.add(etag);
      expect((await get(path, { 'accept-encoding': encoding, 'if-none-match': etag })).status).toBe(304);
    }
    expect(etags.size).toBe(3);
  }

  test('the scripts for third-party pages exist and are compressed if accepted', async () => {
    const chunks = (await readdir('dist/clients/overlay')).map((name) => `overlay/${name}`);
    expect(chunks.length).toBeGreaterThan(10);
    for (const name of ['overlay.js', 'embed.min.js', ...chunks]) await expectCompressed(`/${name}`);
  });

  test('the chunks of the overlay can be imported by every origin and are immutable', async () => {
    const [name] = await readdir('dist/clients/overlay');
    for (const directory of ['', 'retry-1/', 'retry-3/']) {
      const { status, headers } = await get(`/overlay/${directory}${name}`, { origin: 'https://shop.example' });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await get('/overlay/app-00000000.js')).status).toBe(404);
  });

  test.each([
    '/',
    '/demo',
    '/docs',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
    '/app/accept-invitation',
    '/openapi.json',
  ])('%s is compressed if accepted', expectCompressed);

  test('a picture is sent uncompressed', async () => {
    const { headers } = await get('/docs/favicon-32x32.png', { 'accept-encoding': 'br' });
    expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual(['image/png', null]);
  });

  test('the OpenAPI document is readable by every origin and revalidated each time', async () => {
    const { headers } = await get('/openapi.json', { origin: 'https://stranger.example' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', null],
    ['br;q=nonsense', null],
  ])('Accept-Encoding "%s" selects %s', async (accepted, encoding) => {
    const { headers } = await get('/overlay.js', { 'accept-encoding': accepted });
    expect(headers.get('content-encoding')).toBe(encoding);
  });
});

/** Answer of /readyz of a service whose browser has a version. */
async function withBrowser(directory: string, version: string) {
  const path = join(directory, version);
  await writeFile(path, `#!/bin/sh\necho ${version}`);
  await chmod(path, 0o755);
  const other = await startTestApp({ env: { CHROMIUM_PATH: path } });
  const answer = async () => {
    const response = await fetch(`${other.url}/readyz`);
    const { browser, warnings } = (await response.json()) as { browser: string; warnings?: string[] };
    return [response.status, browser, warnings];
  };
  await expect.poll(async () => (await answer())[1]).toContain(version);
  return answer().finally(other.close);
}

describe('health', () => {
  test('/healthz and /readyz return 200 when all is well', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    // The bundled browser may be old.
    const { warnings: _warnings, ...answer } = await (await get('/readyz')).json();
    expect(answer).toEqual({
      status: 'ok',
      checks: { database: 'ok', queue: 'ok' },
      browser: expect.stringMatching(/^starting$|Chrom/),
    });
  });

  test('/readyz warns about a browser that was released over eight weeks ago, and stays ready', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'pinbound-old-browser-'));
    const old = await withBrowser(directory, 'Chromium 147.0.7727.0');
    const current = await withBrowser(directory, 'Chromium 999.0.0.0');
    expect(old).toEqual([
      200,
      'Chromium 147.0.7727.0 (CHROMIUM_PATH)',
      [expect.stringMatching(/about 2026-04-07, over 8 weeks/)],
    ]);
    expect(current).toEqual([200, 'Chromium 999.0.0.0 (CHROMIUM_PATH)', undefined]);
    await rm(directory, { recursive: true });
  });

  const outages: [what: string, happens: (proxy: TcpProxy) => void][] = [
    ['refuses connections', (proxy) => proxy.cut()],
    ['does not respond', (proxy) => proxy.freeze()],
  ];
  test.each(outages)('/readyz is 503 when the database %s, and 200 again after', async (_what, happens) => {
    const database = await createTestDatabase();
    const proxy = await startTcpProxy(database.url);
    const behind = await startTestApp({ databaseUrl: proxy.url });
    const logged = vi.spyOn(behind.services.logger, 'error');
    happens(proxy);
    const response = await fetch(`${behind.url}/readyz`);
    expect(response.status).toBe(503);
    const checks = { database: 'unavailable', queue: 'unavailable' };
    expect(await response.json()).toMatchObject({ status: 'unavailable', checks, browser: expect.any(String) });
    for (const check of ['database', 'queue']) {
      const fields = { err: expect.any(Error), check };
      expect(logged).toHaveBeenCalledWith(fields, 'readiness check failed');
    }
    expect((await fetch(`${behind.url}/healthz`)).status).toBe(200);
    proxy.restore();
    const status = async () => (await fetch(`${behind.url}/readyz`)).status;
    await expect.poll(status).toBe(200);
    await behind.close();
    await proxy.close();
    await database.drop();
  });

  test('/readyz does not expose why there is no browser, and returns 200 without one', async () => {
    const without = await startTestApp({ env: { CHROMIUM_PATH: '/srv/private/chromium' } });
    const ready = async () => (await fetch(`${without.url}/readyz`)).json();
    await expect.poll(ready).toMatchObject({ status: 'ok', browser: 'unavailable' });
    await without.close();
  });

  test('/metrics is Prometheus text', async () => {
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
    const label = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\]|\\\\.)*"`;
    const line = new RegExp(
      `^(# HELP ${name} .*|# TYPE ${name} (counter|gauge|histogram|summary|untyped)|${name}(\\{(${label},?)*\\})? (NaN|[+-]?(Inf|[0-9.e+-]+)))$`,
    );
    const lines = (await response.text()).split('\n').filter((text) => text !== '');
    expect(lines.filter((text) => !line.test(text))).toEqual([]);
    for (const metric of ['pinbound_http_request_duration_seconds_count', 'pinbound_live_subscribers']) {
      expect(lines.some((text) => text.startsWith(metric))).toBe(true);
    }
  });
});

test('third parties cannot create metrics: unknown paths share a label', async () => {
  const made = Array.from({ length: 20 }, (_none, index) => `/made-up-${index}/x`);
  for (const path of made) expect((await get(path)).status).toBe(404);
  const text = await (await get('/metrics')).text();
  expect(text).toMatch(/http_request_duration_seconds_count\{route="other",method="GET",status="404"\} \d{2}/);
  expect(text).not.toContain('made-up');
});

test('third parties cannot create metrics with unknown methods', async () => {
  for (const method of ['PROPFIND', 'SEARCH', 'M-SEARCH', 'MKCOL'])
    expect((await fetch(`${app.url}/docs`, { method })).status).toBe(404);
  const text = await (await get('/metrics')).text();
  expect(text).toMatch(/http_request_duration_seconds_count\{route="docs",method="other",status="404"\} 4/);
  expect(text).not.toMatch(/method="(PROPFIND|SEARCH|M-SEARCH|MKCOL)"/);
});

describe('the edges', () => {
  test.each(['/annotations', '/annotations/public', '/graphql', '/auth/login'])('a preflight for %s', async (path) => {
    const response = await fetch(app.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-project-key,idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(response.headers.get('access-control-allow-methods')).toContain(method);
    }
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase();
    for (const header of ['*', 'authorization', 'content-type', 'x-project-key', 'idempotency-key']) {
      expect(allowed).toContain(header);
    }
  });

  test.each(['/webhook', '/webhook/', '/webhook/1', '/WEBHOOK', '//webhook', '/%77ebhook'])(
    'POST %s, with which Sofa would call any address, does not exist',
    async (path) => {
      const body = JSON.stringify({ subscription: 'annotationChanged', variables: {}, url: 'http://127.0.0.1:1/' });
      const response = await fetch(app.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ statusCode: 404, error: 'Not Found' });
    },
  );
});
