import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** State of the latest response on a connection. */
export type LatestResponse = Pick<ServerResponse, 'headersSent' | 'writableFinished' | 'socket' | 'once' | 'emit'>;

/**
 * Tracks the latest response on each connection of a server.
 *
 * @returns reads it; undefined before the first request
 */
export function trackLatestResponse(server: Server): (socket: Duplex) => LatestResponse | undefined {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => responses.set(socket, response));
  return (socket) => responses.get(socket);
}
