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
    '/long-head': ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(300_000)}\r\n\r\n<h1>There</h1>`),
    '/two-lengths': ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    '/colored-noise': page(
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
])('%s is captured, with its status', async (path, status) => {
  const { record } = await pool.capture(captureOf(site.url + path));
  expect(record.status).toBe(status);
});

const HTML = '<h1>There</h1>';
const LENGTH = `content-length: ${HTML.length}`;
/** Heads of responses that Chromium accepts; Node's parser rejects most of them. */
const ACCEPTED_HEADS: [name: string, head: string][] = [
  [
    '100 KB of policy',
    `HTTP/1.1 200 OK\r\ncontent-security-policy: img-src ${'https://cdn.example.com '.repeat(4_000)}\r\n`,
  ],
  ['30 cookies', `HTTP/1.1 200 OK\r\n${`set-cookie: a=${'x'.repeat(700)}\r\n`.repeat(30)}`],
  ['line feeds alone', `HTTP/1.1 200 OK\n${LENGTH}\n`],
  ['a line without a colon', 'HTTP/1.1 200 OK\r\nno header at all\r\n'],
  ['a space in a name', 'HTTP/1.1 200 OK\r\nx name: a\r\n'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nx-name : a\r\n'],
  ['a name of symbols', 'HTTP/1.1 200 OK\r\n{x@y}: a\r\n'],
  ['a control character', 'HTTP/1.1 200 OK\r\nx-name: \x01\r\n'],
  ['the same length twice', `HTTP/1.1 200 OK\r\n${LENGTH}\r\n${LENGTH}\r\n`],
  ['a length below zero', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n'],
  ['a length of letters', 'HTTP/1.1 200 OK\r\ncontent-length: abc\r\n'],
  ['a folded line', 'HTTP/1.1 200 OK\r\nx-name: a\r\n b\r\n'],
  ['no status', 'HTTP/1.1\r\n'],
  ['a lower-case protocol', 'http/1.1 200 ok\r\n'],
  ['bytes before it', '\r\nHTTP/1.1 200 OK\r\n'],
  ['early hints', 'HTTP/1.1 103 Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n'],
];

test.each(ACCEPTED_HEADS)('a response with %s is captured', async (_name, head) => {
  const raw = await servePages({
    '/': ({ socket }) => {
      const end = head.includes('\r\n') ? '\r\n' : '\n';
      socket.end(Buffer.from(`${head}content-type: text/html${end}${end}${HTML}`, 'latin1'));
    },
  });
  const { record } = await pool.capture(captureOf(`${raw.url}/`));
  await raw.close();
  expect(record.status).toBe(200);
  expect(JSON.stringify(record)).toContain('There');
});

test('the record contains the URL after redirects', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/to-there`));
  expect(record.finalUrl).toBe(`${site.url}/?from=elsewhere`);
});

const LARGE = /^The page is too large: its image would have \d+ × \d+ pixels; at most 120 million/;
const FAILURES: [path: string, message: string | RegExp, fullPage?: boolean][] = [
  ['/cut', /^127\.0\.0\.1:\d+ closed the connection before the end of the page$/],
  ['/file', 'The URL leads to a download or an empty response, not to a page'],
  ['/loop', 'The page redirects endlessly'],
  ['/to-file', 'The page leads to a URL that is not on the web'],
  ['/to-unresolved', 'nowhere.invalid could not be resolved: there is no such name'],
  ['/noise', /^127\.0\.0\.1:\d+ sent a response that is not HTTP$/],
  ['/long-head', /^127\.0\.0\.1:\d+ sent a response head of more than 256 KiB$/],
  ['/two-lengths', /sent contradictory or incomplete response headers, which browsers reject$/],
  ['/huge', LARGE, true],
  ['/wide', LARGE, true],
];

test.each(FAILURES)('%s fails with a message', async (path, message, fullPage = false) => {
  const failure = pool.capture(captureOf(site.url + path, { fullPage }));
  await expect(failure).rejects.toThrow(message);
  await expect(failure).rejects.toHaveProperty('name', 'CaptureError');
});

test.each([
  ['http://nowhere.invalid/', 'nowhere.invalid could not be resolved: there is no such name'],
  ['http://127.0.0.1:6667/', 'The URL has a port that browsers block'],
  ['http://127.0.0.1:1/', 'The URL has a port that browsers block'],
])('%s fails with a message', async (url, message) => {
  await expect(pool.capture(captureOf(url))).rejects.toThrow(message);
});

test('a server that accepts no connection fails with its address', async () => {
  const { url, close } = await servePages({});
  await close();
  await expect(pool.capture(captureOf(url))).rejects.toThrow(
    /^127\.0\.0\.1:\d+ does not accept connections \(ECONNREFUSED\)$/,
  );
});

test('a page whose image is too large fails with a message', async () => {
  const patient = await testPool({ deadlineMs: 200_000 });
  await expect(patient.capture(captureOf(`${site.url}/colored-noise`, { fullPage: true }))).rejects.toThrow(
    /^The image of the page or one of its messages exceeds 100 MB; omit/,
  );
  await patient.close();
});

test('a page that exceeds the download limit fails with a message', async () => {
  const small = await testPool({ maxBytes: 200_000 });
  const heavy = await servePages({
    '/': page("<script>fetch('/big').then((response) => response.arrayBuffer())</script>"),
    '/big': (_request, response) => response.end(Buffer.alloc(2_000_000)),
  });
  await expect(small.capture(captureOf(heavy.url))).rejects.toThrow(/^The page loaded more than \d+ MiB/);
  await heavy.close();
  await small.close();
});
