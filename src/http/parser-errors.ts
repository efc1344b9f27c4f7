import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { trackLatestResponse } from './pipelining.ts';
import { CORS_HEADERS, DEFAULT_HEADERS } from './response-headers.ts';

/** Responses by error code of Node's parser, with the status codes that Node uses. */
const ERRORS: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request header exceeds the limit of 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions exceed the limit of 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not received completely in time'],
};
const MALFORMED: [number, string] = [400, 'The request is not valid HTTP'];

/** Time that a client has to read the response before the connection is closed, milliseconds. */
const LINGER_MS = 2_000;

/** Responds to malformed requests with a JSON error and CORS headers, and closes the connection. */
export function respondToParserErrors(server: Server): void {
  const latestResponse = trackLatestResponse(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const latest = latestResponse(socket);
    // The client would read another response as a part of one in progress.
    const isResponding = latest && !latest.writableFinished && (latest.headersSent || !latest.socket);
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) socket.destroy();
    else endWithError(socket, ...(ERRORS[error.code ?? ''] ?? MALFORMED));
  });
}

/** Responds with a JSON error and closes the connection after the client had time to read it. */
export function endWithError(socket: Duplex, status: number, message: string): void {
  socket.end(responseOf(status, message));
  const timeout = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timeout));
}

function responseOf(status: number, message: string): string {
  const body = JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] });
  const headers = {
    ...CORS_HEADERS,
    ...DEFAULT_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
