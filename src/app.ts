import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Response } from '@whatwg-node/fetch';
import { createServerAdapter } from '@whatwg-node/server';
import type { ExecutionArgs } from 'graphql';
import type { Wiring } from './container/create-container.ts';
import type { Context } from './context.ts';
import { answerHead } from './graphql/answer-head.ts';
import { createLivePlaces } from './graphql/live-places.ts';
import { createGraphqlServer } from './graphql/server.ts';
import { attachWebSocket } from './graphql/sockets/web-socket.ts';
import { preflight, setReaders } from './http/cors.ts';
import { errorResponse, graphqlRefusal } from './http/error-response.ts';
import { createHeldAnswers, type HeldAnswer } from './http/held-answers.ts';
import { createHeldBodies } from './http/held-bodies.ts';
import { closeUnread } from './http/lingering-close.ts';
import { rateLimitHeaders } from './http/rate-limit-headers.ts';
import { createRequestContext, sourceOf } from './http/request-context.ts';
import { pathOfTarget } from './http/request-target.ts';
import { OBJECTS_PATH, serveObject } from './http/routes/objects.ts';
import { probes } from './http/routes/probes.ts';
import type { ByteShare } from './lib/byte-budget.ts';
import { createUnderWay } from './lib/under-way.ts';
import { asPage, graphiqlPage } from './pages/graphiql-page.ts';
import { createPages } from './pages/pages.ts';
import { staticContent } from './pages/static-content.ts';
import type { Demo } from './resolvers/addons/demo/ensure-demo.ts';
import { billingEdge } from './rest/billing-edge.ts';
import { createDirectCalls } from './rest/direct-calls.ts';
import { inboundEdge } from './rest/inbound-edge.ts';
import { openApi } from './rest/openapi.ts';
import { createRestApi } from './rest/rest-api.ts';
import { restOperations } from './rest/routes.ts';
import { schema } from './schema/index.ts';
import { maskError } from './schema/mask-error.ts';

export interface App {
  /** For node:http. */
  listener: RequestListener;
  /** Resolves when no call is worked on any more, whether its caller is still there or not. */
  settled(): Promise<void>;
  /** Adds GraphQL over WebSocket to a server. @returns closes the sockets */
  attachWebSocket(server: Server): { close(): Promise<void> };
}

/** Those that something of ours answers. node:http knows thirty more. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** All of the service over HTTP: GraphQL, REST, pages and scripts. Opens no port. */
export function createApp(options: { wiring: Wiring; assets: string; version: string; demo?: Demo }): App {
  const { services } = options.wiring;
  const places = createLivePlaces(services.config.sockets);
  const graphql = createGraphqlServer(services, places, {
    graphiqlPage: graphiqlPage(options.assets),
    demo: options.demo,
  });
  const rest = createRestApi({
    schema,
    execute: (context) => (args: ExecutionArgs) => graphql.getEnveloped(context).execute(args),
  });
  const pages = createPages({ config: services.config, ...options });
  const hold = createHeldBodies();
  const roomFor = createHeldAnswers();
  const askGraphql = (request: Request) => async (context: Context, share: ByteShare) => {
    const response = await graphql.fetch(request, { ...context, share });
    try {
      return countAnswer(context, response);
    } catch (refusal) {
      return graphqlRefusal(maskError(refusal, context));
    }
  };
  const openApiDocument = JSON.stringify(openApi(schema, { version: options.version }));
  pages.set('/openapi.json', staticContent(Buffer.from(openApiDocument), 'application/json'));
  const answers: Record<string, () => Response | Promise<Response>> = probes(options.wiring);

  // Labels of metrics: a stranger may not make up more of them.
  const restPaths = restOperations(schema).map(({ route: { path } }) => path);
  const areas = new Set(['/graphql', ...pages.keys(), ...Object.keys(answers), OBJECTS_PATH, ...restPaths].map(areaOf));

  async function route(
    request: Request,
    path: string,
    context: () => Promise<Context>,
    breakOff: () => void,
  ): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight();
    if (path === '/graphql') {
      return answerHead(request, async (asked) => asPage(await hold(await context(), askGraphql(asked))));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead ? pages.get(path) : undefined;
    if (page) return page(request);
    const answer = isRead ? answers[path] : undefined;
    if (answer) return answer();
    if (isRead && path.startsWith(OBJECTS_PATH)) return serveObject(await context(), request, breakOff);
    const inbound = inboundEdge(request, path);
    if (inbound) return hold(await context(), inbound);
    const billing = billingEdge(request, path);
    if (billing) return hold(await context(), billing);
    return hold(await context(), async (ctx, share) => countAnswer(ctx, await rest.handle(request, ctx, share)));
  }

  async function handle(
    request: Request,
    connection: { req?: IncomingMessage; res?: ServerResponse },
  ): Promise<Response> {
    const started = performance.now();
    const path = pathOf(request.url);
    let context: Context | undefined;
    let room: HeldAnswer | undefined;
    let response: Response;
    try {
      const makeContext = async () => {
        context = await createRequestContext(services, {
          header: (name) => request.headers.get(name),
          remoteAddress: connection.req?.socket.remoteAddress,
          signal: request.signal,
        });
        room = roomFor(context);
        context.answer = room;
        return context;
      };
      response = await route(request, path, makeContext, () => connection.req?.socket.destroy());
    } catch (error) {
      // Nobody is there to be told, and nothing of ours went wrong.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const source = { requestId: context?.requestId ?? 'unknown', logger: services.logger };
      response = errorResponse(maskError(error, source));
    } finally {
      room?.endWith(connection.res);
    }
    setReaders(response);
    if (context) {
      for (const [name, value] of Object.entries(rateLimitHeaders(context, response.status))) {
        response.headers.set(name, value);
      }
    }
    observe(path, request.method, response.status, performance.now() - started);
    return response;
  }

  function observe(path: string, method: string, status: number, ms: number): void {
    const route = areas.has(areaOf(path)) ? areaOf(path) : 'other';
    const label = METHODS.has(method) ? method : 'other';
    services.metrics.httpRequests.observe({ route, method: label, status }, ms / 1000);
  }

  const calls = createUnderWay();
  const adapter = createServerAdapter<{ req?: IncomingMessage; res?: ServerResponse }>((request, connection) =>
    calls.follow(handle(request, connection)),
  );
  const answerDirectly = createDirectCalls({
    schema,
    context: (request) => createRequestContext(services, sourceOf(request)),
    logger: services.logger,
    calls,
    onAnswer: observe,
  });

  return {
    listener: (request, response) => {
      request.url = pathOfTarget(request.url ?? '');
      closeUnread(request, response);
      if (!answerDirectly(request, response)) adapter.requestListener(request, response);
    },
    settled: calls.settled,
    attachWebSocket: (server) => attachWebSocket(server, { graphql, services, places }),
  };
}

/** One that comes in parts, such as an event stream, says no length: what was read for it counts on. @throws as `take` */
function countAnswer({ answer }: Context, response: Response): Response {
  const length = response.headers.get('content-length');
  if (length !== null) answer?.made(Number(length));
  return response;
}

/** The first part of a path. */
const areaOf = (path: string): string => path.split('/')[1] ?? '';

/** The path of an absolute URL, without a full parse. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start < 0) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}
