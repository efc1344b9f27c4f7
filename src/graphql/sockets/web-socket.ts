import type { IncomingMessage, Server } from 'node:http';
import { GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Actor, Context, Services } from '../../context.ts';
import { clientAddress, createRequestContext, sourceOf } from '../../http/request-context.ts';
import type { ConnectionSlots } from '../connection-slots.ts';
import { countOperationErrors, countOperationResult } from '../plugins/counted-operations.ts';
import { withoutHttpExtension } from '../plugins/masking.ts';
import type { GraphqlServer } from '../server.ts';
import { BoundedWebSocket, maxOperations } from './socket-limits.ts';
import { handleUpgrades } from './upgrades.ts';

/** Largest frame, bytes. */
const MAX_PAYLOAD = 256 * 1024;
/** Time to send connection_init, milliseconds. */
const INIT_TIMEOUT_MS = 3_000;
/** Interval of pings, milliseconds; a socket without a pong is closed. */
const KEEP_ALIVE_MS = 12_000;
/** Time for the closing handshake when the process stops, milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

type SocketExtra = Extra & Record<PropertyKey, unknown> & { actor?: Actor; expiry?: NodeJS.Timeout };

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
    // All origins are allowed: without cookies, a page can do no more than its visitor.
    verifyClient: ({ req }, respond) => {
      const error = ofAddress.limitError(addressOf(req));
      return error ? respond(false, 429, error) : respond(true);
    },
  });

  const disposable = useServer<Record<string, unknown>, SocketExtra>(
    {
      // Close reasons never contain internal errors, whatever NODE_ENV is.
      isProd: true,
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      execute: async (args) =>
        countOperationResult(args.contextValue as Context, await (args.rootValue as Engine).execute(args)),
      subscribe: async (args) =>
        countOperationResult(args.contextValue as Context, await (args.rootValue as Engine).subscribe(args)),
      onConnect: async ({ connectionParams, extra }) => {
        const { actor } = await contextOf(services, extra.request, authorizationOf(connectionParams));
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
        const context = { ...(await contextOf(services, extra.request)), ...(extra.actor && { actor: extra.actor }) };
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
    },
    sockets,
    KEEP_ALIVE_MS,
  );

  handleUpgrades(server, '/graphql', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request)),
  );
  sockets.on('connection', (socket, request) => {
    socket.once('close', ofAddress.acquire(addressOf(request)));
    // graphql-ws would print every malformed frame with a stack.
    socket.removeAllListeners('error');
    socket.on('error', (error) => services.logger.debug({ err: error }, 'WebSocket failed'));
  });

  return {
    async close(): Promise<void> {
      const timeout = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, CLOSE_TIMEOUT_MS);
      await disposable.dispose();
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

/** Returns `Authorization` of connection_init: browsers cannot set headers on a WebSocket. */
function authorizationOf(params: Record<string, unknown> | undefined): string | undefined {
  const value = params?.Authorization ?? params?.authorization;
  return typeof value === 'string' ? value : undefined;
}

function closeAtExpiry({ socket }: SocketExtra, actor: Actor): NodeJS.Timeout | undefined {
  if (actor.kind !== 'user') return undefined;
  const remaining = Math.max(0, actor.expiresAt - Date.now());
  return setTimeout(() => socket.close(CloseCode.Forbidden, 'The access token has expired'), remaining).unref();
}
