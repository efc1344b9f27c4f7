import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  site = await servePages({
    '/': page('<h1>There</h1>'),
    '/500': (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      response.end(page('<h1>Broken</h1>'));
    },
    '/401': (_request, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no'),
    '/empty-503': (_request, response) => response.writeHead(503).end(),
    '/file': (_request, response) => {
      response.writeHead(200, {
        'content-disposition': 'attachment; filename=a.zip',
        'content-type': 'application/zip',
      });
      response.end('PK');
    },
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/to-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/to-unresolved': (_request, response) => response.writeHead(302, { location: 'http://nowhere.invalid/' }).end(),
    '/to-there': (_request, response) => response.writeHead(302, { location: '/?from=elsewhere' }).end(),
    '/cut': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('<h1>');
      setTimeout(() => response.destroy(), 50);
    },
    '/noise': (request) => request.socket.end('this is not HTTP at all\r\n\r\n'),
    '/coloured-noise': page(
      `<canvas id="all" width="6400" height="5600"></canvas><script>const context = all.getContext('2d');
       const noise = context.createImageData(6400, 5600), pixels = new Uint32Array(noise.data.buffer);
       for (let i = 0, s = 1; i < pixels.length; i++) { s ^= s << 13; s ^= s >>> 17; s ^= s << 5; pixels[i] = s | 0xff000000; }
       context.putImageData(noise, 0, 0)</script>`,
    ),
    '/huge': page('<div style="height:90000px"></div>'),
    '/wide': page('<div style="height:30000px;width:9000px"></div>'),
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

test.each([
  ['/500', 500],
  ['/nothing-here', 404],
  ['/', 200],
  ['/401', 401],
  ['/empty-503', 503],
  ['/to-there', 200],
])('%s is taken, with its status', async (path, status) => {
  const { record } = await pool.capture(captureOf(site.url + path));
  expect(record.status).toBe(status);
});

test('the record knows where redirects led', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/to-there`));
  expect(record.finalUrl).toBe(`${site.url}/?from=elsewhere`);
});

const LARGE = /^The page is too large: its picture would have \d+ × \d+ pixels; at most 120 million/;
const FAILURES: [path: string, message: string | RegExp, fullPage?: boolean][] = [
  ['/cut', /^127\.0\.0\.1:\d+ ended the connection before the end of the page$/],
  ['/file', 'The address gives a download or nothing at all, not a page'],
  ['/loop', 'The page redirects without end'],
  ['/to-file', 'The page leads to an address that is not on the web'],
  ['/to-unresolved', 'nowhere.invalid could not be resolved: there is no such name'],
  ['/noise', /broke off|answered with something that is not HTTP/],
  ['/huge', LARGE, true],
  ['/wide', LARGE, true],
];

test.each(FAILURES)('%s fails in words', async (path, message, fullPage = false) => {
  const failure = pool.capture(captureOf(site.url + path, { fullPage }));
  await expect(failure).rejects.toThrow(message);
  await expect(failure).rejects.toHaveProperty('name', 'CaptureFailure');
});

test.each([
  ['http://nowhere.invalid/', 'nowhere.invalid could not be resolved: there is no such name'],
  ['http://127.0.0.1:6667/', 'The address has a port that browsers do not speak to'],
  ['http://127.0.0.1:1/', 'The address has a port that browsers do not speak to'],
])('%s fails in words', async (url, message) => {
  await expect(pool.capture(captureOf(url))).rejects.toThrow(message);
});

test('a server that takes no connection is told by name', async () => {
  const { url, close } = await servePages({});
  await close();
  await expect(pool.capture(captureOf(url))).rejects.toThrow(/^127\.0\.0\.1:\d+ takes no connection \(ECONNREFUSED\)$/);
});

test('a page whose picture has too many bytes', async () => {
  const patient = await testPool({ deadlineMs: 50_000 });
  await expect(patient.capture(captureOf(`${site.url}/coloured-noise`, { fullPage: true }))).rejects.toThrow(
    /^The picture of the page, or something that the page says, has more than 100 MB; leave out/,
  );
  await patient.close();
});

test('a page that loads more than is allowed', async () => {
  const small = await testPool({ maxBytes: 200_000 });
  const heavy = await servePages({
    '/': page("<script>fetch('/big').then((answer) => answer.arrayBuffer())</script>"),
    '/big': (_request, response) => response.end(Buffer.alloc(2_000_000)),
  });
  await expect(small.capture(captureOf(heavy.url))).rejects.toThrow(/^The page loaded more than \d+ MiB/);
  await heavy.close();
  await small.close();
});
