import { createSocket } from 'node:dgram';
import {
  type AddressInfo,
  createConnection,
  createServer,
  type Server,
  type Socket,
  type Socket as TcpSocket,
} from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** Public address of the tests' pages; connections to it are redirected to the test's server. */
const PUBLIC_ADDRESS = '93.184.215.14';

/**
 * Internal service that must stay unreachable; records connections and datagrams with their first
 * line.
 */
interface Canary {
  port: number;
  /** Names of the attack vectors that reached it. */
  reached: Set<string>;
  contacts(): number;
  close(): Promise<void>;
}

async function startCanary(): Promise<Canary> {
  const reached = new Set<string>();
  let contacts = 0;
  const sockets = new Set<TcpSocket>();
  const accept = (socket: TcpSocket) => {
    contacts += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const [, name] = /\/canary\/([\w-]+)/.exec(data.toString('latin1')) ?? [];
      reached.add(name ?? 'unnamed');
      socket.end(
        'HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok',
      );
    });
  };
  const ipv4 = createServer(accept);
  await listenOn(ipv4, 0, '127.0.0.1');
  const { port } = ipv4.address() as AddressInfo;
  const ipv6 = createServer(accept);
  // Without IPv6 on this machine, connections to it fail anyway.
  const hasIpv6 = await listenOn(ipv6, port, '::1').then(
    () => true,
    () => false,
  );
  const udp = createSocket('udp4', () => {
    contacts += 1;
    reached.add('stun');
  });
  await new Promise<void>((bound) => udp.bind(port, '127.0.0.1', bound));
  return {
    port,
    reached,
    contacts: () => contacts,
    async close() {
      for (const socket of sockets) socket.destroy();
      ipv4.close();
      if (hasIpv6) ipv6.close();
      udp.close();
    },
  };
}

const listenOn = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });

/** Page that tries every way to reach a host, each under a separate name. */
function attackPage(port: number): string {
  const at = (name: string, host = '127.0.0.1') => `http://${host}:${port}/canary/${name}`;
  const socketAt = (name: string, host = '127.0.0.1') => `ws://${host}:${port}/canary/${name}`;
  return page(
    `<img src="${at('img')}"><iframe src="${at('iframe')}"></iframe><object data="${at('object')}"></object>
     <script>
      const quietly = (attempt) => { try { Promise.resolve(attempt()).catch(() => {}) } catch {} };
      quietly(() => fetch('${at('fetch')}', { mode: 'no-cors' }));
      quietly(() => navigator.sendBeacon('${at('beacon')}', 'x'));
      quietly(() => { new EventSource('${at('eventsource')}') });
      quietly(() => { new WebSocket('${socketAt('websocket')}') });
      quietly(() => { new WebSocket('${socketAt('websocket-ipv6', '[::1]')}') });
      quietly(() => { new WebSocket('${socketAt('websocket-mapped', '[::ffff:127.0.0.1]')}') });
      quietly(() => { new WebSocket('${socketAt('websocket-decimal', '2130706433')}') });
      const script = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      quietly(() => { new Worker(script("fetch('${at('worker')}', { mode: 'no-cors' })")) });
      quietly(() => { new SharedWorker('/shared.js') });
      quietly(() => { open('${at('popup')}') });
      quietly(async () => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
        peer.createDataChannel('x');
        await peer.setLocalDescription(await peer.createOffer());
      });
      quietly(() => fetch('/to-canary', { mode: 'no-cors' }));
     </script>`,
    `<link rel="stylesheet" href="${at('css')}"><link rel="prefetch" href="${at('prefetch')}">
     <link rel="icon" href="${at('favicon')}">`,
  );
}

let canary: Canary;
let site: PageServer;
beforeAll(async () => {
  canary = await startCanary();
  const to = (name: string) => `http://127.0.0.1:${canary.port}/canary/${name}`;
  site = await servePages({
    '/attack': attackPage(canary.port),
    '/to-canary': (_request, response) => response.writeHead(302, { location: to('redirect') }).end(),
    '/shared.js': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`fetch('${to('shared-worker')}', { mode: 'no-cors' })`);
    },
    '/goes-on': page(`<script>setTimeout(() => location.replace('${to('location')}'), 50)</script>`),
    '/rebind': page(`<img src="http://rebind.example/canary/first"><script>
      setTimeout(() => { new Image().src = 'http://rebind.example:${canary.port}/canary/rebind' }, 100)</script>`),
    '/ok': page('<p>Fine</p>'),
  });
});
afterAll(async () => {
  await site.close();
  await canary.close();
});

/** Dials the test's server for the public address, and any other address as given. */
const connect = (address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const to = address === PUBLIC_ADDRESS ? { host: '127.0.0.1', port: site.port } : { host: address, port };
    const socket = createConnection(to, () => resolve(socket));
    socket.once('error', reject);
  });

test('under NETWORK_POLICY=open the attacks work', async () => {
  const pool = await testPool();
  await pool.capture(captureOf(`${site.url}/attack`, { delay: 500 }));
  await pool.close();
  expect([...canary.reached]).toEqual(
    expect.arrayContaining([
      ...['img', 'css', 'iframe', 'object', 'fetch', 'beacon', 'eventsource', 'redirect', 'worker', 'shared-worker'],
      ...['websocket', 'websocket-decimal'],
    ]),
  );
});

describe('under NETWORK_POLICY=public', () => {
  let pool: BrowserPool;
  let before: number;
  let lookups: string[];
  beforeAll(async () => {
    lookups = [];
    pool = await testPool({
      policy: 'public',
      connect,
      // DNS rebinding: the second lookup returns an internal address.
      lookup: async (hostname) => {
        lookups.push(hostname);
        const again = lookups.filter((name) => name === hostname).length > 1;
        const isInside = hostname === 'inside.example' || (hostname === 'rebind.example' && again);
        return [{ address: isInside ? '127.0.0.1' : PUBLIC_ADDRESS, family: 4 }];
      },
    });
    before = canary.contacts();
  });
  afterAll(() => pool.close());

  test('no attack reaches the internal service', async () => {
    const { record } = await pool.capture(captureOf('http://attack.example/attack', { delay: 500 }));
    expect(record.failedRequests).toEqual(
      expect.arrayContaining([
        {
          url: `http://127.0.0.1:${canary.port}/canary/img`,
          reason: expect.stringContaining('127.0.0.1 is not an address of the public internet'),
        },
      ]),
    );
    expect(canary.contacts()).toBe(before);
  });

  test.each([
    ['a page that navigates to an internal address', 'http://attack.example/goes-on', 300],
    ['a redirect to an internal address', 'http://attack.example/to-canary', 0],
    ['an internal name', 'http://inside.example/', 0],
    ['an internal address', 'http://127.0.0.1/', 0],
  ])('%s fails with a message', async (_name, url, delay) => {
    const failure = pool.capture(captureOf(url, { delay }));
    await expect(failure).rejects.toThrow(/is not an address of the public internet, and NETWORK_POLICY=public/);
    expect(canary.contacts()).toBe(before);
  });

  test('a name that changes its address is dialed at the first one', async () => {
    await pool.capture(captureOf('http://attack.example/rebind', { delay: 400 }));
    expect(lookups.filter((name) => name === 'rebind.example')).toHaveLength(1);
    expect(site.requests).toContain('/canary/rebind');
    expect(canary.contacts()).toBe(before);
  });
});
