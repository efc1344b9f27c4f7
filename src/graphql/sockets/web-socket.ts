import type { IncomingMessage, Server } from 'node:http';
import { GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { Actor, Context, Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { restError } from '../../http/error-response.ts';
import { hostError } from '../../http/host-header.ts';
import { endWithError } from '../../http/parser-errors.ts';
import { clientAddress, createRequestContext, sourceOf } from '../../http/request-context.ts';
import { CORS_HEADERS, DEFAULT_HEADERS } from '../../http/response-headers.ts';
import { maskError } from '../../schema/mask-error.ts';
import { countUnresolvedOperation } from '../../schema/throttle.ts';
import type { ConnectionSlots } from '../connection-slots.ts';
import { countOperationErrors, countOperationResult } from '../plugins/counted-operations.ts';
import { withoutHttpExtension } from '../plugins/masking.ts';
import type { GraphqlServer } from '../server.ts';
import { type Connection, connectSocket } from './connect-socket.ts';
import { BoundedWebSocket, maxOperations } from './socket-limits.ts';
import { handleUpgrades } from './upgrades.ts';

/** Largest frame, bytes. */
const MAX_PAYLOAD = 256 * 1024;
/** Time to send connection_init, milliseconds. */
const INIT_TIMEOUT_MS = 3_000;
/** Time for the closing handshake when the process stops, milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Longest delay of a timer, milliseconds; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Close code of a server that stops (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

interface SocketExtra extends Connection {
  actor?: Actor;
  /** Credential of connection_init. */
  authorization?: string;
  expiry?: NodeJS.Timeout;
}

/** Serves GraphQL over WebSocket (graphql-transport-ws) at /graphql, with the engine of HTTP. */
export function attachWebSocket(
  server: Server,
  { graphql, services, slots }: { graphql: GraphqlServer; services: Services; slots: ConnectionSlots },
) {
  const { ofUser, ofAddress } = slots;
  const addressOf = (request: IncomingMessage) => clientAddress(services.config.http.trustedProxies, sourceOf(request));

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    WebSocket: BoundedWebSocket,
    handleProtocols,
    // All origins are allowed: without cookies, a page can do no more than its visitor.
    verifyClient: async ({ req }, respond) => {
      const error = await upgradeError(req);
      if (!error) return respond(true);
      const { status, body, headers } = restError(error);
      return respond(false, status, JSON.stringify(body), { ...CORS_HEADERS, ...DEFAULT_HEADERS, ...headers });
    },
  });

  /** Counts an upgrade against the address, whose operations are counted when they are executed. */
  async function upgradeError(request: IncomingMessage): Promise<Error | undefined> {
    const invalidHost = hostError(request);
    if (invalidHost) return invalidHost;
    const context = await contextOf(services, request, '');
    try {
      await countUnresolvedOperation(context);
    } catch (error) {
      return maskError(error, context);
    }
    const message = ofAddress.limitError(context.ip);
    return message === undefined ? undefined : new AppError('RATE_LIMITED', message);
  }

  const protocol = makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    execute: async (args) =>
      countOperationResult(args.contextValue as Context, await (args.rootValue as Engine).execute(args)),
    subscribe: async (args) =>
      countOperationResult(args.contextValue as Context, await (args.rootValue as Engine).subscribe(args)),
    onConnect: async ({ connectionParams, extra }) => {
      extra.authorization = authorizationOf(connectionParams);
      const { actor } = await contextOf(services, extra.request, extra.authorization);
      // An invalid credential is rejected, not treated as anonymous.
      if (actor.kind === 'anonymous' && actor.reason) {
        extra.socket.close(CloseCode.Forbidden, actor.reason.slice(0, 120));
        return false;
      }
      if (extra.socket.readyState !== extra.socket.OPEN) return false;
      if (actor.kind === 'user') {
        const error = ofUser.limitError(actor.userId);
        if (error) {
          extra.socket.close(CloseCode.TooManyInitialisationRequests, error);
          return false;
        }
        extra.socket.once('close', ofUser.acquire(actor.userId));
      }
      extra.actor = actor;
      extra.expiry = closeAtExpiry(extra, actor);
      return true;
    },
    onSubscribe: async ({ extra, subscriptions }, _id, payload) => {
      const max = maxOperations(extra.actor);
      if (Object.keys(subscriptions).length > max) return [tooManyOperations(max)];
      const context = await operationContext(services, extra);
      const engine = graphql.getEnveloped(context) as unknown as Engine;
      try {
        const document = engine.parse(payload.query);
        const errors = engine.validate(engine.schema, document);
        if (errors.length > 0) return countOperationErrors(context, errors.map(withoutHttpExtension));
        return {
          schema: engine.schema,
          document,
          operationName: payload.operationName,
          variableValues: payload.variables,
          contextValue: await engine.contextFactory(),
          rootValue: engine,
        };
      } catch (error) {
        if (error instanceof GraphQLError) return countOperationErrors(context, [withoutHttpExtension(error)]);
        throw error;
      }
    },
    onDisconnect: ({ extra }) => clearTimeout(extra.expiry),
  });

  handleUpgrades(server, '/graphql', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request)),
  );
  sockets.on('wsClientError', (error, socket) => endWithError(socket, 400, error.message));
  sockets.on('connection', (socket, request) => {
    socket.once('close', ofAddress.acquire(addressOf(request)));
    connectSocket(protocol, { socket, request }, services.logger);
  });

  return {
    async close(): Promise<void> {
      const timeout = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, CLOSE_TIMEOUT_MS);
      for (const socket of sockets.clients) socket.close(GOING_AWAY, 'Going away');
      await new Promise<void>((closed) => sockets.close(() => closed()));
      clearTimeout(timeout);
    },
  };
}

type Engine = ReturnType<GraphqlServer['getEnveloped']>;

const tooManyOperations = (max: number) =>
  new GraphQLError(
    `This socket has reached the limit of ${max} concurrent operations. Complete one first, or open another socket.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );

const contextOf = (services: Services, request: IncomingMessage, authorization?: string): Promise<Context> =>
  createRequestContext(services, { ...sourceOf(request), authorization });

/** The client was authenticated once; only access tokens, which can be revoked, are read again. */
async function operationContext(services: Services, { request, actor, authorization }: SocketExtra): Promise<Context> {
  if (actor?.kind === 'user' && actor.grant) return contextOf(services, request, authorization);
  return { ...(await contextOf(services, request)), ...(actor && { actor }) };
}

/** Returns `Authorization` of connection_init: browsers cannot set headers on a WebSocket. */
function authorizationOf(params: Record<string, unknown> | undefined): string | undefined {
  const value = params?.Authorization ?? params?.authorization;
  return typeof value === 'string' ? value : undefined;
}

function closeAtExpiry(extra: SocketExtra, actor: Actor): NodeJS.Timeout | undefined {
  if (actor.kind !== 'user') return undefined;
  const remaining = Math.max(0, actor.expiresAt - Date.now());
  return setTimeout(
    () => {
      if (remaining > MAX_TIMEOUT_MS) extra.expiry = closeAtExpiry(extra, actor);
      else extra.socket.close(CloseCode.Forbidden, 'The access token has expired');
    },
    Math.min(remaining, MAX_TIMEOUT_MS),
  ).unref();
}
