import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { onTurn } from './pipelining.ts';

/** How long a stop leaves a silent connection open at least: its next request may be on its way. Milliseconds. */
const SILENCE_MS = 250;

/**
 * Follows the answers of a server from now on.
 * @returns ends the server, without cutting an answer short or leaving a request without one: closes the port, says `close`
 * with every answer from then on, and ends connections that are silent. Calls `onLook` again and again until the last one is closed
 */
export function drainer(server: Server): (onLook: () => void) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_request, response) =>
    onTurn(response, () => {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (isDraining) isLast(response);
    }),
  );

  function endSilent(): void {
    // Node takes a connection for idle while what is left of its answer is being sent.
    if (![...underWay].some(({ writableEnded }) => writableEnded)) server.closeIdleConnections();
  }

  return async (onLook) => {
    isDraining = true;
    for (const response of underWay) isLast(response);
    // That of node:http would end silent connections at once.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    const looking = setInterval(() => {
      onLook();
      // What has arrived is read first, however late the timer.
      setImmediate(endSilent);
    }, SILENCE_MS);
    await closed;
    clearInterval(looking);
    server.close();
  };
}

/** Tells the caller that the connection ends with this answer; one that has begun already does not. */
function isLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
