// Costs 10 s: two visits of each page.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilteringProxy, startFilteringProxy } from '../../src/infrastructure/capture/proxy/filtering-proxy.ts';
import { launchBrowser } from '../support/browser.ts';

const PAGE = '<title>Odd</title><p>Fresh bread</p>';
const LENGTH = `content-length: ${PAGE.length}\r\n`;
const TYPE = 'content-type: text/html\r\n';
const CHUNKED = 'transfer-encoding: chunked\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';
const chunk = (size: string, text = PAGE) => `${size}\r\n${text}\r\n0\r\n\r\n`;
const SIZE = PAGE.length.toString(16);
const ZIPPED = gzipSync(PAGE).toString('latin1');

/** Responses as servers of some age, devices and faulty programs send them. */
const RESPONSES: Record<string, string> = {
  'a folded header': `${OK}content-type: text/html;\r\n charset=utf-8\r\n${LENGTH}\r\n${PAGE}`,
  'a folded length': `${OK}${TYPE}content-length:\r\n\t${PAGE.length}\r\n\r\n${PAGE}`,
  'a continuation directly after the status line': `${OK} x-a: b\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'bytes above 127 in the reason and in headers': `HTTP/1.1 200 \xd3K\r\nx-a: \xe9\xff\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'no reason': `HTTP/1.1 200\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a reason of spaces': `HTTP/1.1 200   \r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a lower-case protocol': `http/1.1 200 ok\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'tabs in the status line': `HTTP/1.1\t200\tOK\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'HTTP/1.0 without a length': `HTTP/1.0 200 OK\r\n${TYPE}\r\n${PAGE}`,
  'version 2.0 in text': `HTTP/2.0 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'chunk extensions': `${OK}${TYPE}${CHUNKED}\r\n${chunk(`${SIZE};name="a b";x`)}`,
  'a chunk size with zeros and spaces': `${OK}${TYPE}${CHUNKED}\r\n${chunk(`000${SIZE}  `)}`,
  'chunks without an end': `${OK}${TYPE}${CHUNKED}\r\n${SIZE}\r\n${PAGE}\r\n`,
  'chunks with trailers': `${OK}${TYPE}${CHUNKED}trailer: x-a\r\n\r\n${SIZE}\r\n${PAGE}\r\n0\r\nx-a: b\r\n\r\n`,
  'chunks said twice': `${OK}${TYPE}${CHUNKED}${CHUNKED}\r\n${chunk(SIZE)}`,
  'chunks in upper case': `${OK}${TYPE}Transfer-Encoding: CHUNKED\r\n\r\n${chunk(SIZE)}`,
  'compressed chunks as a transfer encoding': `${OK}${TYPE}transfer-encoding: gzip, chunked\r\n\r\n${chunk(ZIPPED.length.toString(16), ZIPPED)}`,
  'an identity as transfer encoding': `${OK}${TYPE}transfer-encoding: identity\r\n${LENGTH}\r\n${PAGE}`,
  'the same length twice': `${OK}${TYPE}${LENGTH}${LENGTH}\r\n${PAGE}`,
  'the same length in a list': `${OK}${TYPE}content-length: ${PAGE.length}, ${PAGE.length}\r\n\r\n${PAGE}`,
  'two lengths': `${OK}${TYPE}${LENGTH}content-length: 3\r\n\r\n${PAGE}`,
  'a length with a sign': `${OK}${TYPE}content-length: +${PAGE.length}\r\n\r\n${PAGE}`,
  'a length of letters': `${OK}${TYPE}content-length: many\r\n\r\n${PAGE}`,
  'a length that is too large': `${OK}${TYPE}content-length: 999\r\n\r\n${PAGE}`,
  'a length that is too small': `${OK}${TYPE}content-length: 20\r\n\r\n${PAGE}`,
  'interim responses': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Hints\r\nlink: </a>\r\n\r\n${OK}${TYPE}${LENGTH}\r\n${PAGE}`,
  'cookies of 60 KB': `${OK}${TYPE}${Array.from({ length: 15 }, (_, n) => `set-cookie: c${n}=${'v'.repeat(4_000)}\r\n`).join('')}${LENGTH}\r\n${PAGE}`,
  'a thousand headers': `${OK}${TYPE}${Array.from({ length: 1_000 }, (_, n) => `x-${n}: ${n}\r\n`).join('')}${LENGTH}\r\n${PAGE}`,
  'a line without a colon': `${OK}garbage\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a space before the colon': `${OK}content-type : text/html\r\n${LENGTH}\r\n${PAGE}`,
  'an empty name': `${OK}: nothing\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a NUL in a value': `${OK}x-a: a\0b\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a carriage return in a value': `${OK}x-a: a\rb\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'lines that end differently': `HTTP/1.1 200 OK\n${TYPE}content-length: ${PAGE.length}\n\r\n${PAGE}`,
  'a content type that Connection names': `${OK}connection: close, content-type\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'two content types': `${OK}content-type: text/plain\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a compressed body': `${OK}${TYPE}content-encoding: x-gzip\r\ncontent-length: ${ZIPPED.length}\r\n\r\n${ZIPPED}`,
  'a body that is not compressed': `${OK}${TYPE}content-encoding: gzip\r\n${LENGTH}\r\n${PAGE}`,
  'no type': `${OK}${LENGTH}\r\n${PAGE}`,
  'no headers': `HTTP/1.1 200 OK\r\n\r\n${PAGE}`,
  'nothing but a status line': 'HTTP/1.1 200 OK\r\n',
  'four bytes before it': `\r\n\r\n${OK}${TYPE}${LENGTH}\r\n${PAGE}`,
  'the status 204 with a body': `HTTP/1.1 204 No Content\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'the status 999': `HTTP/1.1 999 Odd\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
  'a status without a space': `HTTP/1.1200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`,
};

let server: Server;
let browser: Browser;
let proxy: FilteringProxy;
let direct: BrowserContext;
let proxied: BrowserContext;
let port = 0;
beforeAll(async () => {
  const bodies = Object.values(RESPONSES);
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      const [, index = ''] = /^GET \/(\d+) /.exec(request.toString('latin1')) ?? [];
      socket.end(Buffer.from(bodies[Number(index)] ?? '', 'latin1'));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as { port: number });
  [browser, proxy] = await Promise.all([
    launchBrowser(),
    startFilteringProxy({ policy: 'open', maxBytes: 10_000_000 }),
  ]);
  direct = await browser.createBrowserContext();
  proxied = await browser.createBrowserContext({ proxyServer: proxy.url, proxyBypassList: ['<-loopback>'] });
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  server?.close();
});

/** Content that a visitor sees of a response; an error page without the words of the error. */
async function shown(context: BrowserContext, index: number) {
  const page = await context.newPage();
  try {
    const response = await page.goto(`http://127.0.0.1:${port}/${index}`);
    const text = await page.evaluate('[document.contentType, document.title, document.body?.innerText].join()');
    const cookies = await page.evaluate('document.cookie.length');
    return { status: response?.status(), text, cookies };
  } catch {
    return 'an error';
  } finally {
    await page.close();
  }
}

test.each(Object.keys(RESPONSES).map((name, index) => [name, index] as const))(
  'a response with %s is shown by the proxy as without it',
  async (_name, index) => {
    expect(await shown(proxied, index)).toEqual(await shown(direct, index));
  },
);
