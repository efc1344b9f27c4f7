import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Proxy in front of the service that adds an access token to every request. */
export interface TokenProxy {
  url: string;
  close(): void;
}

/**
 * Starts a proxy for clients that send no token. Headers that name it name the service instead;
 * all others stay.
 */
export async function startTokenProxy(target: string, token: string): Promise<TokenProxy> {
  const { host: targetHost, hostname, port: targetPort } = new URL(target);
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const own = (server.address() as AddressInfo).port;
    const renamed = (value = '') => value.replace(new RegExp(`(?:localhost|127\\.0\\.0\\.1):${own}$`), targetHost);
    const { host, origin, ...headers } = incoming.headers;
    const forwarded = request(
      {
        hostname,
        port: targetPort,
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...headers,
          host: renamed(host),
          ...(origin !== undefined && { origin: renamed(origin) }),
          authorization: `Bearer ${token}`,
        },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}
