import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

export interface BenchReceiver {
  url: string;
  /** When each request was whole, milliseconds since 1970, and the createdAt that it says. */
  requests: { at: number; createdAt: number }[];
  close(): Promise<void>;
}

/** Answers 204 at once. @param reads whether it reads what it gets for its createdAt */
export async function startBenchReceiver({ reads }: { reads: boolean }): Promise<BenchReceiver> {
  const requests: BenchReceiver['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      if (reads) body += text;
    });
    request.on('end', () => {
      response.writeHead(204).end();
      requests.push({ at: Date.now(), createdAt: reads ? Date.parse(JSON.parse(body).createdAt) : 0 });
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

/** Takes connections, and never says a word. */
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
