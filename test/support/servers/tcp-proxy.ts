import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can be cut and frozen. */
export interface TcpProxy {
  /** The given URL with the proxy's address. */
  url: string;
  /** Times of the connection attempts, ms of performance.now(). */
  attempts: number[];
  /** Closes all connections; new ones are closed immediately. */
  cut(): void;
  /** Stops forwarding without closing connections. */
  freeze(): void;
  /** Forwards again, including data sent while frozen. */
  restore(): void;
  /** Connects new clients to the server of this URL. */
  moveTo(target: string): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port in front of the server of a URL. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const attempts: number[] = [];
  let destination = new URL(target);
  let state: 'open' | 'cut' | 'frozen' = 'open';

  const server = createServer((near) => {
    attempts.push(performance.now());
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(destination.port), destination.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (state === 'frozen') from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    attempts,
    cut() {
      state = 'cut';
      destroyAll();
    },
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    restore() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    moveTo(url) {
      destination = new URL(url);
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
