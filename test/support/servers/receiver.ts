import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A request as it came in. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: number;
}

/** A server on loopback that notes what it gets. */
export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  requests: Received[];
  /** How many connections were opened to it. */
  connections(): number;
  close(): Promise<void>;
}

export type Answer = (request: Received, response: ServerResponse) => void;

/** Answers 204 unless told otherwise. */
const thanks: Answer = (_request, response) => {
  response.writeHead(204).end();
};

/**
 * An HTTP receiver on a free port.
 * @param options.tls certificate and key: it speaks HTTPS
 * @param options.port instead of a free one
 */
export async function startReceiver(
  answer: Answer = thanks,
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

/** A receiver below HTTP, which does with each connection what it likes. */
export async function startRawReceiver(take: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    take(socket);
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
