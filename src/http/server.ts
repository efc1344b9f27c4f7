import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { AppError, badInput, StartupError } from '../errors.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { MIB } from '../lib/bytes.ts';
import { withDeadline } from '../lib/deadline.ts';
import { bodyTimeout, CHECK_INTERVAL_MS, rejectSlowBodies } from './body-timeout.ts';
import { type ConnectionLimits, type DropReason, limitConnections } from './connection-limits.ts';
import { drainer } from './drain.ts';
import { restError } from './error-response.ts';
import { hostError } from './host-header.ts';
import { respondToParserErrors } from './parser-errors.ts';
import { sequentially } from './pipelining.ts';
import { CORS_HEADERS, DEFAULT_HEADERS } from './response-headers.ts';

/** Time for responses in progress when the process stops, milliseconds. */
const DRAIN_MS = 4_000;
/**
 * Time for calls whose connections were closed, milliseconds. Later queries fail, because the
 * database is closed.
 */
const SETTLE_MS = 1_000;
/** Largest body of a route, bytes: that of an import. */
const MAX_BODY_BYTES = 10 * MIB;

/** Application behind the port. */
export interface HttpApp {
  listener: RequestListener;
  /** Resolves when no call is in progress. */
  settled?(): Promise<void>;
  attachWebSocket?(server: Server): { close(): Promise<void> };
}

export interface HttpServer {
  /** Passes requests to the application; until then, each gets status 503. */
  serve(app: HttpApp, handlers: ConnectionHandlers): void;
  /** Closes the port, ends live streams and waits for calls in progress. */
  close(): Promise<void>;
}

/** Address to listen on, and the setting that defines its port. */
interface Address {
  port: number;
  host: string;
  setting: 'PORT' | 'WORKER_PORT';
  connections: ConnectionLimits;
}

/** Callbacks of the application that concern connections. */
interface ConnectionHandlers {
  endSubscriptions(): void;
  onDrop(reason: DropReason): void;
}

/**
 * Opens the port.
 *
 * @param drainMs after which a stop cuts the connections that are left, ms
 * @throws StartupError if the port is in use or not permitted
 */
export async function openHttpServer(
  address: Address,
  logger: Pick<Logger, 'warn'>,
  drainMs = DRAIN_MS,
): Promise<HttpServer> {
  let listener: RequestListener = starting;
  const options = { connectionsCheckingInterval: CHECK_INTERVAL_MS, requireHostHeader: false };
  const dispatch: RequestListener = (request, response) => {
    const error = hostError(request);
    if (error) sendError(response, error);
    else listener(request, response);
  };
  const server = createServer(options, sequentially(dispatch));
  server.on('checkExpectation', ({ headers: { expect } }, response) =>
    sendError(response, badInput(`Expect: found "${expect}", expected 100-continue or none`)),
  );
  const drain = drainer(server);
  respondToParserErrors(server);
  rejectSlowBodies(server);
  server.headersTimeout = 10_000;
  server.requestTimeout = bodyTimeout(MAX_BODY_BYTES);
  // Longer than the usual 60 s of a proxy in front, so that the proxy closes first.
  server.keepAliveTimeout = 72_000;
  let onDrop: ConnectionHandlers['onDrop'] | undefined;
  limitConnections(server, address.connections, logger, (reason) => onDrop?.(reason));
  await listen(server, address);

  let endSockets: (() => Promise<void>) | undefined;
  let endStreams: () => void = () => undefined;
  let settled: (() => Promise<void>) | undefined;
  return {
    serve(app, handlers) {
      listener = app.listener;
      onDrop = handlers.onDrop;
      endSockets = app.attachWebSocket?.(server).close;
      endStreams = handlers.endSubscriptions;
      settled = app.settled;
    },
    async close() {
      const timeout = setTimeout(() => server.closeAllConnections(), drainMs);
      const drained = drain(endStreams);
      // Sockets first: their clients reconnect, unless their stream ended before.
      const socketsClosed = endSockets?.();
      endStreams();
      await Promise.all([drained, socketsClosed]);
      clearTimeout(timeout);
      if (settled) await withDeadline(settled(), SETTLE_MS, notSettled);
    },
  };
}

const notSettled = () => new Error(`calls still in progress ${SETTLE_MS} ms after their connections were closed`);

const starting: RequestListener = (_request, response) =>
  sendError(response, new AppError('UNAVAILABLE', 'Pinbound is starting', { retryAfterSeconds: 1 }));

/** Sends an error without reading the body, and closes the connection. */
function sendError(response: ServerResponse, error: AppError): void {
  const { status, body, headers } = restError(error);
  const json = JSON.stringify(body);
  response.req.resume();
  const length = Buffer.byteLength(json);
  response.writeHead(status, {
    ...CORS_HEADERS,
    ...DEFAULT_HEADERS,
    ...headers,
    'content-length': length,
    connection: 'close',
  });
  response.end(json);
}

function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, address)));
    server.listen(address.port, address.host, resolve);
  });
}

function listenError(error: NodeJS.ErrnoException, { port, host, setting }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is in use by another program. Stop it, or set ${setting} to a free port.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartupError(
      `Port ${port} on ${host} is not permitted for this user. Set ${setting} to one above 1023.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(
      `HOST ${host} is not an address of this machine. Use 127.0.0.1, 0.0.0.0 or one of its own.`,
    );
  }
  return error;
}
