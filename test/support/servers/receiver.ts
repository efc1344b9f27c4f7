import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A received request. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: number;
}

/** A local server that records its requests. */
export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  requests: Received[];
  /** Number of connections opened to it. */
  connections(): number;
  close(): Promise<void>;
}

export type ReceiverHandler = (request: Received, response: ServerResponse) => void;

/** Responds 204. */
const respondNoContent: ReceiverHandler = (_request, response) => {
  response.writeHead(204).end();
};

/**
 * Starts an HTTP receiver.
 * @param options.tls certificate and key of an HTTPS receiver
 * @param options.port a fixed port instead of a free one
 */
export async function startReceiver(
  answer: ReceiverHandler = respondNoContent,
  options: { tls?: { cert: string; key: string }; port?: number } = {},
): Promise<Receiver> {
  const requests: Received[] = [];
  const server = options.tls ? createHttpsServer(options.tls) : createHttpServer();
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks), at: Date.now() };
    requests.push(received);
    answer(received, response);
  });
  return { ...(await listening(server, options)), requests };
}

/** Starts a TCP receiver that handles raw connections. */
export async function startRawReceiver(handle: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    handle(socket);
  });
  return { ...(await listening(server, {})), requests: [] };
}

async function listening(
  server: Server,
  { tls, port = 0 }: { tls?: object; port?: number },
): Promise<Omit<Receiver, 'requests'>> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    port: address.port,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
