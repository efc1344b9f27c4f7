import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { isBadPort } from './bad-ports.ts';
import { createDialer, type DialerOptions } from './dialer.ts';
import { headForBrowser, headForServer, readHead } from './response-head.ts';

/** Open connections; further ones wait in the operating system's backlog. */
const MAX_CONNECTIONS = 256;

export interface ProxyOptions extends DialerOptions {
  /** Total bytes that servers may send; beyond it, all connections are closed. */
  maxBytes: number;
}

/** HTTP proxy of one capture, on a separate port. A captured page has no other network access. */
export interface FilteringProxy {
  url: string;
  /** Describes why a request to the host of this URL got no response. */
  failureOf(url: string): string | undefined;
  /** Whether servers have sent more than maxBytes. */
  isExhausted(): boolean;
  /** Closes every connection. */
  close(): void;
}

/** Starts a proxy. It dials checked addresses only (dialer.ts); TLS is tunneled. */
export async function startFilteringProxy(options: ProxyOptions): Promise<FilteringProxy> {
  const dial = createDialer(options);
  const failures = new Map<string, string>();
  const open = new Set<Duplex>();
  let received = 0;

  // A browser may send all cookies of a site in one head.
  const server = createServer({ headersTimeout: 15_000, maxHeaderSize: 256 * 1024 }, (incoming) => forward(incoming));
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', keep);
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => tunnel(incoming, client, head));
  // Browsers open WebSockets through CONNECT, so other upgrades are rejected.
  server.on('upgrade', (_incoming, client: Duplex) => client.destroy());
  server.on('clientError', (_error, client) => client.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A connection that cannot be accepted is only a failed request.
  server.on('error', () => undefined);
  const { port: ownPort } = server.address() as AddressInfo;

  /** Closes the socket with the capture, and ignores its errors. */
  function keep(socket: Duplex): void {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  }

  function count(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > options.maxBytes) cut();
    });
  }

  function cut(): void {
    for (const socket of open) socket.destroy();
  }

  /** @throws OutboundError */
  async function connect(host: string, port: number): Promise<Socket> {
    if (received > options.maxBytes) throw new OutboundError('refused', 'the page exceeded the download limit');
    if (isBadPort(port) || port === ownPort) {
      throw new OutboundError('refused', `browsers block port ${port} of ${host}`);
    }
    const socket = await dial(host, port);
    keep(socket);
    count(socket);
    return socket;
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    keep(client);
    const target = URL.parse(`http://${incoming.url}`);
    if (!target) return void client.destroy();
    try {
      const port = portOf(incoming.url ?? '');
      const server = await connect(target.hostname, port);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      pipeline(client, server, client, () => undefined);
    } catch (error) {
      note(`${target.hostname}:${portOf(incoming.url ?? '')}`, error);
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    }
  }

  /** Forwards a request. The browser parses the response: it accepts more than Node's parser. */
  async function forward(incoming: IncomingMessage): Promise<void> {
    const client = incoming.socket;
    const target = URL.parse(incoming.url ?? '');
    // Browsers send the length of every body.
    if (target?.protocol !== 'http:' || incoming.headers['transfer-encoding']) return void client.destroy();
    const port = Number(target.port || 80);
    try {
      const server = await connect(target.hostname, port);
      client.once('close', () => server.destroy());
      server.write(headForServer(incoming, target.pathname + target.search), 'latin1');
      incoming.pipe(server, { end: false });
      const { head, rest } = await readHead(server, target.host);
      client.write(headForBrowser(head), 'latin1');
      client.write(rest);
      pipeline(server, client, () => undefined);
    } catch (error) {
      // No response: the page would show it as if it came from the server.
      note(`${target.hostname}:${port}`, error);
      client.destroy();
    }
  }

  function note(host: string, error: unknown): void {
    failures.set(host, error instanceof Error ? error.message : String(error));
  }

  return {
    url: `http://127.0.0.1:${ownPort}`,
    failureOf(url) {
      // Browsers accept hosts that URL.parse rejects; the proxy has seen no request for those.
      const target = URL.parse(url);
      return target
        ? failures.get(`${target.hostname}:${target.port || (target.protocol === 'https:' ? 443 : 80)}`)
        : undefined;
    },
    isExhausted: () => received > options.maxBytes,
    close() {
      server.close();
      cut();
    },
  };
}

/** Port of `host:port`; browsers always send one. */
const portOf = (authority: string): number => Number(authority.slice(authority.lastIndexOf(':') + 1));
