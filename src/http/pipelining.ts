import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their turn; with one more it is cut. */
const MAX_WAITING = 100;

/**
 * Works on the requests of a connection one after another, as they are answered: node:http would begin with each as it
 * comes, and hold the answers to those that did not wait for the one before. It tells only the answer whose turn it is that
 * the connection has gone.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (response.socket) {
      listener(request, response);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) {
      socket.destroy();
      return;
    }
    onTurn(response, () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      listener(request, response);
    });
  };
}

/** Calls `begin` when the answers before this one on its connection are out: at once, later, or never where it has gone. */
export function onTurn(response: ServerResponse, begin: () => void): void {
  if (response.socket) {
    begin();
    return;
  }
  response.once('socket', (socket: Socket) =>
    // node:http looks at what has been written meanwhile only after it has told of the turn.
    process.nextTick(() => {
      if (!socket.destroyed) begin();
    }),
  );
}
