import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { AppError, badInput, StartupError } from '../errors.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { MIB } from '../lib/bytes.ts';
import { withDeadline } from '../lib/deadline.ts';
import { boundSlowBodies, CHECK_MS, timeForBody } from './body-timeout.ts';
import { type ConnectionLimits, type DropReason, limitConnections } from './connection-limits.ts';
import { CORS_HEADERS } from './cors.ts';
import { drainer } from './drain.ts';
import { restError } from './error-response.ts';
import { hostRefusal } from './host-header.ts';
import { answerParserErrors } from './parser-errors.ts';
import { inTurn } from './pipelining.ts';

/** How long answers under way may take once the process stops, milliseconds. */
const DRAIN_MS = 4_000;
/** How long calls may go on whose answers were cut off, milliseconds: what they still ask of a closed database fails. */
const AFTER_CUT_MS = 1_000;
/** Of an import, bytes. */
const LARGEST_BODY = 10 * MIB;

/** What answers. */
export interface HttpApp {
  listener: RequestListener;
  /** Resolves when no call is worked on any more. */
  settled?(): Promise<void>;
  attachWebSocket?(server: Server): { close(): Promise<void> };
}

export interface HttpServer {
  /** Answers with the service from now on; before, every request is told to come back. */
  serve(app: HttpApp, live: Live): void;
  /** Takes no more connections, ends live streams, waits for the answers under way and what makes them. */
  close(): Promise<void>;
}

/** Where to listen, and the setting that says the port. */
interface Address {
  port: number;
  host: string;
  setting: 'PORT' | 'WORKER_PORT';
  connections: ConnectionLimits;
}

/** What of the service concerns its connections. */
interface Live {
  endSubscriptions(): void;
  onDrop(reason: DropReason): void;
}

/** Opens the port. @throws StartupError when it is taken or not allowed */
export async function openHttpServer(address: Address, logger: Pick<Logger, 'warn'>): Promise<HttpServer> {
  let listener: RequestListener = starting;
  const options = { connectionsCheckingInterval: CHECK_MS, requireHostHeader: false };
  const answer: RequestListener = (request, response) => {
    const refusal = hostRefusal(request);
    if (refusal) refuse(response, refusal);
    else listener(request, response);
  };
  const server = createServer(options, inTurn(answer));
  server.on('checkExpectation', ({ headers: { expect } }, response) =>
    refuse(response, badInput(`Expect: found "${expect}", expected 100-continue or none`)),
  );
  const drain = drainer(server);
  answerParserErrors(server);
  boundSlowBodies(server);
  server.headersTimeout = 10_000;
  server.requestTimeout = timeForBody(LARGEST_BODY);
  // Longer than the usual 60 s of a proxy in front, so that the proxy closes first.
  server.keepAliveTimeout = 72_000;
  let onDrop: Live['onDrop'] | undefined;
  limitConnections(server, address.connections, logger, (reason) => onDrop?.(reason));
  await listen(server, address);

  let endSockets: (() => Promise<void>) | undefined;
  let endStreams: () => void = () => undefined;
  let settled: (() => Promise<void>) | undefined;
  return {
    serve(app, live) {
      listener = app.listener;
      onDrop = live.onDrop;
      endSockets = app.attachWebSocket?.(server).close;
      endStreams = live.endSubscriptions;
      settled = app.settled;
    },
    async close() {
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      const drained = drain(endStreams);
      // Sockets first: their clients subscribe again by themselves, which after a stream's proper end they do not.
      const farewell = endSockets?.();
      endStreams();
      await Promise.all([drained, farewell]);
      clearTimeout(cut);
      if (settled) await withDeadline(settled(), AFTER_CUT_MS, stillAtIt);
    },
  };
}

const stillAtIt = () => new Error(`calls go on ${AFTER_CUT_MS} ms after their connections were cut off`);

const starting: RequestListener = (_request, response) =>
  refuse(response, new AppError('UNAVAILABLE', 'Pinbound is starting', { retryAfterSeconds: 1 }));

/** Answers without a look at the body, which takes the connection along. */
function refuse(response: ServerResponse, error: AppError): void {
  const { status, body, headers } = restError(error);
  const json = JSON.stringify(body);
  response.req.resume();
  const length = Buffer.byteLength(json);
  response.writeHead(status, { ...CORS_HEADERS, ...headers, 'content-length': length, connection: 'close' });
  response.end(json);
}

function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, address)));
    server.listen(address.port, address.host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, { port, host, setting }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is taken by another program. Stop it, or set ${setting} to a free port.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartupError(`Port ${port} on ${host} is not open to this user. Set ${setting} to one above 1023.`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(
      `HOST ${host} is not an address of this machine. Use 127.0.0.1, 0.0.0.0 or one of its own.`,
    );
  }
  return error;
}
