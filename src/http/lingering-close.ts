import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a caller whose body was refused may take to send the rest and read the answer, milliseconds. */
const LINGER_MS = 2_000;

/**
 * Ends a connection whose request is answered before it was read, and says so in the answer. Left open, it would hold what has
 * come of the body and not notice that the caller has gone; cut at once, it could take the answer along. So our side is
 * closed, and what still comes is read and passed over (RFC 9112, 9.6).
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const { writeHead } = response;
  let isUnread = false;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    response.writeHead = writeHead;
    isUnread = !request.complete;
    if (isUnread) {
      response.setHeader('connection', 'close');
      // What node does with a connection whose last answer is out cuts off the caller.
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
