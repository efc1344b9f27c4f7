import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

/** Webhook receiver of the benchmark. */
export interface BenchReceiver {
  url: string;
  /** Arrival time and `createdAt` of each request, milliseconds since 1970. */
  requests: { at: number; createdAt: number }[];
  close(): Promise<void>;
}

/**
 * Starts a receiver that responds with 204 immediately.
 *
 * @param options.parsesBodies whether it reads `createdAt` from the bodies
 */
export async function startBenchReceiver({ parsesBodies }: { parsesBodies: boolean }): Promise<BenchReceiver> {
  const requests: BenchReceiver['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      if (parsesBodies) body += text;
    });
    request.on('end', () => {
      response.writeHead(204).end();
      requests.push({ at: Date.now(), createdAt: parsesBodies ? Date.parse(JSON.parse(body).createdAt) : 0 });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts a receiver that accepts connections and never responds. */
export async function startDeadReceiver(): Promise<BenchReceiver> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
