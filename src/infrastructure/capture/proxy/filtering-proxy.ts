import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import type { NetworkPolicy } from '../../outbound/address-policy.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { type Lookup, resolveChecked } from '../../outbound/resolve-checked.ts';
import { isBadPort } from './bad-ports.ts';

/** A server that takes no connection for so long counts as absent, milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Open at once; more wait in the operating system. */
const MAX_CONNECTIONS = 256;

export interface ProxyOptions {
  policy: NetworkPolicy;
  /** Of everything that servers send, bytes. Past it, every connection is cut. */
  maxBytes: number;
  lookup?: Lookup;
  /** Dials an address that was checked. */
  connect?: typeof connectTo;
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

/**
 * Starts one. Each name is resolved once, all its addresses are checked, and what was checked is dialled; TLS passes
 * through untouched, in tunnels.
 */
export async function startFilteringProxy(options: ProxyOptions): Promise<FilteringProxy> {
  const { connect = connectTo } = options;
  const failures = new Map<string, string>();
  const addresses = new Map<string, ReturnType<typeof resolveChecked>>();
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
  async function dial(host: string, port: number): Promise<Socket> {
    if (received > options.maxBytes) throw new OutboundError('refused', 'the page has loaded too much');
    if (isBadPort(port) || port === ownPort) {
      throw new OutboundError('refused', `port ${port} of ${host} is one that browsers do not speak to`);
    }
    const found = addresses.get(host) ?? resolveChecked(host, options);
    addresses.set(host, found);
    let failure: unknown;
    for (const { address } of await found) {
      try {
        const socket = await connect(address, port);
        keep(socket);
        count(socket);
        return socket;
      } catch (error) {
        failure = error;
      }
    }
    const { code } = failure as NodeJS.ErrnoException;
    throw new OutboundError('unreachable', `${host}:${port} takes no connection (${code ?? 'no answer'})`);
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    keep(client);
    const target = URL.parse(`http://${incoming.url}`);
    if (!target) return void client.destroy();
    try {
      const port = portOf(incoming.url ?? '');
      const server = await dial(target.hostname, port);
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
      const server = await dial(target.hostname, port);
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

function connectTo(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: address, port, noDelay: true, timeout: CONNECT_TIMEOUT_MS });
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
}

/**
 * Passes on status and headers of an answer; the server's own words for the status are left out.
 * @returns why that cannot be, if so: more is read than may be written
 */
function passHead(answer: IncomingMessage, response: ServerResponse): string | undefined {
  try {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers as they came, without those between two neighbours: the fixed ones and what `Connection` names. */
function endToEnd(raw: string[]): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}
