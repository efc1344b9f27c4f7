import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type FilteringProxy, startFilteringProxy } from '../../src/infrastructure/capture/proxy/filtering-proxy.ts';

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function openProxy(): Promise<FilteringProxy> {
  const proxy = await startFilteringProxy({ policy: 'open', maxBytes: 1_000_000 });
  opened.push(proxy);
  return proxy;
}

/** Starts a server that sends these bytes on every connection. */
async function startRawServer(bytes: string): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.from(bytes, 'latin1')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  opened.push(server);
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/**
 * Sends bytes to the proxy.
 * @returns everything received until the connection closes, or for 500 ms
 */
async function exchange(proxy: FilteringProxy, bytes: string): Promise<string> {
  const client = createConnection({ host: '127.0.0.1', port: Number(new URL(proxy.url).port) });
  client.on('error', () => undefined);
  let received = '';
  client.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  client.write(bytes);
  await Promise.race([once(client, 'close'), new Promise((resolve) => setTimeout(resolve, 500))]);
  client.destroy();
  return received;
}

const get = (host: string, headers = '') =>
  `GET http://${host}/ HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${headers}\r\n`;
const BODY = 'content-length: 1\r\n\r\na';

describe('responses of servers', () => {
  test.each([
    ['control characters in the status line', `HTTP/1.1 200 O\x01K\r\n${BODY}`],
    ['a NUL in the status line', `HTTP/1.1 200 O\0K\r\n${BODY}`],
    ['no reason phrase in the status line', `HTTP/1.1 200\r\n${BODY}`],
    ['bytes above 127 in a header', `HTTP/1.1 200 OK\r\nx-name: \xe4\xff\r\n${BODY}`],
    ['a trailer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n1\r\na\r\n0\r\nx: y\r\n\r\n'],
    ['early hints before it', `HTTP/1.1 103 Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n${BODY}`],
    ['a second response', `HTTP/1.1 200 OK\r\n${BODY}HTTP/1.1 200 OK\r\n${BODY}`],
    ['a redirect to text', `HTTP/1.1 200 OK\r\nlocation: http://[::1 \xff\r\n${BODY}`],
  ])('%s: forwarded', async (_name, bytes) => {
    const host = await startRawServer(bytes);
    const response = await exchange(await openProxy(), get(host));
    expect(response).toMatch(/^HTTP\/1\.1 200[^\0\r\n]*\r\nConnection: close\r\n/);
    expect(response).toMatch(/\r\n\r\n(1\r\n)?a/);
  });

  test.each([
    ['the status 000', `HTTP/1.1 000 X\r\n${BODY}`],
    ['a status of five digits', `HTTP/1.1 20000 X\r\n${BODY}`],
    ['control characters in a header', `HTTP/1.1 200 OK\r\nx-a: \x01\r\n${BODY}`],
    ['two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n${BODY}`],
    ['a length and chunks', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n${BODY}`],
    ['a head of 200 KB', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n${BODY}`],
    ['lines that end with a line feed', `HTTP/1.1 200 OK\nx: y\n\na`],
  ])('%s: left to the browser, which gets the same lines', async (_name, bytes) => {
    const host = await startRawServer(bytes);
    const [status, ...lines] = bytes.split(/\r?\n/);
    const response = await exchange(await openProxy(), get(host));
    expect(response).toBe([status, 'Connection: close', ...lines].join('\r\n'));
  });

  test.each([
    'keep-alive: timeout=5',
    'upgrade: h2c',
    'proxy-authenticate: Basic',
    'connection: keep-alive, x-hop',
    'x-hop: a\r\n b',
  ])('a header of the connection is not forwarded: %s', async (line) => {
    const host = await startRawServer(`HTTP/1.1 200 OK\r\nconnection: x-hop\r\n${line}\r\nx-end: y\r\n${BODY}`);
    expect(await exchange(await openProxy(), get(host))).toBe(
      `HTTP/1.1 200 OK\r\nConnection: close\r\nx-end: y\r\n${BODY}`,
    );
  });

  test.each([
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(300_000)}`, 'sent a response head of more than 256 KiB'],
    [
      'another protocol',
      'HTTP/1.1 101 Other\r\nupgrade: other\r\nconnection: upgrade\r\n\r\na',
      'sent the unexpected status 101',
    ],
    ['another protocol than HTTP', 'SSH-2.0-OpenSSH\r\n', 'sent a response that is not HTTP'],
    ['a few other bytes', 'SSH', 'sent a response that is not HTTP'],
    ['an empty response', '', 'closed the connection without a response'],
  ])('%s: the connection closes, and the reason is known', async (_name, bytes, reason) => {
    const host = await startRawServer(bytes);
    const proxy = await openProxy();
    expect(await exchange(proxy, get(host))).toBe('');
    expect(proxy.failureOf(`http://${host}/any`)).toBe(`${host} ${reason}`);
  });
});

describe('requests of a browser', () => {
  const REJECTED = /^$|^HTTP\/1\.1 403 Forbidden/;
  test.each([
    ['CONNECT without a port', 'CONNECT nowhere.invalid HTTP/1.1\r\n\r\n'],
    ['CONNECT to an invalid port', 'CONNECT 127.0.0.1:99999 HTTP/1.1\r\n\r\n'],
    ['CONNECT to a port of letters', 'CONNECT 127.0.0.1:abc HTTP/1.1\r\n\r\n'],
    ['CONNECT to an invalid host', 'CONNECT xn--a:443 HTTP/1.1\r\n\r\n'],
    ['CONNECT to half an address', 'CONNECT [::1:443 HTTP/1.1\r\n\r\n'],
    ['CONNECT to nothing', 'CONNECT :443 HTTP/1.1\r\n\r\n'],
    ['CONNECT to a path', 'CONNECT /x HTTP/1.1\r\n\r\n'],
    ['an invalid host', get('xn--a')],
    ['an invalid address', get('1.2.3.4.5')],
    ['a path alone', 'GET /x HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['another scheme', 'GET ftp://127.0.0.1/ HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['an upgrade', `GET http://127.0.0.1:9/ HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`],
    ['no HTTP', '\x16\x03\x01\x02\0\x01'],
  ])('%s gets no response from the proxy, and the next request works', async (_name, bytes) => {
    const proxy = await openProxy();
    expect(await exchange(proxy, bytes)).toMatch(REJECTED);
    const host = await startRawServer(`HTTP/1.1 200 OK\r\n${BODY}`);
    expect(await exchange(proxy, get(host))).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test.each(['http://my host/', 'http://xn--a/x.png', 'no address', ''])('there is no failure of "%s"', async (url) => {
    expect((await openProxy()).failureOf(url)).toBeUndefined();
  });
});
