import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Requests that may wait on one connection; a further one closes it. */
const MAX_PIPELINED = 100;

/**
 * Handles pipelined requests sequentially. node:http dispatches them concurrently, buffers their
 * responses, and emits 'close' only on the response that is being written.
 */
export function sequentially(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (response.socket) {
      listener(request, response);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    whenSocketAssigned(response, () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      listener(request, response);
    });
  };
}

/**
 * Calls `begin` when all earlier responses on the connection are sent; never if the connection is
 * closed before.
 */
export function whenSocketAssigned(response: ServerResponse, begin: () => void): void {
  if (response.socket) {
    begin();
    return;
  }
  response.once('socket', (socket: Socket) =>
    // node:http flushes buffered output only after this event.
    process.nextTick(() => {
      if (!socket.destroyed) begin();
    }),
  );
}

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
