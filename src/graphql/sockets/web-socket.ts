import type { IncomingMessage, Server } from 'node:http';
import { GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Actor, Context } from '../../context.ts';
import { callerAddress, createRequestContext, sourceOf } from '../../http/request-context.ts';
import type { Services } from '../../services.ts';
import type { LivePlaces } from '../live-places.ts';
import { counted, countedErrors } from '../plugins/counted-operations.ts';
import { withoutHttp } from '../plugins/masking.ts';
import type { GraphqlServer } from '../server.ts';
import { BoundedWebSocket, operationsOf } from './socket-limits.ts';
import { takeUpgrades } from './upgrades.ts';

/** Bytes of one frame. */
const MAX_PAYLOAD = 256 * 1024;
/** How long a socket may stay open without saying who it is, milliseconds. */
const INIT_TIMEOUT_MS = 3_000;
/** Milliseconds between pings; a socket that answers none is dropped. */
const KEEP_ALIVE_MS = 12_000;
/** How long a socket has for its farewell when the process stops, milliseconds. */
const FAREWELL_MS = 1_000;

type SocketExtra = Extra & Record<PropertyKey, unknown> & { actor?: Actor; expiry?: NodeJS.Timeout };

/** GraphQL over WebSocket (graphql-transport-ws) at /graphql, through the same engine as HTTP. */
export function attachWebSocket(
  server: Server,
  { graphql, services, places }: { graphql: GraphqlServer; services: Services; places: LivePlaces },
) {
  const { ofUser, ofAddress } = places;
  const addressOf = (request: IncomingMessage) => callerAddress(services.config.http.trustedProxies, sourceOf(request));

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    WebSocket: BoundedWebSocket,
    // Any origin: no cookie says who calls, so a page of a stranger can do no more than its own visitor.
    verifyClient: ({ req }, answer) => {
      const refusal = ofAddress.refusal(addressOf(req));
      return refusal ? answer(false, 429, refusal) : answer(true);
    },
  });

  const disposable = useServer<Record<string, unknown>, SocketExtra>(
    {
      // Whatever NODE_ENV is, the reason of a close never shows an internal error's text.
      isProd: true,
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      execute: async (args) => counted(args.contextValue as Context, await (args.rootValue as Engine).execute(args)),
      subscribe: async (args) =>
        counted(args.contextValue as Context, await (args.rootValue as Engine).subscribe(args)),
      onConnect: async ({ connectionParams, extra }) => {
        const { actor } = await contextOf(services, extra.request, authorizationIn(connectionParams));
        // A credential that was sent but does not count: refused, not taken for anonymous.
        if (actor.kind === 'anonymous' && actor.reason) {
          extra.socket.close(CloseCode.Forbidden, actor.reason.slice(0, 120));
          return false;
        }
        if (extra.socket.readyState !== extra.socket.OPEN) return false;
        if (actor.kind === 'user') {
          const refusal = ofUser.refusal(actor.userId);
          if (refusal) {
            extra.socket.close(CloseCode.TooManyInitialisationRequests, refusal);
            return false;
          }
          extra.socket.once('close', ofUser.take(actor.userId));
        }
        extra.actor = actor;
        extra.expiry = closeAtExpiry(extra, actor);
        return true;
      },
      onSubscribe: async ({ extra, subscriptions }, _id, payload) => {
        const most = operationsOf(extra.actor);
        if (Object.keys(subscriptions).length > most) return [tooManyOperations(most)];
        const context = { ...(await contextOf(services, extra.request)), ...(extra.actor && { actor: extra.actor }) };
        const engine = graphql.getEnveloped(context) as unknown as Engine;
        try {
          const document = engine.parse(payload.query);
          const errors = engine.validate(engine.schema, document);
          if (errors.length > 0) return countedErrors(context, errors.map(withoutHttp));
          return {
            schema: engine.schema,
            document,
            operationName: payload.operationName,
            variableValues: payload.variables,
            contextValue: await engine.contextFactory(),
            rootValue: engine,
          };
        } catch (error) {
          if (error instanceof GraphQLError) return countedErrors(context, [withoutHttp(error)]);
          throw error;
        }
      },
      onDisconnect: ({ extra }) => clearTimeout(extra.expiry),
    },
    sockets,
    KEEP_ALIVE_MS,
  );

  takeUpgrades(server, '/graphql', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request)),
  );
  sockets.on('connection', (socket, request) => {
    socket.once('close', ofAddress.take(addressOf(request)));
    // graphql-ws would print every malformed frame of a stranger, with its stack.
    socket.removeAllListeners('error');
    socket.on('error', (error) => services.logger.debug({ err: error }, 'a WebSocket broke off'));
  });

  return {
    async close(): Promise<void> {
      const cut = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, FAREWELL_MS);
      await disposable.dispose();
      clearTimeout(cut);
    },
  };
}

type Engine = ReturnType<GraphqlServer['getEnveloped']>;

const tooManyOperations = (most: number) =>
  new GraphQLError(
    `This socket runs ${most} operations, the most at once. Complete one first, or open another socket.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );

const contextOf = (services: Services, request: IncomingMessage, authorization?: string): Promise<Context> =>
  createRequestContext(services, { ...sourceOf(request), authorization });

/** Browsers cannot set headers on a WebSocket: the credential comes as `Authorization` in connection_init. */
function authorizationIn(params: Record<string, unknown> | undefined): string | undefined {
  const value = params?.Authorization ?? params?.authorization;
  return typeof value === 'string' ? value : undefined;
}

function closeAtExpiry({ socket }: SocketExtra, actor: Actor): NodeJS.Timeout | undefined {
  if (actor.kind !== 'user') return undefined;
  const remaining = Math.max(0, actor.expiresAt - Date.now());
  return setTimeout(() => socket.close(CloseCode.Forbidden, 'The access token has expired'), remaining).unref();
}
