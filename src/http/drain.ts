import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { whenSocketAssigned } from './pipelining.ts';

/** Shortest time before an idle connection is closed, milliseconds: a request may be in transit. */
const IDLE_GRACE_MS = 250;

/**
 * Tracks the responses of a server, to close it gracefully.
 *
 * @returns closes the server without losing a request or a response: closes the port, sends
 *   `connection: close` with every response, and closes idle connections. Calls `onCheck`
 *   periodically until the last connection is closed
 */
export function drainer(server: Server): (onCheck: () => void) => Promise<void> {
  const inProgress = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_request, response) =>
    whenSocketAssigned(response, () => {
      inProgress.add(response);
      response.once('close', () => inProgress.delete(response));
      if (isDraining) announceClose(response);
    }),
  );

  function closeIdle(): void {
    // Node considers a connection idle while the rest of its response is being sent.
    if (![...inProgress].some(({ writableEnded }) => writableEnded)) server.closeIdleConnections();
  }

  return async (onCheck) => {
    isDraining = true;
    for (const response of inProgress) announceClose(response);
    // `close` of node:http would close idle connections immediately.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    const checks = setInterval(() => {
      onCheck();
      // Received requests are read first, even if the timer is late.
      setImmediate(closeIdle);
    }, IDLE_GRACE_MS);
    await closed;
    clearInterval(checks);
    server.close();
  };
}

/** Adds `connection: close` to a response whose headers are not sent yet. */
function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
