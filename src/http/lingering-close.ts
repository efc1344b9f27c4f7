import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time that a client has to send the rest of its body and to read the response, milliseconds. */
const LINGER_MS = 2_000;

/**
 * Closes the connection of a request that gets its response before its body is read, with
 * `connection: close`. An open connection would keep the received bytes in memory and not notice a
 * disconnect; a destroyed one could lose the response. Only the sending side is closed, and the
 * rest of the body is discarded (RFC 9112, 9.6).
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const { writeHead } = response;
  let isUnread = false;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    response.writeHead = writeHead;
    isUnread = !request.complete;
    if (isUnread) {
      response.setHeader('connection', 'close');
      // Node destroys the connection after its last response, which would reset it.
      socket.destroySoon = () => socket.end();
    }
    return response.writeHead(...head);
  }) as typeof writeHead;
  response.once('finish', () => {
    if (!isUnread) return;
    request.once('end', () => socket.destroy()).resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}
