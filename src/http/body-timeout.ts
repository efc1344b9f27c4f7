import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onTurn } from './pipelining.ts';

/** What a body may wait for, milliseconds. */
const PATIENCE_MS = 16_000;
/** And besides, a second for every 64 KiB that have come of it. */
export const BYTES_A_SECOND = 64 * 1024;
/** How late a slow sender may be found out, milliseconds. */
export const CHECK_MS = 2_000;

/** How long a body of so many bytes may take at most, milliseconds. */
export const timeForBody = (bytes: number): number => PATIENCE_MS + (bytes / BYTES_A_SECOND) * 1_000;

interface Reception {
  request: IncomingMessage;
  startedAt: number;
  /** The socket's count of bytes at the start. */
  bytesBefore: number;
}

/**
 * Has a request whose body comes too slowly fail as one that does not come to its end in time: `requestTimeout` has to leave
 * time for the largest body, and a small one could hold its connection as long.
 */
export function boundSlowBodies(server: Server): void {
  const receptions = new Map<Socket, Reception>();
  server.on('connection', (socket: Socket) => socket.once('close', () => receptions.delete(socket)));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    onTurn(response, () => {
      const { socket } = request;
      receptions.set(socket, { request, startedAt: performance.now(), bytesBefore: socket.bytesRead });
    }),
  );
  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, { request, startedAt, bytesBefore }] of receptions) {
      if (request.complete) receptions.delete(socket);
      else if (now - startedAt > timeForBody(socket.bytesRead - bytesBefore)) {
        receptions.delete(socket);
        server.emit('clientError', Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      }
    }
  }, CHECK_MS).unref();
  server.once('close', () => clearInterval(check));
}
