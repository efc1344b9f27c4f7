import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenSocketAssigned } from './pipelining.ts';

/** Time for a body besides its transfer, milliseconds. */
const GRACE_MS = 16_000;
/** Slowest transfer of a body, bytes per second. */
export const MIN_BYTES_PER_SECOND = 64 * 1024;
/** Interval of the checks, milliseconds. */
export const CHECK_INTERVAL_MS = 2_000;

/** Returns the longest time for a body of this size, milliseconds. */
export const bodyTimeout = (bytes: number): number => GRACE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000;

interface Upload {
  request: IncomingMessage;
  startedAt: number;
  /** The socket's count of bytes at the start. */
  bytesBefore: number;
}

/**
 * Rejects (408) a body slower than 64 KiB/s after a grace period of 16 s; `requestTimeout` alone
 * would have to allow for the largest upload.
 */
export function rejectSlowBodies(server: Server): void {
  const uploads = new Map<Socket, Upload>();
  server.on('connection', (socket: Socket) => socket.once('close', () => uploads.delete(socket)));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    whenSocketAssigned(response, () => {
      const { socket } = request;
      uploads.set(socket, { request, startedAt: performance.now(), bytesBefore: socket.bytesRead });
    }),
  );
  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, { request, startedAt, bytesBefore }] of uploads) {
      if (request.complete) uploads.delete(socket);
      else if (now - startedAt > bodyTimeout(socket.bytesRead - bytesBefore)) {
        uploads.delete(socket);
        server.emit('clientError', Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      }
    }
  }, CHECK_INTERVAL_MS).unref();
  server.once('close', () => clearInterval(check));
}
