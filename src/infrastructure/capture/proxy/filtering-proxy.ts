import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { isBadPort } from './bad-ports.ts';
import { createDialer, type DialerOptions } from './dialer.ts';
import { endToEnd, passHead } from './end-to-end-headers.ts';

/** Open at once; more wait in the operating system. */
const MAX_CONNECTIONS = 256;

export interface ProxyOptions extends DialerOptions {
  /** Of everything that servers send, bytes. Past it, every connection is cut. */
  maxBytes: number;
}

/** The only way out that a captured page has: an HTTP proxy on a port of its own, for one capture. */
export interface FilteringProxy {
  url: string;
  /** Why a request to the host of this URL got no answer, in words. */
  failureOf(url: string): string | undefined;
  /** Whether servers have sent more than maxBytes. */
  isExhausted(): boolean;
  /** Cuts every connection. */
  close(): void;
}

/** Starts one. What it dials is checked (dialer.ts); TLS passes through untouched, in tunnels. */
export async function startFilteringProxy(options: ProxyOptions): Promise<FilteringProxy> {
  const dial = createDialer(options);
  const failures = new Map<string, string>();
  const open = new Set<Duplex>();
  let received = 0;

  const server = createServer({ headersTimeout: 15_000, maxHeaderSize: 64 * 1024 }, (incoming, response) =>
    forward(incoming, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', keep);
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => tunnel(incoming, client, head));
  // A WebSocket comes as CONNECT; an upgrade without one is nobody's that we know.
  server.on('upgrade', (_incoming, client: Duplex) => client.destroy());
  server.on('clientError', (_error, client) => client.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A connection that cannot be taken is one request the less.
  server.on('error', () => undefined);
  const { port: ownPort } = server.address() as AddressInfo;

  /** Ends with the capture, and never brings the process down. */
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
    if (received > options.maxBytes) throw new OutboundError('refused', 'the page has loaded too much');
    if (isBadPort(port) || port === ownPort) {
      throw new OutboundError('refused', `port ${port} of ${host} is one that browsers do not speak to`);
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

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = URL.parse(incoming.url ?? '');
    if (target?.protocol !== 'http:') return void incoming.socket.destroy();
    const port = Number(target.port || 80);
    // No answer of ours: the page would show it as if it were the server's.
    const fail = (error: unknown) => {
      note(`${target.hostname}:${port}`, error);
      incoming.socket.destroy();
    };
    try {
      const server = await connect(target.hostname, port);
      const outgoing = request({
        createConnection: () => server,
        method: incoming.method,
        path: target.pathname + target.search,
        headers: endToEnd(incoming.rawHeaders),
        setHost: false,
      });
      outgoing.on('response', (answer) => {
        const unfit = passHead(answer, response);
        if (unfit)
          return fail(new OutboundError('protocol', `${target.host} answered with what is not HTTP: ${unfit}`));
        pipeline(answer, response, () => undefined);
      });
      outgoing.on('upgrade', (answer, server: Socket) => {
        server.destroy();
        fail(
          new OutboundError(
            'protocol',
            `${target.host} answered with status ${answer.statusCode}, which nobody asked for`,
          ),
        );
      });
      outgoing.on('error', (error) =>
        fail(new OutboundError('protocol', `${target.host} broke off: ${error.message}`)),
      );
      response.on('close', () => outgoing.destroy());
      pipeline(incoming, outgoing, () => undefined);
    } catch (error) {
      fail(error);
    }
  }

  function note(host: string, error: unknown): void {
    failures.set(host, error instanceof Error ? error.message : String(error));
  }

  return {
    url: `http://127.0.0.1:${ownPort}`,
    failureOf(url) {
      // Browsers let hosts pass that are none here; of those nobody has asked us for anything.
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

/** `host:port`, the port always given. */
const portOf = (authority: string): number => Number(authority.slice(authority.lastIndexOf(':') + 1));
