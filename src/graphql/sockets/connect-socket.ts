import type { IncomingMessage } from 'node:http';
import { CloseCode, MessageType, parseMessage, type Server } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import type { Logger } from '../../infrastructure/telemetry/logger.ts';

/** Interval of pings, milliseconds; a socket without a pong is closed. */
const KEEP_ALIVE_MS = 12_000;

/** The connection of a socket, as the hooks of the protocol get it. */
export interface Connection {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

/** Types of messages that only a server may send. graphql-ws parses them, and throws. */
const SERVER_MESSAGES: ReadonlySet<string> = new Set([MessageType.ConnectionAck, MessageType.Next, MessageType.Error]);

/**
 * Passes the messages of a socket to the protocol. The adapter of graphql-ws prints a stack for
 * each message that it cannot handle, also for those that arrive while the socket closes.
 */
export function connectSocket<E extends Connection>(protocol: Server<E>, connection: E, logger: Logger): void {
  const { socket } = connection;
  const onClosed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) resolve();
          else socket.send(data, (error) => (error ? reject(error) : resolve()));
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) =>
        socket.on('message', async (data) => {
          if (socket.readyState !== socket.OPEN) return;
          try {
            await handle(String(data));
          } catch (error) {
            closeAfterError(socket, data, error, logger);
          }
        }),
    },
    connection,
  );
  const stopPings = keepAlive(socket);
  socket.on('error', (error) => logger.debug({ err: error }, 'WebSocket failed'));
  socket.once('close', (code, reason) => {
    stopPings();
    onClosed(code, String(reason)).catch((error: unknown) => logger.error({ err: error }, 'WebSocket cleanup failed'));
  });
}

function closeAfterError(socket: WebSocket, data: RawData, error: unknown, logger: Logger): void {
  if (SERVER_MESSAGES.has(parseMessage(String(data)).type)) {
    socket.close(CloseCode.BadRequest, 'Invalid message received');
    return;
  }
  logger.error({ err: error }, 'WebSocket message failed');
  socket.close(CloseCode.InternalServerError, 'Internal server error');
}

/** @returns stops the pings */
function keepAlive(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const interval = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, KEEP_ALIVE_MS);
  return () => clearInterval(interval);
}
