import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether the latest answer on a connection has begun, and whether it has gone out whole; undefined before the first request. */
export type LastAnswer = Pick<ServerResponse, 'headersSent' | 'writableFinished' | 'socket' | 'once' | 'emit'>;

/** Remembers, from now on, the latest answer on each connection of a server. */
export function lastAnswers(server: Server): (socket: Duplex) => LastAnswer | undefined {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => answers.set(socket, response));
  return (socket) => answers.get(socket);
}
